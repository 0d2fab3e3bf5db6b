import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { getFriend } from '@hanasu/contract/friends';
import type { ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import { getConversation, listConversations, listMessages, type MessageView } from '@hanasu/contract/inbox';
import {
  getInboxReport,
  type InboxViewFilter,
  listCannedReplies,
  listInboxViews,
  listOperators,
  listOtherConversations,
  searchMessages,
} from '@hanasu/contract/inbox-work';
import { PERIODS } from '@hanasu/contract/insights';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { chosenSort, type InboxView, usualSort } from './inbox-view.ts';
import { conditionsOf, type InboxFilter, PAGES_KEPT, sameConversations } from './list/conversation-list.ts';
import { startOf } from './list/days.ts';

export type MessagePage = EndpointOutput<typeof listMessages>;

const CONVERSATIONS_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 40;
const HITS_AT_ONCE = 20;
const OPERATORS_MS = 60_000;

export const filterOf = ({ channel, segment, tag, sort, ...view }: InboxView): InboxFilter => ({
  ...view,
  channelUuid: channel,
  segmentUuid: segment,
  tagUuid: tag,
  sort: (sort ?? usualSort(view.tab)) === 'waiting' ? 'waiting' : undefined,
});

/** What is saved of a view. Days that end today are saved as their number, so that they end today again. */
export function savedFilterOf(view: InboxView, timeZone: string): InboxViewFilter {
  const { tab, q, channel, segment, tag, assignee, unread, late, from, to, outcome, delivery, sort } = view;
  const days = to ? undefined : PERIODS.find((each) => from === startOf(timeZone, each));
  return {
    tab,
    ...(q && { q }),
    ...(channel && { channelUuid: channel }),
    ...(segment && { segmentUuid: segment }),
    ...(tag && { tagUuid: tag }),
    ...(assignee && { assignee }),
    ...(unread && { unread }),
    ...(late && { late }),
    ...(days ? { days } : { ...(from && { from }), ...(to && { to }) }),
    ...(outcome && { outcome }),
    ...(delivery && { delivery }),
    ...(chosenSort(view) && { sort }),
  };
}

/** The whole view: what a saved one leaves out narrows nothing. */
export const viewOfSaved = (saved: InboxViewFilter, timeZone: string): InboxView => ({
  tab: saved.tab,
  q: saved.q,
  channel: saved.channelUuid,
  segment: saved.segmentUuid,
  tag: saved.tagUuid,
  assignee: saved.assignee,
  unread: saved.unread,
  late: saved.late,
  from: saved.days ? startOf(timeZone, saved.days) : saved.from,
  to: saved.to,
  outcome: saved.outcome,
  delivery: saved.delivery,
  sort: saved.sort,
});

export const inboxViewsQuery = queryOptions({
  queryKey: ['inbox', 'views'],
  queryFn: async ({ signal }) => (await call(listInboxViews, { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

function queryOf(filter: InboxFilter) {
  const { q, sort } = filter;
  const { open, mine, snoozed, unread, late, ...rest } = conditionsOf(filter);
  return {
    ...rest,
    ...(open ? { open: 'true' } : {}),
    ...(mine ? { mine: 'true' } : {}),
    ...(snoozed ? { snoozed: 'true' } : {}),
    ...(unread ? { unread: 'true' } : {}),
    ...(late ? { late: 'true' } : {}),
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
  };
}

/** One page of a list, to begin it anew from the top. */
export const fetchConversations = (filter: InboxFilter, page: number, signal?: AbortSignal) =>
  call(listConversations, {
    query: { ...queryOf(filter), page, pageSize: CONVERSATIONS_AT_ONCE },
    signal,
  });

/** Conversations on channels; pages follow in both directions as the list is scrolled. */
export const conversationsQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', filter] as const,
    queryFn: ({ signal, pageParam }) => fetchConversations(filter, pageParam, signal),
    initialPageParam: 1,
    maxPages: PAGES_KEPT,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    getPreviousPageParam: ({ page }) => (page > 1 ? page - 1 : undefined),
    // By place, as it is done by itself, every row would be another as soon as one comes in above.
    structuralSharing: sameConversations,
  });

/** The conversations that something has happened in last, as this person sees them. */
export const fetchNewest = () =>
  call(listConversations, { query: { origin: 'channel', pageSize: PAGE_SIZE_MAX } });

/** Who waits for a person longest, and is nobody else's. */
export async function fetchNextWaiting(
  current: ConversationId | null,
  me: string | undefined,
): Promise<ConversationId | null> {
  const query = {
    origin: 'channel',
    handling: 'waiting',
    sort: 'waiting',
    pageSize: WAITING_LOOKED_AT,
  } as const;
  const { items } = await call(listConversations, { query });
  const next = items.find(
    ({ uuid, operator }) => uuid !== current && (operator === null || operator.uuid === me),
  );
  return next?.uuid ?? null;
}
const WAITING_LOOKED_AT = 50;

export const conversationQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['conversations', 'one', uuid],
    queryFn: ({ signal }) => call(getConversation, { params: { uuid }, signal }),
  });

/** Newest messages first page; each further page is older. Inside a page the oldest comes first. */
export const messagesQuery = (uuid: ConversationId) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'messages', uuid] as const,
    queryFn: ({ signal, pageParam }) =>
      call(listMessages, {
        params: { uuid },
        query: { pageSize: MESSAGES_AT_ONCE, ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as MessageId | null,
    getNextPageParam: ({ items, pageSize }) => (items.length < pageSize ? undefined : items[0]?.uuid),
  });

/** The newest messages of a thread, oldest first. */
export async function fetchNewestMessages(uuid: ConversationId): Promise<MessageView[]> {
  const { items } = await call(listMessages, { params: { uuid }, query: { pageSize: NEWEST_MESSAGES } });
  return items;
}
const NEWEST_MESSAGES = 10;

/** What was said anywhere, newest first. */
export const messageHitsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'hits', q] as const,
    queryFn: ({ signal, pageParam }) =>
      call(searchMessages, { query: { q, page: pageParam, pageSize: HITS_AT_ONCE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    enabled: q.length > 0,
  });

/** Colleagues who can take conversations, with their load. */
export const operatorsQuery = queryOptions({
  queryKey: ['inbox', 'operators'],
  queryFn: async ({ signal }) => (await call(listOperators, { signal })).items,
  staleTime: OPERATORS_MS,
});

/** All canned replies: they are few, and looked through while one types. */
export const cannedQuery = queryOptions({
  queryKey: ['inbox', 'canned'],
  queryFn: async ({ signal }) => {
    const first = await call(listCannedReplies, { query: { pageSize: PAGE_SIZE_MAX }, signal });
    const pages = Math.ceil(first.total / PAGE_SIZE_MAX);
    const others = await Promise.all(
      Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
        call(listCannedReplies, { query: { pageSize: PAGE_SIZE_MAX, page: index + 2 }, signal }),
      ),
    );
    return [first, ...others].flatMap(({ items }) => items);
  },
  staleTime: 5 * OPERATORS_MS,
});

export const friendQuery = (uuid: FriendId) =>
  queryOptions({
    queryKey: ['friends', 'one', uuid],
    queryFn: ({ signal }) => call(getFriend, { params: { uuid }, signal }),
  });

export const reportQuery = (days: number) =>
  queryOptions({
    queryKey: ['inbox', 'report', days],
    queryFn: ({ signal }) => call(getInboxReport, { query: { days }, signal }),
  });

const OTHERS_SHOWN = 5;

/** The newest of the same customer. Under the conversation, so that what changes there is asked for again. */
export const otherConversationsQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['conversations', 'others', uuid],
    queryFn: ({ signal }) =>
      call(listOtherConversations, { params: { uuid }, query: { pageSize: OTHERS_SHOWN }, signal }),
  });
