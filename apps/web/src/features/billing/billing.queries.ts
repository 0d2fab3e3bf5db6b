import { tokenHistory } from '@hanasu/contract/billing';
import type { BotId } from '@hanasu/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';

export const HISTORY_PAGE_SIZE = 20;

export const historyQuery = (page: number, botUuid?: BotId) =>
  queryOptions({
    queryKey: ['tokens', 'history', { page, botUuid }],
    queryFn: ({ signal }) =>
      call(tokenHistory, {
        query: { page, pageSize: HISTORY_PAGE_SIZE, ...(botUuid ? { botUuid } : {}) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
