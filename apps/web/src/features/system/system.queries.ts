import { listOutbox } from '@hanasu/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';

const LOOK_MS = 5000;

/** Newest first, as the server gives them; new ones appear by themselves. */
export const outboxQuery = (code: string | null) =>
  queryOptions({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) => (await call(listOutbox, { query: code ? { code } : {}, signal })).items,
    refetchInterval: LOOK_MS,
  });
