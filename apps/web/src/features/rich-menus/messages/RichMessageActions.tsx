import { changeRichMessage, type RichMessageView } from '@hanasu/contract/rich-messages';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { NameDialog, NameForm } from '../../../shell/components/NameForm.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { useChangeMessage, useCreateMessage, useDeleteMessage } from './rich-messages.queries.ts';

interface RichMessageActionsProps {
  message: RichMessageView;
  /** After it was deleted. */
  onDeleted?: () => void;
}

/** The “…” of a rich message. */
export function RichMessageActions({ message, onDeleted }: RichMessageActionsProps) {
  const { t } = useWords();
  const mayChange = usePermission(changeRichMessage);
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure(false);
  const [isRenaming, renaming] = useDisclosure(false);
  const create = useCreateMessage();
  const { name, definition } = message;
  if (!mayChange) return null;
  const duplicate = () =>
    create.mutate(
      { name: t('richMessages.copyName', { name: name.slice(0, 60) }), definition },
      {
        onSuccess: (copy) =>
          void navigate({ to: '/Channel/rich-message/$uuid', params: { uuid: copy.uuid } }),
        onError: (error) => void toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" size={14} />} onClick={renaming.open}>
            {t('richMessages.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={duplicate}>
            {t('richMessages.duplicate')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={deleting.open}>
            {t('richMessages.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NameDialog opened={isRenaming} onClose={renaming.close} title={t('richMessages.rename')}>
        <Rename message={message} onDone={renaming.close} />
      </NameDialog>
      <Delete message={message} isOpen={isDeleting} onClose={deleting.close} onDeleted={onDeleted} />
    </>
  );
}

interface DeleteProps extends Pick<RichMessageActionsProps, 'message'> {
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}
function Delete({ message: { uuid, name, sentAt }, isOpen, onClose, onDeleted }: DeleteProps) {
  const { t } = useWords();
  const remove = useDeleteMessage();
  return (
    <ConfirmDelete
      opened={isOpen}
      onClose={() => {
        onClose();
        remove.reset();
      }}
      title={t('richMessages.deleteTitle', { name })}
      action={t('richMessages.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(uuid, {
          onSuccess: () => {
            onClose();
            toasts.add({ title: t('richMessages.deleted', { name }) });
            onDeleted?.();
          },
        })
      }
    >
      {t(sentAt ? 'richMessages.deleteSentText' : 'richMessages.deleteText')}
    </ConfirmDelete>
  );
}

function Rename({ message, onDone }: { message: RichMessageView; onDone: () => void }) {
  const { t } = useWords();
  const change = useChangeMessage();
  return (
    <NameForm
      label={t('richMessages.name')}
      help={t('richMessages.nameHelp')}
      first={message.name}
      action={t('shell.save')}
      isPending={change.isPending}
      error={change.error}
      onCancel={onDone}
      onName={(name) =>
        change.mutate(
          { uuid: message.uuid, body: { name } },
          {
            onSuccess: () => {
              toasts.add({ title: t('richMessages.renamed', { name }) });
              onDone();
            },
          },
        )
      }
    />
  );
}
