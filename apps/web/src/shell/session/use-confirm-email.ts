import { sendConfirmation, type UserView } from '@hanasu/contract/accounts';
import { useLocalStorage } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { isApiError } from '../api/api-error.ts';
import { toasts } from '../notifications/toasts.tsx';
import { meQuery } from '../shell.queries.ts';

const isUnconfirmed = (user: UserView | undefined): boolean => Boolean(user?.email && !user.emailVerified);

/** Whether the address is still to be confirmed: what the mark at the account says, also to whoever closed the row. */
export function useIsUnconfirmed(): boolean {
  // It is confirmed in another tab: whoever comes back sees it.
  const { data } = useQuery({
    ...meQuery,
    refetchOnWindowFocus: ({ state }) => (isUnconfirmed(state.data) ? 'always' : true),
  });
  return isUnconfirmed(data);
}

/** The row of the home page. Closed once, it stays away for this address. */
export function useConfirmEmail() {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const { data: user } = useQuery(meQuery);
  const email = user?.email ?? '';
  const isUnconfirmedNow = useIsUnconfirmed();
  const [closed, setClosed] = useLocalStorage({
    key: 'confirm-email-closed',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      try {
        await call(sendConfirmation);
        toasts.add({ title: t('session.confirm.sentAgain', { email }) });
      } catch (error) {
        // Confirmed elsewhere in the meantime: the row goes away.
        if (!isApiError(error, 'email_already_confirmed')) throw error;
        await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      }
    },
  });
  return {
    isWanted: isUnconfirmedNow && closed !== email,
    close: () => setClosed(email),
    send: () => mutate(),
    isSending: isPending,
  };
}
