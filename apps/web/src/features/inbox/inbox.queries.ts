import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { getConversation, type Handling, listConversations, listMessages } from '@hanasu/contract/inbox';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';
import type { Tab } from './inbox-view.ts';

export interface ConversationFilter {
  tab: Tab;
  q?: string | undefined;
  channelUuid?: ChannelId | undefined;
}
export type ConversationPage = EndpointOutput<typeof listConversations>;
export type MessagePage = EndpointOutput<typeof listMessages>;

const CONVERSATIONS_AT_ONCE = 30;
const MESSAGES_AT_ONCE = 40;

const handlingOf = (tab: Tab): Handling | undefined => (tab === 'mine' || tab === 'all' ? undefined : tab);

/** Conversations on channels, last activity first; the next page follows when the list is scrolled. */
export const conversationsQuery = ({ tab, q, channelUuid }: ConversationFilter) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', { tab, q, channelUuid }] as const,
    queryFn: ({ signal, pageParam }) =>
      call(listConversations, {
        query: {
          origin: 'channel',
          page: pageParam,
          pageSize: CONVERSATIONS_AT_ONCE,
          ...(handlingOf(tab) ? { handling: handlingOf(tab) } : {}),
          ...(tab === 'mine' ? { mine: 'true' } : {}),
          ...(q ? { q } : {}),
          ...(channelUuid ? { channelUuid } : {}),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

/** How many conversations of channels each tab holds. */
export const tabCountsQuery = queryOptions({
  queryKey: ['conversations', 'counts'],
  queryFn: async ({ signal }): Promise<Record<Tab, number>> => {
    const { counts, total } = await call(listConversations, {
      query: { origin: 'channel', pageSize: 1 },
      signal,
    });
    return { ...counts, all: total };
  },
});

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
