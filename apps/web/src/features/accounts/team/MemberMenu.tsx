import type { UserView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import { BelongingsChoice, type BelongingsView, Fate, type MemberView } from '@hanasu/contract/team';
import { ActionIcon, Menu, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ReauthenticateDialog } from '../ReauthenticateDialog.tsx';
import { belongingsQuery, useRemoveMember, useTransferOwnership } from './team.queries.ts';

interface LeavingBelongingsProps {
  uuid: UserId;
  /** Null: nothing can be chosen, because the member leaves by themselves. */
  choice: Partial<BelongingsChoice> | null;
  onChoose: (choice: Partial<BelongingsChoice>) => void;
}

const KINDS = ['apiKeys', 'webHooks', 'channels'] as const satisfies readonly (keyof BelongingsView)[];
const USUAL = BelongingsChoice.parse({});

/** What a member set up in the account, and what becomes of it when they go. */
function LeavingBelongings({ uuid, choice, onChoose }: LeavingBelongingsProps) {
  const { t } = useWords();
  const { data, isError, error, refetch } = useQuery(belongingsQuery(uuid));
  if (isError) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={40} mt="md" aria-hidden />;
  const kinds = KINDS.filter((kind) => data[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm" fw={600}>
        {t(choice ? 'team.belongings.ask' : 'team.belongings.leaving')}
      </Text>
      {kinds.map((kind) => {
        const names = data[kind].map(({ name }) => name).join(', ');
        const label = t(`team.belongings.${kind}`);
        const words = (fate: Fate) => t(`team.belongings.fates.${kind}.${fate}`);
        if (!choice) return <Text key={kind} size="sm">{`${label}: ${names} (${words(USUAL[kind])})`}</Text>;
        return (
          <Select
            key={kind}
            label={label}
            description={names}
            data={Fate.options.map((value) => ({ value, label: words(value) }))}
            value={choice[kind] ?? USUAL[kind]}
            onChange={(value) => onChoose({ ...choice, [kind]: Fate.parse(value) })}
            allowDeselect={false}
          />
        );
      })}
      <Text size="xs" c="dimmed">
        {t('team.belongings.told')}
      </Text>
    </Stack>
  );
}

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
        asksName={isSelf ? user.account.name : name}
        pending={remove.isPending}
        error={remove.error}
      >
        {t(isSelf ? 'team.leaveText' : 'team.removeText')}
        {asking === 'remove' && (
          <LeavingBelongings uuid={member.uuid} choice={isSelf ? null : choice} onChoose={setChoice} />
        )}
      </ConfirmDelete>
      <ReauthenticateDialog
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
