import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  getConversation,
  type Handling,
  listConversations,
  listMessages,
  type MessageView,
  markRead,
  resendMessage,
  sendOperatorMessage,
  setHandling,
} from '@hanasu/contract/inbox';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';
import type { Tab } from './inbox-view.ts';
import { useInboxCache } from './use-inbox-cache.ts';

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

/** How many conversations each tab holds. The server counts chat pages as the bot's; here only channels matter. */
export const tabCountsQuery = queryOptions({
  queryKey: ['conversations', 'counts'],
  queryFn: async ({ signal }): Promise<Record<Tab, number>> => {
    const query = { origin: 'channel', pageSize: 1 } as const;
    const [all, bot] = await Promise.all([
      call(listConversations, { query, signal }),
      call(listConversations, { query: { ...query, handling: 'bot' }, signal }),
    ]);
    return { ...all.counts, bot: bot.total, all: all.total };
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

/** Writes to the customer. The caller shows the text while it is on its way and keeps it when it fails. */
export function useSendMessage(uuid: ConversationId) {
  const cache = useInboxCache();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string): Promise<MessageView> =>
      call(sendOperatorMessage, { params: { uuid }, body: { text } }),
    onSuccess: (message) => {
      cache.placeMessages(uuid, [message]);
      void queryClient.invalidateQueries({ queryKey: conversationQuery(uuid).queryKey });
    },
    meta: { inPlace: true },
  });
}

export function useResendMessage(uuid: ConversationId) {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (message: MessageId) => call(resendMessage, { params: { uuid, message } }),
    onSuccess: (message) => cache.placeMessages(uuid, [message]),
  });
}

export function useSetHandling(uuid: ConversationId) {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (handling: 'bot' | 'operator' | 'closed'): Promise<ConversationView> =>
      call(setHandling, { params: { uuid }, body: { handling } }),
    onSuccess: (conversation) => cache.placeConversation(conversation),
  });
}

export function useMarkRead() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (uuid: ConversationId) => call(markRead, { params: { uuid } }),
    onMutate: (uuid) => cache.clearUnread(uuid),
    // Not worth a person's attention: the next opening marks it again.
    meta: { inPlace: true },
  });
}
