import { listBots } from '@hanasu/contract/bots';
import { listConversations } from '@hanasu/contract/inbox';
import { listKnowledge } from '@hanasu/contract/knowledge';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

const AT_MOST = 5;

/** What the palette finds of one kind. A query that nobody waits for any more is aborted. */
const search = <Page extends { items: unknown[] }>(
  kind: 'bot' | 'knowledge' | 'conversation',
  q: string,
  ask: (query: { q: string; pageSize: number }, signal: AbortSignal) => Promise<Page>,
) =>
  queryOptions({
    queryKey: ['palette', kind, q],
    queryFn: async ({ signal }): Promise<Page['items']> =>
      (await ask({ q, pageSize: AT_MOST }, signal)).items,
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });

export const findBots = (q: string) => search('bot', q, (query, signal) => call(listBots, { query, signal }));
export const findKnowledge = (q: string) =>
  search('knowledge', q, (query, signal) => call(listKnowledge, { query, signal }));
/** Found by the friend's name among others; conversations of the chat page have none and are left out. */
export const findConversations = (q: string) =>
  search('conversation', q, (query, signal) =>
    call(listConversations, { query: { ...query, origin: 'channel' }, signal }),
  );
