import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '../../shell/shell.queries.ts';
import {
  changeInList,
  flattenConversations,
  type LoadedConversations,
  placeInList,
} from './conversation-list.ts';
import {
  type ConversationFilter,
  conversationQuery,
  messagesQuery,
  tabCountsQuery,
} from './inbox.queries.ts';
import { placeInThread, withoutMessage } from './message-list.ts';

const LISTS = ['conversations', 'list'] as const;

/** Writes what is known to have changed into everything that shows conversations. */
export function useInboxCache() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const lists = () => queryClient.getQueryCache().findAll({ queryKey: LISTS });
    const find = (uuid: ConversationId): ConversationView | undefined =>
      queryClient.getQueryData(conversationQuery(uuid).queryKey) ??
      lists()
        .flatMap(({ state }) => flattenConversations(state.data as LoadedConversations | undefined))
        .find((each) => each.uuid === uuid);

    const placeConversation = (conversation: ConversationView) => {
      const me = queryClient.getQueryData(meQuery.queryKey)?.uuid;
      queryClient.setQueryData(conversationQuery(conversation.uuid).queryKey, conversation);
      for (const { queryKey } of lists()) {
        const filter = queryKey[2] as ConversationFilter;
        queryClient.setQueryData<LoadedConversations>(
          queryKey,
          (data) => data && placeInList(data, conversation, filter, me),
        );
      }
      void queryClient.invalidateQueries({ queryKey: tabCountsQuery.queryKey });
    };
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
    return {
      find,
      placeConversation,
      changeConversation,
      /** The server's answer to something this person did: what only this page knows stays. */
      placeOwn(conversation: ConversationView) {
        const known = find(conversation.uuid);
        placeConversation(
          known ? { ...conversation, draft: known.draft, unread: known.unread } : conversation,
        );
      },
      placeMessages(uuid: ConversationId, messages: readonly MessageView[]) {
        queryClient.setQueryData(
          messagesQuery(uuid).queryKey,
          (data) => data && { ...placeInThread(data, messages), pageParams: data.pageParams },
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
