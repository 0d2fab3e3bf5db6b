import type { ConversationId } from '@hanasu/contract/ids';
import type { OperatorMessage } from '@hanasu/contract/inbox';
import type { MediaView } from '@hanasu/contract/media';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useSendMessage } from '../inbox.mutations.ts';
import { messagesQuery } from '../inbox.queries.ts';
import { flattenMessages } from './message-list.ts';
import { type Outgoing, outgoingStore } from './outgoing.ts';

export type { Outgoing } from './outgoing.ts';

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
