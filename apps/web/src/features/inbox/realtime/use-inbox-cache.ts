import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
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
import { type LoadedMessages, placeInThread, withoutMessage } from '../thread/message-list.ts';
import { repeatAfterFetch } from './repeat-after-fetch.ts';
import { createThrottle } from './update-queues.ts';

const LISTS = ['conversations', 'list'] as const;

const COUNT_EVERY_MS = 1000;
const counters = new WeakMap<QueryClient, () => void>();

/** The tabs' numbers are the server's to count: at once when it is quiet, now and then while much happens. */
function recount(queryClient: QueryClient): void {
  const count =
    counters.get(queryClient) ??
    createThrottle(
      () => queryClient.invalidateQueries({ queryKey: conversationCountsQuery.queryKey }),
      COUNT_EVERY_MS,
    );
  counters.set(queryClient, count);
  count();
}

/** Leaves out the conversations of which the list has a newer state already. */
function withoutOutdated(
  conversations: readonly ConversationView[],
  data: LoadedConversations,
): readonly ConversationView[] {
  const uuids = new Set(conversations.map(({ uuid }) => uuid));
  const listed = new Map(
    flattenConversations(data).flatMap(({ uuid, updatedAt }) => (uuids.has(uuid) ? [[uuid, updatedAt]] : [])),
  );
  return conversations.filter(({ uuid, updatedAt }) => (listed.get(uuid) ?? '') <= updatedAt);
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
    /** Once more where an answer is under way, which may be older than the change. */
    const change = <Data>(query: Query | undefined, run: (data: Data) => Data) => {
      if (!query) return;
      const write = () =>
        queryClient.setQueryData<Data>(query.queryKey, (data) => {
          const after = data && run(data);
          return after === data ? undefined : after;
        });
      write();
      repeatAfterFetch(queryClient, query, write);
    };
    const changeThread = (uuid: ConversationId, run: (data: LoadedMessages) => LoadedMessages) => {
      const { queryKey } = messagesQuery(uuid);
      change(queryClient.getQueryCache().find({ queryKey }), run);
    };

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
        for (const query of lists())
          change<LoadedConversations>(query, (data) =>
            placeInList(data, withoutOutdated(conversations, data), query.queryKey[2] as InboxFilter, me()),
          );
      });
      recount(queryClient);
    };
    /** Whether it stands in a list that was opened, or in none. */
    const isListed = (conversation: ConversationView): boolean =>
      lists().some(({ queryKey }) => {
        const filter = queryKey[2] as InboxFilter;
        return !filter.q && belongs(conversation, filter, me());
      });
    const changeConversation = (
      uuid: ConversationId,
      run: (conversation: ConversationView) => ConversationView,
    ) => {
      queryClient.setQueryData(conversationQuery(uuid).queryKey, (old) => old && run(old));
      for (const query of lists())
        change<LoadedConversations>(query, (data) => changeInList(data, uuid, run));
    };
    const placeMessages = (uuid: ConversationId, messages: readonly MessageView[]) =>
      changeThread(uuid, (data) => placeInThread(data, messages));
    return {
      lookUp,
      isFetching: () => lists().some(({ state }) => state.fetchStatus === 'fetching'),
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
      removeMessage: (uuid: ConversationId, message: string) =>
        changeThread(uuid, (data) => withoutMessage(data, message)),
      clearUnread(uuid: ConversationId) {
        if (find(uuid)?.unread === 0) return;
        changeConversation(uuid, (conversation) => ({ ...conversation, unread: 0 }));
      },
      /** As this person has marked them on one of their pages. The tabs' numbers count nothing that is unread. */
      setUnread(uuids: readonly ConversationId[], unread: number) {
        const find = lookUp();
        const marked = (conversation: ConversationView) => ({ ...conversation, unread });
        notifyManager.batch(() => {
          for (const uuid of uuids)
            queryClient.setQueryData(conversationQuery(uuid).queryKey, (old) => old && marked(old));
          for (const query of lists())
            change<LoadedConversations>(query, (data) => {
              const filter = query.queryKey[2] as InboxFilter;
              const listed = new Map(flattenConversations(data).map((each) => [each.uuid, each]));
              const isOutdated = (each: ConversationView) =>
                each.unread !== unread || (filter.unread && listed.has(each.uuid) !== unread > 0);
              const rows = uuids.flatMap((uuid) => listed.get(uuid) ?? find(uuid) ?? []);
              return placeInList(data, rows.filter(isOutdated).map(marked), filter, me());
            });
        });
      },
      setDraft(uuid: ConversationId, draft: string | null) {
        if (find(uuid)?.draft === draft) return;
        changeConversation(uuid, (conversation) => ({ ...conversation, draft }));
      },
    };
  }, [queryClient]);
}
