import { changeMessageTemplate, type MessageTemplateView } from '@hanasu/contract/message-templates';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCreateTemplate, useDeleteTemplate } from '../../entities/message/templates.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import { writeKept } from './kept-changes.ts';

const NAME_MAX = 80;

interface TemplateActionsProps {
  template: MessageTemplateView;
  /** After it was deleted. */
  onDeleted?: () => void;
}

/** The “…” of a message template. */
export function TemplateActions({ template, onDeleted }: TemplateActionsProps) {
  const { t } = useWords();
  const mayChange = usePermission(changeMessageTemplate);
  const navigate = useNavigate();
  const [isAsking, dialog] = useDisclosure(false);
  const create = useCreateTemplate();
  const remove = useDeleteTemplate();
  const { uuid, name, content } = template;
  if (!mayChange) return null;
  const duplicate = () =>
    create.mutate(
      { name: [...t('messageTemplates.copyName', { name })].slice(0, NAME_MAX).join(''), content },
      {
        onSuccess: (copy) =>
          void navigate({ to: '/Channel/message-template/$uuid', params: { uuid: copy.uuid } }),
        onError: (error) => void toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={duplicate}>
            {t('messageTemplates.duplicate')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={dialog.open}>
            {t('messageTemplates.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={isAsking}
        onClose={() => {
          dialog.close();
          remove.reset();
        }}
        title={t('messageTemplates.deleteTitle', { name })}
        action={t('messageTemplates.delete')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(uuid, {
            onSuccess: () => {
              dialog.close();
              writeKept(uuid, null);
              toasts.add({ title: t('messageTemplates.deleted', { name }) });
              onDeleted?.();
            },
          })
        }
      >
        {t('messageTemplates.deleteText')}
      </ConfirmDelete>
    </>
  );
}
