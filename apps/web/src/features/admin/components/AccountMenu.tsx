import type { AdminAccountView } from '@hanasu/contract/admin';
import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useResumeAccount, useSuspendAccount } from '../admin.queries.ts';
import { EraseDialog } from './EraseDialog.tsx';

/** Suspend or resume, and erase; nothing for the account one is in. */
export function AccountMenu({ account }: { account: AdminAccountView }) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const [asking, setAsking] = useState<'suspend' | 'erase' | null>(null);
  const suspend = useSuspendAccount();
  const resume = useResumeAccount();
  const { uuid, name } = account;
  if (!user || user.account.uuid === uuid) return null;
  const close = () => {
    setAsking(null);
    suspend.reset();
  };
  const said = (title: string) => ({ onSuccess: () => void toasts.add({ title }) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {account.suspendedAt ? (
            <Menu.Item
              leftSection={<Icon name="play" />}
              onClick={() => resume.mutate(uuid, said(t('admin.accounts.resumed', { name })))}
            >
              {t('admin.accounts.resume')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Icon name="ban" />} onClick={() => setAsking('suspend')}>
              {t('admin.accounts.suspend')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={() => setAsking('erase')}>
            {t('admin.erase.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={asking === 'suspend'}
        onClose={close}
        onConfirm={() =>
          suspend.mutate(uuid, {
            onSuccess: () => {
              close();
              toasts.add({ title: t('admin.accounts.suspendedNow', { name }) });
            },
          })
        }
        title={t('admin.accounts.suspendTitle', { name })}
        action={t('admin.accounts.suspend')}
        pending={suspend.isPending}
        error={suspend.error}
      >
        {t('admin.accounts.suspendText')}
      </ConfirmDelete>
      {asking === 'erase' && <EraseDialog account={account} user={user} onClose={close} />}
    </>
  );
}
