import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import {
  UPDATE_AVAILABILITY,
  UPDATE_CONVERSATION,
  UPDATE_TYPING,
  type UpdateConversation,
} from '@hanasu/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRealtime, useRealtimeRejoin } from '../../shell/realtime.tsx';
import { conversationQuery, operatorsQuery } from './inbox.queries.ts';
import { playSound, soundIsOn } from './sound.ts';
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

  useRealtimeRejoin(() => {
    void queryClient.invalidateQueries({ queryKey: ['conversations'] });
    void queryClient.invalidateQueries({ queryKey: ['inbox'] });
  });
  useRealtime(UPDATE_TYPING, ({ conversationUuid, active }) => mark(conversationUuid, active));
  useRealtime(UPDATE_AVAILABILITY, ({ userUuid, available }) =>
    queryClient.setQueryData(operatorsQuery.queryKey, (all) =>
      all?.map((each) => (each.uuid === userUuid ? { ...each, available } : each)),
    ),
  );
  useRealtime(UPDATE_CONVERSATION, (update) => {
    const conversation = update.data.at(-1)?.conversation;
    if (!conversation) return;
    const { uuid } = conversation;
    const isSeen = open === uuid && document.visibilityState === 'visible';
    if (isWorthASound(update, isSeen && document.hasFocus())) void playSound();
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
    cache.placeConversation({
      ...conversation,
      unread: isSeen ? 0 : unreadAfter(known, update),
      draft: known.draft,
    });
    if (isSeen && update.action === 'user_chat') onRead(uuid);
  });
  return typing;
}

/** Only what a customer says, and not in the thread that a person has before their eyes. */
const isWorthASound = ({ action, data }: UpdateConversation, isInSight: boolean): boolean =>
  action === 'user_chat' && !isInSight && data.some(({ message }) => message !== null) && soundIsOn();

/** What this person had not read, and what the customer has said since. */
export const unreadAfter = (known: ConversationView, { action, data }: UpdateConversation): number =>
  known.unread + (action === 'user_chat' ? data.filter(({ message }) => message !== null).length : 0);
