import type { UserView } from '@hanasu/contract/accounts';
import { type AccountItem, createAccount, listAccounts, switchAccount } from '@hanasu/contract/team';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/api-client.ts';
import { meQuery } from '../shell.queries.ts';
import { announceAccountSwitch } from './session.ts';

export const accountsQuery = queryOptions({
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
    announceAccountSwitch();
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  };
}

export function useSwitchAccount() {
  const enter = useEnterAccount();
  return useMutation({
    mutationFn: (uuid: AccountItem['uuid']) => call(switchAccount, { params: { uuid } }),
    onSuccess: enter,
  });
}

export function useCreateAccount() {
  const enter = useEnterAccount();
  return useMutation({
    mutationFn: (name: string) =>
      call(createAccount, {
        body: { name, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onSuccess: enter,
    meta: { inPlace: true },
  });
}
