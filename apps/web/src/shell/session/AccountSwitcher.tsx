import type { UserView } from '@hanasu/contract/accounts';
import { type AccountItem, listAccounts, switchAccount } from '@hanasu/contract/team';
import { Menu, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { errorMessage } from '../api/error-message.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from '../layout/Sidebar.module.css';
import { toasts } from '../notifications/toasts.tsx';
import { meQuery } from '../shell.queries.ts';
import { publishAccountSwitch } from './session.ts';

/** Fetched when the menu is first opened: pages without a form do without the form libraries. */
const CreateAccountDialog = lazy(async () => ({
  default: (await import('./CreateAccountDialog.tsx')).CreateAccountDialog,
}));

interface AccountSwitcherProps {
  narrow: boolean;
  /** After another account was chosen, to close the drawer. */
  onSwitched: (() => void) | undefined;
}

/** The account in use; its menu leads to the person's other accounts and to a new one. */
export function AccountSwitcher({ narrow, onSwitched }: AccountSwitcherProps) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [creating, dialog] = useDisclosure(false);
  const enter = useEnterAccount();
  if (!user) return <Skeleton height={34} radius="md" />;
  const { name } = user.account;
  const label = t('shell.accountSwitcher.label', { name });
  return (
    <>
      <Menu
        position="bottom-start"
        width={260}
        opened={opened}
        onChange={(next) => {
          setOpened(next);
          setWasOpened(true);
        }}
      >
        <Menu.Target>
          <UnstyledButton className={classes.account} aria-label={label} title={name}>
            <Icon name="building-2" size={17} />
            {!narrow && (
              <>
                <span className={classes.accountName}>{name}</span>
                <Icon name="chevrons-up-down" size={14} />
              </>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {opened && <OtherAccounts onSwitched={onSwitched} />}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" />} onClick={dialog.open}>
            {t('shell.accountSwitcher.create')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wasOpened && (
        <Suspense fallback={null}>
          <CreateAccountDialog
            opened={creating}
            onClose={dialog.close}
            enter={enter}
            onCreated={() => onSwitched?.()}
          />
        </Suspense>
      )}
    </>
  );
}

function OtherAccounts({ onSwitched }: Pick<AccountSwitcherProps, 'onSwitched'>) {
  const { t } = useWords();
  const { data, error } = useQuery(accountsQuery);
  const change = useSwitchAccount();
  const others = data?.filter(({ current }) => !current) ?? [];
  const enter = (account: (typeof others)[number]) =>
    change.mutate(account.uuid, {
      onSuccess: () => {
        onSwitched?.();
        toasts.add({ title: t('shell.accountSwitcher.switched', { name: account.name }) }, 'account');
      },
    });
  return (
    <>
      <Menu.Label>{t('shell.accountSwitcher.others')}</Menu.Label>
      {error && (
        <Text size="sm" c="red" px="sm" pb="xs" role="alert">
          {errorMessage(error)}
        </Text>
      )}
      {!data && !error && <Skeleton height={36} m={6} aria-hidden />}
      {data && others.length === 0 && (
        <Text size="sm" c="dimmed" px="sm" pb="xs">
          {t('shell.accountSwitcher.none')}
        </Text>
      )}
      {others.map((account) => (
        <Menu.Item
          key={account.uuid}
          leftSection={<Icon name="building-2" />}
          disabled={change.isPending}
          onClick={() => enter(account)}
        >
          {account.name}
          <Text size="xs" c="dimmed">
            {t('shell.accountSwitcher.members', {
              role: t(`shell.roles.${account.role}`),
              count: account.members,
            })}
          </Text>
        </Menu.Item>
      ))}
    </>
  );
}

const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await call(listAccounts, { signal })).items,
});

/** The session has gone to another account: what was fetched of the old one is forgotten, and the chat joins anew. */
function useEnterAccount(): (user: UserView) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (user) => {
    // First away from the page, which would ask the new account for things of the old one.
    await navigate({ to: '/' });
    queryClient.removeQueries({ type: 'inactive' });
    queryClient.setQueryData(meQuery.queryKey, user);
    publishAccountSwitch();
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  };
}

function useSwitchAccount() {
  const enter = useEnterAccount();
  return useMutation({
    mutationFn: (uuid: AccountItem['uuid']) => call(switchAccount, { params: { uuid } }),
    onSuccess: enter,
  });
}
