import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import {
  UPDATE_AVAILABILITY,
  UPDATE_CONVERSATION,
  UPDATE_READ_MARKS,
  UPDATE_TYPING,
  type UpdateConversation,
  type UpdateTyping,
} from '@hanasu/contract/realtime';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { conversationQuery, fetchNewest, operatorsQuery } from '../inbox.queries.ts';
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
    const merged = mergeUpdates(updates, { find, isSeen, isFetching: cache.isFetching });
    // One change to React, however much has come.
    notifyManager.batch(() => {
      for (const [uuid, messages] of merged.messages) cache.placeMessages(uuid, messages);
      cache.placeConversations(merged.conversations);
      notifyManager.schedule(() => setTyping((before) => typingAfter(before, merged.typing)));
    });
    ask(merged.unsure.filter((each) => each.uuid === open || cache.isListed(each)).map(({ uuid }) => uuid));
    for (const uuid of merged.read) markRead(uuid);
    for (const uuid of merged.handedOver) void cache.fetchLines(uuid);
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
  useRealtime(UPDATE_READ_MARKS, ({ conversationUuids, unread }) => {
    // What came before it is part of what was read.
    batcher.flush();
    // What stands before a person's eyes would be read again at once.
    cache.setUnread(
      unread > 0 ? conversationUuids.filter((uuid) => !isSeen(uuid)) : conversationUuids,
      unread,
    );
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

/** What the list and the thread hear of, in the order in which it came. */
export type InboxUpdate = { typing: UpdateTyping } | { conversation: UpdateConversation };

interface Known {
  find(uuid: ConversationId): ConversationView | undefined;
  /** Whether it stands open before a person's eyes. */
  isSeen(uuid: ConversationId): boolean;
  /** A list is on its way, which may be older than the updates. */
  isFetching(): boolean;
}

interface MergedUpdates {
  /** As they stand after all updates, each once. */
  readonly conversations: readonly ConversationView[];
  /** Conversations whose number of unread messages does not follow from the update: as the update has them. */
  readonly unsure: readonly ConversationView[];
  readonly messages: ReadonlyMap<ConversationId, readonly MessageView[]>;
  /** Whether somebody is answering in it, as far as that was said. */
  readonly typing: ReadonlyMap<string, boolean>;
  /** A customer wrote while a person was looking. */
  readonly read: ReadonlySet<ConversationId>;
  /** Passed from the bot to staff or back without the line of the thread that says so. */
  readonly handedOver: ReadonlySet<ConversationId>;
}

/** What many updates come to. */
export function mergeUpdates(updates: readonly InboxUpdate[], known: Known): MergedUpdates {
  const conversations = new Map<ConversationId, ConversationView>();
  const unsure = new Map<ConversationId, ConversationView>();
  const messages = new Map<ConversationId, MessageView[]>();
  const typing = new Map<string, boolean>();
  const read = new Set<ConversationId>();
  const handedOver = new Set<ConversationId>();
  for (const each of updates) {
    if ('typing' in each) {
      typing.set(each.typing.conversationUuid, each.typing.active);
      continue;
    }
    const update = each.conversation;
    const updated = update.data.at(-1)?.conversation;
    if (!updated) continue;
    const { uuid } = updated;
    const said = update.data.flatMap(({ message }) => message ?? []);
    if (said.length > 0) messages.set(uuid, [...(messages.get(uuid) ?? []), ...said]);
    if (update.action === 'bot_chat' || update.action === 'operator_chat') typing.set(uuid, false);
    const before = conversations.get(uuid) ?? known.find(uuid);
    // Events may overtake each other, and so may the open conversation, which is fetched by itself: its row lags behind.
    if (before && before.updatedAt > updated.updatedAt) {
      conversations.set(uuid, before);
      continue;
    }
    const hasLine = said.some(({ sender }) => sender === 'system');
    if (before && !hasLine && isStaffs(before) !== isStaffs(updated)) handedOver.add(uuid);
    const isSeen = known.isSeen(uuid);
    const unread = unreadAfter(before, update);
    // What nobody has read is the most that this person has not read.
    const isUnknown = !before && updated.unread > unread;
    // What is shown was fetched after this was said, or was read together with it: it may be counted already.
    const mayBeCounted = before?.updatedAt === updated.updatedAt && update.action === 'user_chat';
    if (isUnknown || mayBeCounted || known.isFetching()) unsure.set(uuid, updated);
    if (isSeen && update.action === 'user_chat') read.add(uuid);
    conversations.set(uuid, { ...updated, unread: isSeen ? 0 : unread, draft: before?.draft ?? null });
  }
  return {
    conversations: [...conversations.values()],
    unsure: [...unsure.values()],
    messages,
    typing,
    read,
    handedOver,
  };
}

const isStaffs = ({ handling }: Pick<ConversationView, 'handling'>): boolean =>
  handling === 'waiting' || handling === 'operator';

/** What this person had not read, and what the customer has said since. */
export const unreadAfter = (
  known: Pick<ConversationView, 'unread'> | undefined,
  { action, data }: UpdateConversation,
): number =>
  (known?.unread ?? 0) + (action === 'user_chat' ? data.filter(({ message }) => message !== null).length : 0);

/** Conversations that are being answered after an update; the same set when nothing has changed. */
export function typingAfter(
  before: ReadonlySet<string>,
  updates: ReadonlyMap<string, boolean>,
): ReadonlySet<string> {
  const changed = [...updates].filter(([uuid, active]) => before.has(uuid) !== active);
  if (changed.length === 0) return before;
  const after = new Set(before);
  for (const [uuid, active] of changed) {
    if (active) after.add(uuid);
    else after.delete(uuid);
  }
  return after;
}

/** Somebody begins to wait for a person, or writes to those who have them; what the bot has makes no noise. */
export function asksForPerson(
  { action, data }: UpdateConversation,
  before: Pick<ConversationView, 'handling'> | undefined,
  me: string | undefined,
): boolean {
  const now = data.at(-1)?.conversation;
  if (!now) return false;
  const isMine = now.handling === 'operator' && now.operator?.uuid === me;
  const wrote = action === 'user_chat' && data.some(({ message }) => message !== null);
  if (now.handling === 'waiting') return wrote || (before !== undefined && before.handling !== 'waiting');
  return isMine && wrote;
}
