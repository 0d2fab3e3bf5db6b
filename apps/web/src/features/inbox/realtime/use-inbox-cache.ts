import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conversationCountsQuery, meQuery } from '../../../shell/shell.queries.ts';
import { conversationQuery, fetchNewestMessages, messagesQuery } from '../inbox.queries.ts';
import type { InboxFilter } from '../list/conversation-list.ts';
import {
  belongs,
  changeInList,
  flattenConversations,
  type LoadedConversations,
  placeInList,
} from '../list/conversation-list.ts';
import { placeInThread, withoutMessage } from '../thread/message-list.ts';
import { repeatAfterFetch } from './repeat-after-fetch.ts';
import { createThrottle } from './update-queues.ts';

const LISTS = ['conversations', 'list'] as const;

const COUNT_EVERY_MS = 1000;
const counters = new WeakMap<QueryClient, () => void>();

/** The tabs' numbers are the server's to count: at once when it is quiet, now and then while much happens. */
function countAnew(queryClient: QueryClient): void {
  const count =
    counters.get(queryClient) ??
    createThrottle(
      () => queryClient.invalidateQueries({ queryKey: conversationCountsQuery.queryKey }),
      COUNT_EVERY_MS,
    );
  counters.set(queryClient, count);
  count();
}

/** Writes what is known to have changed into everything that shows conversations. */
export function useInboxCache() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const lists = () => queryClient.getQueryCache().findAll({ queryKey: LISTS });
    const me = () => queryClient.getQueryData(meQuery.queryKey)?.uuid;
    /** What is loaded, to look up many. */
    const lookUp = () => {
      const listed = new Map(
        lists()
          .flatMap(({ state }) => flattenConversations(state.data as LoadedConversations | undefined))
          .map((each) => [each.uuid, each]),
      );
      return (uuid: ConversationId): ConversationView | undefined =>
        queryClient.getQueryData(conversationQuery(uuid).queryKey) ?? listed.get(uuid);
    };
    const find = (uuid: ConversationId) => lookUp()(uuid);

    /** Each once; all of them are one change to whoever shows them. */
    const placeConversations = (conversations: readonly ConversationView[]) => {
      if (conversations.length === 0) return;
      notifyManager.batch(() => {
        // Only what is open is kept by itself: thousands that nobody looks at would slow down every look.
        for (const conversation of conversations)
          queryClient.setQueryData(
            conversationQuery(conversation.uuid).queryKey,
            (old) => old && conversation,
          );
        for (const query of lists()) {
          const { queryKey } = query;
          const place = (placed: readonly ConversationView[]) =>
            queryClient.setQueryData<LoadedConversations>(queryKey, (data) => {
              const after = data && placeInList(data, placed, queryKey[2] as InboxFilter, me());
              return after === data ? undefined : after;
            });
          place(conversations);
          repeatAfterFetch(queryClient, query, () => {
            const find = lookUp();
            place(conversations.filter(({ uuid, updatedAt }) => (find(uuid)?.updatedAt ?? '') <= updatedAt));
          });
        }
      });
      countAnew(queryClient);
    };
    /** Whether it stands in a list that was opened, or in none. */
    const isListed = (conversation: ConversationView): boolean =>
      lists().some(({ queryKey }) => {
        const filter = queryKey[2] as InboxFilter;
        return !filter.q && belongs(conversation, filter, me());
      });
    const changeConversation = (
      uuid: ConversationId,
      change: (conversation: ConversationView) => ConversationView,
    ) => {
      queryClient.setQueryData(conversationQuery(uuid).queryKey, (old) => old && change(old));
      queryClient.setQueriesData<LoadedConversations>(
        { queryKey: LISTS },
        (data) => data && changeInList(data, uuid, change),
      );
    };
    const placeMessages = (uuid: ConversationId, messages: readonly MessageView[]) => {
      const { queryKey } = messagesQuery(uuid);
      const place = () =>
        queryClient.setQueryData(
          queryKey,
          (data) => data && { ...placeInThread(data, messages), pageParams: data.pageParams },
        );
      place();
      const query = queryClient.getQueryCache().find({ queryKey });
      if (query) repeatAfterFetch(queryClient, query, place);
    };
    return {
      lookUp,
      isListed,
      placeConversations,
      changeConversation,
      /** The server's answer to something this person did: what only this page knows stays. */
      placeOwn(conversation: ConversationView) {
        const known = find(conversation.uuid);
        placeConversations([
          known ? { ...conversation, draft: known.draft, unread: known.unread } : conversation,
        ]);
      },
      placeMessages,
      /** Lines about who has the conversation, into a thread that is loaded. */
      async fetchLines(uuid: ConversationId) {
        if (!queryClient.getQueryData(messagesQuery(uuid).queryKey)) return;
        const newest = await fetchNewestMessages(uuid).catch(() => []);
        placeMessages(
          uuid,
          newest.filter(({ sender, kind }) => sender === 'system' && kind === 'event'),
        );
      },
      removeMessage(uuid: ConversationId, message: string) {
        queryClient.setQueryData(
          messagesQuery(uuid).queryKey,
          (data) => data && { ...withoutMessage(data, message), pageParams: data.pageParams },
        );
      },
      clearUnread(uuid: ConversationId) {
        if (find(uuid)?.unread === 0) return;
        changeConversation(uuid, (conversation) => ({ ...conversation, unread: 0 }));
      },
      setDraft(uuid: ConversationId, draft: string | null) {
        if (find(uuid)?.draft === draft) return;
        changeConversation(uuid, (conversation) => ({ ...conversation, draft }));
      },
    };
  }, [queryClient]);
}
