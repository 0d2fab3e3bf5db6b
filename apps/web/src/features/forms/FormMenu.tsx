import { changeForm, type FormState, type FormView } from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import { ActionIcon, Badge, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { useCopy } from '../../shell/clipboard/use-copy.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import { useDeleteForm, useSwitchForm } from './forms.queries.ts';
import { ShareForm } from './ShareForm.tsx';
import { useFormAddress } from './use-form-address.ts';

const LOOKS = {
  draft: { color: 'gray', icon: 'circle-dashed' },
  open: { color: 'green', icon: 'check' },
  closed: { color: 'orange', icon: 'pause' },
  full: { color: 'blue', icon: 'users' },
  early: { color: 'gray', icon: 'clock' },
  over: { color: 'gray', icon: 'history' },
} as const satisfies Record<FormState, { color: string; icon: IconName }>;

/** Whether a form takes submissions, by word, picture and colour. */
export function FormStateBadge({ state }: { state: FormState }) {
  const { t } = useWords();
  const { color, icon } = LOOKS[state];
  return (
    <Badge color={color} leftSection={<Icon name={icon} size={12} />} style={{ flexShrink: 0 }}>
      {t(`forms.states.${state}`)}
    </Badge>
  );
}

/** To what was sent by a form. */
export const SubmissionsLink = ({ uuid, children }: { uuid: FormId; children: ReactNode }) => (
  <Link to="/Channel/custom_form/$uuid/submissions" params={{ uuid }}>
    {children}
  </Link>
);

interface FormMenuProps {
  form: FormView;
  /** After it was deleted. */
  onDeleted?: () => void;
  /** In the editor: opens the published versions. */
  onVersions?: () => void;
}

/** The “…” of a form. */
export function FormMenu({ form, onDeleted, onVersions }: FormMenuProps) {
  const { t } = useWords();
  const mayChange = usePermission(changeForm);
  const change = useSwitchForm();
  const [isAsking, dialog] = useDisclosure(false);
  const [isSharing, share] = useDisclosure(false);
  const { uuid, name, slug, version, state, archivedAt } = form;
  const isPublished = version !== null;
  const isArchived = archivedAt !== null;
  const isClosed = state === 'closed';
  const address = useFormAddress(slug);
  const { copy } = useCopy();
  const copyAddress = async () => {
    if (await copy(address)) toasts.add({ title: t('forms.copied') });
  };
  const setClosed = (closed: boolean) =>
    change.mutate(
      { uuid, body: { closed } },
      {
        onSuccess: () => void toasts.add({ title: t(closed ? 'forms.closed' : 'forms.reopened', { name }) }),
      },
    );
  const setArchived = (archived: boolean) =>
    change.mutate(
      { uuid, body: { archived } },
      {
        onSuccess: () => {
          const id = `archived-${uuid}`;
          toasts.remove(id);
          if (!archived) return;
          const action = { label: t('shell.undo'), onClick: () => setArchived(false) };
          toasts.add({ title: t('forms.archived', { name }), action }, id);
        },
      },
    );
  if (!mayChange && !isPublished) return null;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublished && (
            <>
              <Menu.Item leftSection={<Icon name="share-2" size={14} />} onClick={share.open}>
                {t('shareForm.open')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="link" size={14} />} onClick={() => void copyAddress()}>
                {t('forms.copy')}
              </Menu.Item>
              <Menu.Item
                component="a"
                href={address}
                target="_blank"
                rel="noreferrer"
                leftSection={<Icon name="external-link" size={14} />}
              >
                {t('forms.open')}
              </Menu.Item>
            </>
          )}
          {isPublished && onVersions && (
            <Menu.Item leftSection={<Icon name="history" size={14} />} onClick={onVersions}>
              {t('shell.versions.title')}
            </Menu.Item>
          )}
          {mayChange && isPublished && !isArchived && (
            <Menu.Item
              leftSection={<Icon name={isClosed ? 'play' : 'pause'} size={14} />}
              onClick={() => setClosed(!isClosed)}
            >
              {t(isClosed ? 'forms.reopen' : 'forms.close')}
            </Menu.Item>
          )}
          {mayChange && (
            <>
              <Menu.Item
                leftSection={<Icon name={isArchived ? 'archive-restore' : 'archive'} size={14} />}
                onClick={() => setArchived(!isArchived)}
              >
                {t(isArchived ? 'forms.restore' : 'forms.archive')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={dialog.open}>
                {t('forms.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ShareForm form={form} opened={isSharing} onClose={share.close} />
      <DeleteForm form={form} opened={isAsking} onClose={dialog.close} onDeleted={onDeleted} />
    </>
  );
}

interface DeleteFormProps {
  form: FormView;
  opened: boolean;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

function DeleteForm({ form: { uuid, name, submissions }, opened, onClose, onDeleted }: DeleteFormProps) {
  const { t } = useWords();
  const format = useFormat();
  const remove = useDeleteForm();
  const { total } = submissions;
  const confirm = () =>
    remove.mutate(uuid, {
      onSuccess: () => {
        onClose();
        toasts.add({ title: t('forms.deleted', { name }) });
        onDeleted?.();
      },
    });
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={t('forms.deleteTitle', { name })}
      action={t('forms.delete')}
      asksName={name}
      pending={remove.isPending}
      error={remove.error}
    >
      {total > 0
        ? t('forms.deleteText', { count: total, number: format.number(total) })
        : t('forms.deleteEmptyText')}
    </ConfirmDelete>
  );
}
