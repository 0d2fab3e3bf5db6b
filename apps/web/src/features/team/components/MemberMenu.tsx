import type { UserView } from '@hanasu/contract/accounts';
import type { BelongingsChoice, MemberView } from '@hanasu/contract/team';
import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { ProofDialog } from '../../accounts/components/ProofDialog.tsx';
import { useRemoveMember, useTransferOwnership } from '../team.queries.ts';
import { LeavingBelongings } from './LeavingBelongings.tsx';

interface MemberMenuProps {
  member: MemberView;
  user: UserView;
  mayRemove: boolean;
}

/** Make owner, take out, or leave: what is possible between these two people. */
export function MemberMenu({ member, user, mayRemove }: MemberMenuProps) {
  const { t } = useWords();
  const [asking, setAsking] = useState<'remove' | 'transfer' | null>(null);
  const [choice, setChoice] = useState<Partial<BelongingsChoice>>({});
  const remove = useRemoveMember();
  const transfer = useTransferOwnership();
  const isSelf = member.uuid === user.uuid;
  const mayLeave = isSelf && user.role !== 'owner';
  const mayTransfer = user.role === 'owner' && !isSelf;
  if (!mayRemove && !mayLeave && !mayTransfer) return null;
  const name = member.displayName;
  const confirm = () =>
    remove.mutate(
      { uuid: member.uuid, ...choice },
      {
        onSuccess: () => {
          setAsking(null);
          // Who has left has no session in this account any more; the next page asks for another.
          if (isSelf) location.assign('/');
          else toasts.add({ title: t('team.removed', { name }) });
        },
      },
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayTransfer && (
            <Menu.Item leftSection={<Icon name="key-round" />} onClick={() => setAsking('transfer')}>
              {t('team.makeOwner')}
            </Menu.Item>
          )}
          {(mayRemove || mayLeave) && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="user-minus" />}
              onClick={() => setAsking('remove')}
            >
              {t(isSelf ? 'team.leave' : 'team.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={asking === 'remove'}
        onClose={() => setAsking(null)}
        onConfirm={confirm}
        title={isSelf ? t('team.leaveTitle', { name: user.account.name }) : t('team.removeTitle', { name })}
        action={t(isSelf ? 'team.leave' : 'team.remove')}
        pending={remove.isPending}
        error={remove.error}
      >
        {t(isSelf ? 'team.leaveText' : 'team.removeText')}
        {asking === 'remove' && (
          <LeavingBelongings uuid={member.uuid} choice={isSelf ? null : choice} onChoose={setChoice} />
        )}
      </ConfirmDelete>
      <ProofDialog
        user={user}
        opened={asking === 'transfer'}
        onClose={() => setAsking(null)}
        title={t('team.transferTitle', { name })}
        text={t('team.transferText')}
        action={t('team.makeOwner')}
        color="red"
        onProve={async (password) => {
          await transfer.mutateAsync({ userUuid: member.uuid, ...(password ? { password } : {}) });
          toasts.add({ title: t('team.transferred', { name }) });
        }}
      />
    </>
  );
}
