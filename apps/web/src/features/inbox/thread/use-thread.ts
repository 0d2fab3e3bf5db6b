import { type ConversationId, MessageId } from '@hanasu/contract/ids';
import type { OperatorMessage } from '@hanasu/contract/inbox';
import type { MediaView } from '@hanasu/contract/media';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useSendMessage } from '../inbox.mutations.ts';
import { messagesQuery } from '../inbox.queries.ts';
import { flattenMessages } from './message-list.ts';

/** The messages of a conversation and what is being sent into it. */
export function useThread(uuid: ConversationId) {
  const query = useInfiniteQuery(messagesQuery(uuid));
  const { mutateAsync } = useSendMessage(uuid);
  const messages = useMemo(() => flattenMessages(query.data), [query.data]);
  const sending = useSyncExternalStore(outgoingStore.subscribe, () => outgoingStore.of(uuid));
  const outgoing = useMemo(() => {
    const known = new Set<string>(messages.map((message) => message.uuid));
    return sending.filter(({ id }) => !known.has(id));
  }, [sending, messages]);
  return {
    query,
    messages,
    outgoing,
    send: (body: OperatorMessage, media: MediaView | null = null) =>
      void outgoingStore.send(uuid, body, mutateAsync, media),
    again: ({ id }: Outgoing, more: Partial<OperatorMessage> = {}) =>
      void outgoingStore.again(uuid, id, mutateAsync, more),
    discard: ({ id }: Outgoing) => outgoingStore.discard(uuid, id),
  };
}
export type Thread = ReturnType<typeof useThread>;

const RANDOM_BYTES = 10;
const TIME_DIGITS = 12;

/** A UUIDv7 for a message that this browser begins: the same for each try, in the order of time. */
export function newMessageId(
  now = Date.now(),
  random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)),
): MessageId {
  const time = now.toString(16).padStart(TIME_DIGITS, '0');
  const rest = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (0x8 | ((random[2] ?? 0) & 0x3)).toString(16);
  return MessageId.parse(
    `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(5, 8)}-${rest.slice(8, 20)}`,
  );
}

/** Something on its way to the server, or that didn't get there; it is shown until the server has it. */
export interface Outgoing {
  readonly id: MessageId;
  readonly body: OperatorMessage;
  /** What a file shows while only its id is sent. */
  readonly media: MediaView | null;
  readonly fault: unknown;
}
type Deliver = (body: OperatorMessage) => Promise<unknown>;

/**
 * What is being sent into each conversation. It outlives the page of the thread, so that a failed message is still
 * there when a person comes back; one conversation's messages go out in the order they were written.
 */
export function createOutgoing() {
  const listeners = new Set<() => void>();
  let items: Readonly<Record<string, readonly Outgoing[]>> = {};
  const queues = new Map<string, Promise<void>>();
  const NONE: readonly Outgoing[] = [];

  const of = (conversation: string) => items[conversation] ?? NONE;
  const change = (conversation: string, next: readonly Outgoing[]) => {
    items = { ...items, [conversation]: next };
    for (const listener of listeners) listener();
  };
  const patch = (conversation: string, id: string, more: Partial<Outgoing>) =>
    change(
      conversation,
      of(conversation).map((each) => (each.id === id ? { ...each, ...more } : each)),
    );
  const drop = (conversation: string, id: string) =>
    change(
      conversation,
      of(conversation).filter((each) => each.id !== id),
    );
  const queue = (conversation: string, id: MessageId, deliver: Deliver) => {
    const turn = async () => {
      const item = of(conversation).find((each) => each.id === id);
      if (!item) return;
      try {
        await deliver({ ...item.body, uuid: id });
        drop(conversation, id);
      } catch (fault) {
        patch(conversation, id, { fault });
      }
    };
    const next = (queues.get(conversation) ?? Promise.resolve()).then(turn);
    queues.set(conversation, next);
    return next;
  };

  return {
    of,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(conversation: string, body: OperatorMessage, deliver: Deliver, media: MediaView | null = null) {
      const id = newMessageId();
      change(conversation, [...of(conversation), { id, body, media, fault: null }]);
      return queue(conversation, id, deliver);
    },
    /** The same message with the same id, so that it is stored once however often it is tried. */
    again(conversation: string, id: MessageId, deliver: Deliver, more: Partial<OperatorMessage> = {}) {
      const item = of(conversation).find((each) => each.id === id);
      if (!item) return Promise.resolve();
      patch(conversation, id, { fault: null, body: { ...item.body, ...more } });
      return queue(conversation, id, deliver);
    },
    discard: drop,
  };
}

/** The application's own. */
const outgoingStore = createOutgoing();
