import { sendConfirmation } from '@hanasu/contract/accounts';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
  type SetDataOptions,
} from '@tanstack/react-query';
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

/**
 * TanStack Query (5.108, its issue 8530) leaves a first fetch alone that is under way when its query is invalidated, and its answer may be
 * older than the change. Here the query is fetched once more after it.
 */
class HanasuQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    const again = begun.map(async (query) => {
      // Joins the fetch that is under way.
      await query.fetch().catch(() => undefined);
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    });
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }

  /** A whole answer ends a fetch of the same: it may have begun before the change, and would put what was before it back. */
  override setQueryData = ((queryKey: QueryKey, updater: unknown, options?: SetDataOptions) => {
    if (typeof updater !== 'function') void this.cancelQueries({ queryKey, exact: true });
    return super.setQueryData(queryKey, updater, options);
  }) as QueryClient['setQueryData'];
}

export const queryClient = new HanasuQueryClient({
  defaultOptions: {
    // The API client retries; a second layer would multiply the tries.
    queries: { retry: false, staleTime: 15_000 },
    // By default a change waits without a word while the browser is offline, and goes out when nobody expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (isApiError(error, 'email_unconfirmed')) askToConfirm(error);
      else if (!mutation.meta?.inPlace) toasts.add({ title: errorMessage(error), color: 'error' });
    },
  }),
});
