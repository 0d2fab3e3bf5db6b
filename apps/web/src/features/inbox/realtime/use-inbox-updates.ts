import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import {
  UPDATE_AVAILABILITY,
  UPDATE_CONVERSATION,
  UPDATE_TYPING,
  type UpdateConversation,
  type UpdateTyping,
} from '@hanasu/contract/realtime';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { conversationQuery, fetchNewest, operatorsQuery } from '../inbox.queries.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { createPaced } from './paced.ts';
import { playSound, soundIsOn } from './sound.ts';
import { useInboxCache } from './use-inbox-cache.ts';

/** So many are remembered; of more, the first asked for are left as they were heard of. */
const REMEMBERED = 200;

interface Asking {
  one(uuid: ConversationId): Promise<ConversationView>;
  newest(): Promise<readonly ConversationView[]>;
  answered(conversations: readonly ConversationView[]): void;
  pauseMs: number;
}

/**
 * Asks for conversations as this person sees them, with one request at a time: a single one by itself, many with the
 * list of those that something has happened in last, and after that the ones that were not among them.
 */
export function createAsking({ one, newest, answered, pauseMs }: Asking): (uuids: ConversationId[]) => void {
  const wanted = new Set<ConversationId>();
  const notAmongNewest = new Set<ConversationId>();
  const askNewest = async () => {
    const asked = [...wanted];
    wanted.clear();
    const found = new Map((await newest()).map((each) => [each.uuid, each]));
    for (const uuid of asked) if (!found.has(uuid)) notAmongNewest.add(uuid);
    answered(asked.flatMap((uuid) => found.get(uuid) ?? []));
  };
  const askNext = async () => {
    const [uuid] = [...wanted, ...notAmongNewest];
    if (!uuid) return;
    wanted.delete(uuid);
    notAmongNewest.delete(uuid);
    answered([await one(uuid)]);
  };
  const run = createPaced(async () => {
    try {
      await (wanted.size > 1 ? askNewest() : askNext());
    } finally {
      forgetBeyond(wanted);
      forgetBeyond(notAmongNewest);
      if (wanted.size + notAmongNewest.size > 0) run();
    }
  }, pauseMs);
  return (uuids) => {
    if (uuids.length === 0) return;
    for (const uuid of uuids) wanted.add(uuid);
    run();
  };
}

function forgetBeyond(uuids: Set<ConversationId>): void {
  for (const uuid of uuids) {
    if (uuids.size <= REMEMBERED) return;
    uuids.delete(uuid);
  }
}

/** What comes within this after something was shown is shown together: twenty times a second, whatever comes. */
const GATHER_MS = 50;
const ASK_EVERY_MS = 1000;

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
  const ask = useAsking();
  const markRead = usePacedRead(onRead);
  const isSeen = (uuid: ConversationId) => open === uuid && document.visibilityState === 'visible';

  const show = (updates: readonly InboxUpdate[]) => {
    const find = cache.lookUp();
    const gathered = gather(updates, { find, isSeen });
    // One change to React, however much has come.
    notifyManager.batch(() => {
      for (const [uuid, messages] of gathered.messages) cache.placeMessages(uuid, messages);
      cache.placeConversations(gathered.conversations);
      notifyManager.schedule(() => setTyping((before) => typingAfter(before, gathered.typing)));
    });
    ask(gathered.unsure.filter((each) => each.uuid === open || cache.isListed(each)).map(({ uuid }) => uuid));
    for (const uuid of gathered.read) markRead(uuid);
  };
  const gathering = useGathering(show, GATHER_MS);

  useRealtimeRejoin(() => {
    void queryClient.invalidateQueries({ queryKey: ['conversations'] });
    void queryClient.invalidateQueries({ queryKey: ['inbox'] });
  });
  useRealtime(UPDATE_AVAILABILITY, ({ userUuid, available }) =>
    queryClient.setQueryData(operatorsQuery.queryKey, (all) =>
      all?.map((each) => (each.uuid === userUuid ? { ...each, available } : each)),
    ),
  );
  useRealtime(UPDATE_TYPING, (update) => gathering.add({ typing: update }));
  useRealtime(UPDATE_CONVERSATION, (update) => {
    const uuid = update.data.at(-1)?.conversation.uuid;
    const isInSight = uuid !== undefined && isSeen(uuid) && document.hasFocus();
    if (isWorthASound(update, isInSight)) void playSound();
    gathering.add({ conversation: update });
  });
  return typing;
}

/** Asks for what the events, which are for everybody, can't say of this person: what they have read and begun to write. */
function useAsking(): (uuids: ConversationId[]) => void {
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
    const askAgain = createAsking({
      one: (uuid) => queryClient.fetchQuery({ ...conversationQuery(uuid), staleTime: 0 }),
      newest: async () => (await fetchNewest()).items,
      answered,
      pauseMs: ASK_EVERY_MS,
    });
    return askAgain;
  });
  return ask;
}

/** In a conversation where much is said, a person has read all of it, not each word by itself. */
function usePacedRead(onRead: (uuid: ConversationId) => void): (uuid: ConversationId) => void {
  const read = useEffectEvent(onRead);
  const [markRead] = useState(() => {
    const unread = new Set<ConversationId>();
    const run = createPaced(async () => {
      for (const uuid of unread) read(uuid);
      unread.clear();
    }, ASK_EVERY_MS);
    return (uuid: ConversationId) => {
      unread.add(uuid);
      run();
    };
  });
  return markRead;
}

/** Only what a customer says, and not in the thread that a person has before their eyes. */
const isWorthASound = ({ action, data }: UpdateConversation, isInSight: boolean): boolean =>
  action === 'user_chat' && !isInSight && data.some(({ message }) => message !== null) && soundIsOn();

/** What this component is told often; `take` is handed all of it, also what still waits when the component leaves. */
export function useGathering<Item>(take: (items: readonly Item[]) => void, pauseMs: number): Gathering<Item> {
  const latest = useEffectEvent(take);
  const [gathering] = useState(() => createGathering<Item>((items) => latest(items), pauseMs));
  useEffect(() => () => gathering.flush(), [gathering]);
  return gathering;
}

/** What the list and the thread hear of, in the order in which it came. */
export type InboxUpdate = { typing: UpdateTyping } | { conversation: UpdateConversation };

interface Known {
  find(uuid: ConversationId): ConversationView | undefined;
  /** Whether it stands open before a person's eyes. */
  isSeen(uuid: ConversationId): boolean;
}

interface Gathered {
  /** As they stand after all updates, each once. */
  readonly conversations: readonly ConversationView[];
  /** Those whose unread messages can't be told from what was heard; as it was heard, with what nobody has read. */
  readonly unsure: readonly ConversationView[];
  readonly messages: ReadonlyMap<ConversationId, readonly MessageView[]>;
  /** Whether somebody is answering in it, as far as that was said. */
  readonly typing: ReadonlyMap<string, boolean>;
  /** A customer wrote while a person was looking. */
  readonly read: ReadonlySet<ConversationId>;
}

/** What many updates come to. */
export function gather(updates: readonly InboxUpdate[], known: Known): Gathered {
  const conversations = new Map<ConversationId, ConversationView>();
  const unsure = new Map<ConversationId, ConversationView>();
  const messages = new Map<ConversationId, MessageView[]>();
  const typing = new Map<string, boolean>();
  const read = new Set<ConversationId>();
  for (const each of updates) {
    if ('typing' in each) {
      typing.set(each.typing.conversationUuid, each.typing.active);
      continue;
    }
    const update = each.conversation;
    const heard = update.data.at(-1)?.conversation;
    if (!heard) continue;
    const { uuid } = heard;
    const said = update.data.flatMap(({ message }) => message ?? []);
    if (said.length > 0) messages.set(uuid, [...(messages.get(uuid) ?? []), ...said]);
    if (update.action === 'bot_chat' || update.action === 'operator_chat') typing.set(uuid, false);
    const before = conversations.get(uuid) ?? known.find(uuid);
    // Events may overtake each other.
    if (before && before.updatedAt > heard.updatedAt) continue;
    const isSeen = known.isSeen(uuid);
    const unread = unreadAfter(before, update);
    // What nobody has read is the most that this person has not read.
    if (!before && heard.unread > unread) unsure.set(uuid, heard);
    if (isSeen && update.action === 'user_chat') read.add(uuid);
    conversations.set(uuid, { ...heard, unread: isSeen ? 0 : unread, draft: before?.draft ?? null });
  }
  return {
    conversations: [...conversations.values()],
    unsure: [...unsure.values()],
    messages,
    typing,
    read,
  };
}

/** What this person had not read, and what the customer has said since. */
export const unreadAfter = (
  known: Pick<ConversationView, 'unread'> | undefined,
  { action, data }: UpdateConversation,
): number =>
  (known?.unread ?? 0) + (action === 'user_chat' ? data.filter(({ message }) => message !== null).length : 0);

/** Who is being answered after what was heard; the same set when nothing has changed. */
export function typingAfter(
  before: ReadonlySet<string>,
  heard: ReadonlyMap<string, boolean>,
): ReadonlySet<string> {
  const changed = [...heard].filter(([uuid, active]) => before.has(uuid) !== active);
  if (changed.length === 0) return before;
  const after = new Set(before);
  for (const [uuid, active] of changed) {
    if (active) after.add(uuid);
    else after.delete(uuid);
  }
  return after;
}
