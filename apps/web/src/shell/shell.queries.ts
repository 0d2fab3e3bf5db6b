import { administrator, logout, me } from '@hanasu/contract/accounts';
import { tokenHistory } from '@hanasu/contract/billing';
import { listConversations } from '@hanasu/contract/inbox';
import { firstSteps, home } from '@hanasu/contract/insights';
import { listServices } from '@hanasu/contract/services';
import { system } from '@hanasu/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';
import { isApiError } from './api/api-error.ts';
import { log } from './log.ts';

const ONE_HOUR_MS = 3_600_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      return await call(me, { query: { populate: 'avatar' }, signal });
    } catch (error) {
      if (!isApiError(error, 'aborted')) log.info('not logged in');
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** Whether whoever is signed in may see the administrator's page. */
export const administratorQuery = queryOptions({
  queryKey: ['administrator'],
  queryFn: async ({ signal }) => (await call(administrator, { signal })).isAdministrator,
  staleTime: 5 * 60_000,
});

export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: async ({ signal }) => {
    try {
      return await call(listServices, { signal });
    } catch (error) {
      if (!isApiError(error, 'aborted')) log.error('Error fetching service:', error);
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** Asked again every hour: another `build` means that a newer version is served. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(system, { signal }),
  staleTime: ONE_HOUR_MS,
  refetchInterval: ONE_HOUR_MS,
});

/** Balance and the newest entries; features invalidate `['tokens']` after a model call. */
export const balanceQuery = queryOptions({
  queryKey: ['tokens', 'balance'],
  queryFn: ({ signal }) => call(tokenHistory, { query: { page: 1, pageSize: 1 }, signal }),
});

export const signOut = () => call(logout);

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home, { signal }),
  staleTime: 0,
});

/** The way to the first answered message; under `['home']`, so that what refreshes the one refreshes the other. */
export const firstStepsQuery = queryOptions({
  queryKey: ['home', 'first-steps'],
  queryFn: ({ signal }) => call(firstSteps, { signal }),
  staleTime: 0,
});

/** How many conversations of channels each tab of the inbox holds. */
export const conversationCountsQuery = queryOptions({
  queryKey: ['conversations', 'counts'],
  queryFn: async ({ signal }) => {
    const query = { origin: 'channel', pageSize: 1 } as const;
    return (await call(listConversations, { query, signal })).counts;
  },
});
