import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { UPDATE_AVAILABILITY, UPDATE_CONVERSATION, UPDATE_TYPING } from '@hanasu/contract/realtime';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { conversationQuery, fetchNewest, operatorsQuery } from '../inbox.queries.ts';
import { asksForPerson, type InboxUpdate, mergeUpdates, typingAfter } from './merge-updates.ts';
import { openSound, playSound, soundIsOn } from './sound.ts';
import { createRefetchQueue, createThrottle, useBatcher } from './update-queues.ts';
import { useInboxCache } from './use-inbox-cache.ts';

/** What comes within this after something was shown is shown together: twenty times a second, whatever comes. */
const BATCH_MS = 50;
const REFETCH_EVERY_MS = 1000;

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
  const ask = useRefetchQueue();
  const markRead = useThrottledRead(onRead);
  const { data: me } = useQuery(meQuery);
  useEffect(openSound, []);
  const isSeen = (uuid: ConversationId) => open === uuid && document.visibilityState === 'visible';

  const show = (updates: readonly InboxUpdate[]) => {
    const find = cache.lookUp();
    const merged = mergeUpdates(updates, { find, isSeen });
    // One change to React, however much has come.
    notifyManager.batch(() => {
      for (const [uuid, messages] of merged.messages) cache.placeMessages(uuid, messages);
      cache.placeConversations(merged.conversations);
      notifyManager.schedule(() => setTyping((before) => typingAfter(before, merged.typing)));
    });
    ask(merged.unsure.filter((each) => each.uuid === open || cache.isListed(each)).map(({ uuid }) => uuid));
    for (const uuid of merged.read) markRead(uuid);
  };
  const batcher = useBatcher(show, BATCH_MS);

  useRealtimeRejoin(() => {
    void queryClient.invalidateQueries({ queryKey: ['conversations'] });
    void queryClient.invalidateQueries({ queryKey: ['inbox'] });
  });
  useRealtime(UPDATE_AVAILABILITY, ({ userUuid, available }) =>
    queryClient.setQueryData(operatorsQuery.queryKey, (all) =>
      all?.map((each) => (each.uuid === userUuid ? { ...each, available } : each)),
    ),
  );
  useRealtime(UPDATE_TYPING, (update) => batcher.add({ typing: update }));
  useRealtime(UPDATE_CONVERSATION, (update) => {
    const uuid = update.data.at(-1)?.conversation.uuid;
    const isInSight = uuid !== undefined && isSeen(uuid) && document.hasFocus();
    if (!isInSight && soundIsOn() && asksForPerson(update, uuid && cache.lookUp()(uuid), me?.uuid))
      playSound();
    batcher.add({ conversation: update });
  });
  return typing;
}

/** Asks for what the events, which are for everybody, can't say of this person: what they have read and begun to write. */
function useRefetchQueue(): (uuids: ConversationId[]) => void {
  const queryClient = useQueryClient();
  const cache = useInboxCache();
  const [ask] = useState(() => {
    const answered = (conversations: readonly ConversationView[]) => {
      const find = cache.lookUp();
      const isOvertaken = ({ uuid, updatedAt }: ConversationView) =>
        (find(uuid)?.updatedAt ?? '') > updatedAt;
      cache.placeConversations(conversations.filter((each) => !isOvertaken(each)));
      askAgain(conversations.filter(isOvertaken).map(({ uuid }) => uuid));
    };
    const askAgain = createRefetchQueue({
      one: (uuid) => queryClient.fetchQuery({ ...conversationQuery(uuid), staleTime: 0 }),
      newest: async () => (await fetchNewest()).items,
      answered,
      pauseMs: REFETCH_EVERY_MS,
    });
    return askAgain;
  });
  return ask;
}

/** In a conversation where much is said, a person has read all of it, not each word by itself. */
function useThrottledRead(onRead: (uuid: ConversationId) => void): (uuid: ConversationId) => void {
  const read = useEffectEvent(onRead);
  const [markRead] = useState(() => {
    const unread = new Set<ConversationId>();
    const run = createThrottle(async () => {
      for (const uuid of unread) read(uuid);
      unread.clear();
    }, REFETCH_EVERY_MS);
    return (uuid: ConversationId) => {
      unread.add(uuid);
      run();
    };
  });
  return markRead;
}
