import type { Locale } from '@hanasu/contract/accounts';
import { exportTokenHistory, tokenBalance, tokenHistory, tokenUsage } from '@hanasu/contract/billing';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '../../../shell/api/api-client.ts';
import { saveBlob } from '../../../shell/save-blob.ts';
import {
  type Group,
  type HistoryFilter,
  historyFilterQuery,
  type Narrowed,
  narrowedQuery,
} from './token-search.ts';

export const HISTORY_PAGE_SIZE = 20;

export const historyQuery = (filter: HistoryFilter, page: number) =>
  queryOptions({
    queryKey: ['tokens', 'history', page, filter],
    queryFn: ({ signal }) =>
      call(tokenHistory, {
        query: { page, pageSize: HISTORY_PAGE_SIZE, ...historyFilterQuery(filter) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });

export const forecastQuery = queryOptions({
  queryKey: ['tokens', 'forecast'],
  queryFn: ({ signal }) => call(tokenBalance, { signal }),
});

export type PeriodDays = '7' | '30' | '90';

/** What calls of the period cost by day or group. A group is not narrowed by itself: the others stay in sight. */
export const usageQuery = (by: 'day' | Group, days: PeriodDays, filter: Narrowed) => {
  const others = by === 'day' ? filter : { ...filter, [by]: undefined };
  return queryOptions({
    queryKey: ['tokens', 'usage', by, days, others],
    queryFn: ({ signal }) => call(tokenUsage, { query: { by, days, ...narrowedQuery(others) }, signal }),
    placeholderData: (previous) => previous,
  });
};

/** The entries under the filters as a file, in the language in use. */
export const useSaveHistory = (filter: HistoryFilter, locale: Locale) =>
  useMutation({
    mutationFn: async (_: undefined) =>
      saveBlob(
        await download(exportTokenHistory, { query: { locale, ...historyFilterQuery(filter) } }),
        'tokens.csv',
      ),
  });
