import { sendConfirmation } from '@hanasu/contract/accounts';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { toasts } from '../notifications/toasts.tsx';
import { call } from './api-client.ts';
import { isApiError } from './api-error.ts';
import { errorMessage } from './error-message.ts';

const TOAST = 'confirm-address';

/** Something was refused because the address is not confirmed: says so beside the form, with “send again”. */
function askToConfirm(error: unknown): void {
  const action = { label: i18next.t('session.confirm.again'), onClick: () => void sendAgain() };
  toasts.add({ title: errorMessage(error), color: 'error', stays: true, action }, TOAST);
}

async function sendAgain(): Promise<void> {
  try {
    await call(sendConfirmation);
    toasts.add({ title: i18next.t('session.confirm.onItsWay') }, TOAST);
  } catch (error) {
    // Nothing to send: there is no address yet, or it was confirmed in another tab. Both are seen on that page.
    if (isApiError(error, 'email_already_confirmed')) location.assign('/Account');
    else toasts.add({ title: errorMessage(error), color: 'error' }, TOAST);
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `inPlace`: the form or button shows its own errors, so no toast. */
    mutationMeta: { inPlace?: boolean };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The API client retries; a second layer would multiply the tries.
    queries: { retry: false, staleTime: 15_000 },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (isApiError(error, 'email_unconfirmed')) askToConfirm(error);
      else if (!mutation.meta?.inPlace) toasts.add({ title: errorMessage(error), color: 'error' });
    },
  }),
});
