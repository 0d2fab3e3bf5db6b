import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  type MessageView,
  markRead,
  resendMessage,
  sendOperatorMessage,
  setHandling,
} from '@hanasu/contract/inbox';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';
import { conversationQuery } from './inbox.queries.ts';
import { useInboxCache } from './use-inbox-cache.ts';

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
    // A list that was fetched meanwhile may have brought the old count back.
    onSuccess: (_, uuid) => cache.clearUnread(uuid),
    // Not worth a person's attention: the next opening marks it again.
    meta: { inPlace: true },
  });
}
