import { deleteGroup, type GroupView } from '@hanasu/contract/groups';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useDeleteGroup } from '../../../entities/bot/groups.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useIsForbidden } from '../../../shell/use-permission.ts';

/** The “…” of a group; deleting says what goes with it. */
export function DeleteGroupMenu({ group }: { group: GroupView }) {
  const { t } = useWords();
  const [asking, dialog] = useDisclosure(false);
  const remove = useDeleteGroup();
  const navigate = useNavigate();
  const isForbidden = useIsForbidden(deleteGroup);
  const confirm = () =>
    remove.mutate(group.uuid, {
      onSuccess: () => {
        dialog.close();
        toasts.add({ title: t('groups.deleted', { name: group.name }) });
        void navigate({ to: '/Bot-Group', ignoreBlocker: true });
      },
    });
  if (isForbidden) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('shell.more')}: ${group.name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
            {t('groups.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={asking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t('groups.deleteTitle', { name: group.name })}
        action={t('groups.delete')}
        asksName={group.name}
        pending={remove.isPending}
        error={remove.error}
      >
        <p style={{ margin: 0 }}>{t('groups.deleteText')}</p>
        {group.channels.length > 0 && (
          <>
            <p style={{ margin: '8px 0 0' }}>
              {t('groups.deleteChannels', { count: group.channels.length })}
            </p>
            <ul style={{ margin: '4px 0 0' }}>
              {group.channels.map(({ uuid, name }) => (
                <li key={uuid}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </ConfirmDelete>
    </>
  );
}
