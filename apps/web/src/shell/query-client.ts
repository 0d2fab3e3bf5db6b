import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isFault } from './api-fault.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { faultWords } from './fault-words.ts';
import { toasts } from './toasts.tsx';

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
      if (isFault(error, 'email_unconfirmed')) askToConfirm(error);
      else if (!mutation.meta?.inPlace) toasts.add({ title: faultWords(error), color: 'error' });
    },
  }),
});
