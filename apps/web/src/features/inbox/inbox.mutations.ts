import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  type MessageView,
  markRead,
  markUnread,
  type OperatorMessage,
  resendMessage,
  sendOperatorMessage,
  setHandling,
  undoClose,
} from '@hanasu/contract/inbox';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { conversationQuery } from './inbox.queries.ts';
import { useInboxCache } from './realtime/use-inbox-cache.ts';

/** Writes to the customer. The caller shows what is on its way and keeps it when it fails. */
export function useSendMessage(uuid: ConversationId) {
  const cache = useInboxCache();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: OperatorMessage): Promise<MessageView> =>
      call(sendOperatorMessage, { params: { uuid }, body }),
    onSuccess: (message) => cache.placeMessages(uuid, [message]),
    // Also after a fault: a colleague may have taken it, which this page has not heard yet.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: conversationQuery(uuid).queryKey }),
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

export interface HandlingChange {
  handling: 'bot' | 'operator' | 'closed';
  takeOver?: boolean;
}

export function useSetHandling(uuid: ConversationId) {
  const cache = useInboxCache();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: HandlingChange): Promise<ConversationView> =>
      call(setHandling, { params: { uuid }, body }),
    onSuccess: (conversation) => cache.placeOwn(conversation),
    onError: (error) => {
      if (!isApiError(error, 'conversation_taken')) return;
      void queryClient.invalidateQueries({ queryKey: conversationQuery(uuid).queryKey });
    },
  });
}

/** Takes back that I have closed it. */
export function useUndoClose() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (uuid: ConversationId) => call(undoClose, { params: { uuid } }),
    onSuccess: (conversation) => cache.placeOwn(conversation),
  });
}

export function useMarkUnread() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (uuid: ConversationId) => call(markUnread, { params: { uuid } }),
    onSuccess: (_, uuid) => cache.changeConversation(uuid, (each) => ({ ...each, unread: 1 })),
  });
}

export function useMarkRead() {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (uuid: ConversationId) => call(markRead, { params: { uuid } }),
    onMutate: (uuid) => cache.clearUnread(uuid),
    // A list that was fetched meanwhile may have brought the old count back.
    onSuccess: (_, uuid) => cache.clearUnread(uuid),
    // Not worth a person's attention: the next opening marks it again.
    meta: { inPlace: true },
  });
}
