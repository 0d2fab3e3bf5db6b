import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { UPDATE_CONVERSATION, UPDATE_TYPING, type UpdateConversation } from '@hanasu/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRealtime, useRealtimeRejoin } from '../../shell/realtime.tsx';
import { conversationQuery } from './inbox.queries.ts';
import { useInboxCache } from './use-inbox-cache.ts';

/**
 * Keeps list and thread as they are on the server. Returns the conversations that are being answered now.
 * `onRead` is called when a customer writes into the conversation a person is looking at.
 */
export function useInboxUpdates(
  open: ConversationId | null,
  onRead: (uuid: ConversationId) => void,
): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const cache = useInboxCache();
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set());
  const mark = (uuid: string, active: boolean) =>
    setTyping((before) => {
      if (before.has(uuid) === active) return before;
      const after = new Set(before);
      if (active) after.add(uuid);
      else after.delete(uuid);
      return after;
    });

  useRealtimeRejoin(() => void queryClient.invalidateQueries({ queryKey: ['conversations'] }));
  useRealtime(UPDATE_TYPING, ({ conversationUuid, active }) => mark(conversationUuid, active));
  useRealtime(UPDATE_CONVERSATION, (update) => {
    const conversation = update.data.at(-1)?.conversation;
    if (!conversation) return;
    const { uuid } = conversation;
    cache.placeMessages(
      uuid,
      update.data.flatMap(({ message }) => message ?? []),
    );
    if (update.action === 'bot_chat' || update.action === 'operator_chat') mark(uuid, false);
    const known = cache.find(uuid);
    // The event is for everybody, so it can't say what this person has read; an unknown one is asked for.
    if (!known) {
      void queryClient.fetchQuery({ ...conversationQuery(uuid), staleTime: 0 }).then(cache.placeConversation);
      return;
    }
    // Events may overtake each other.
    if (known.updatedAt > conversation.updatedAt) return;
    const isSeen = open === uuid && document.visibilityState === 'visible';
    cache.placeConversation({ ...conversation, unread: isSeen ? 0 : unreadAfter(known, update) });
    if (isSeen && update.action === 'user_chat') onRead(uuid);
  });
  return typing;
}

/** What this person had not read, and what the customer has said since. */
export const unreadAfter = (known: ConversationView, { action, data }: UpdateConversation): number =>
  known.unread + (action === 'user_chat' ? data.filter(({ message }) => message !== null).length : 0);
