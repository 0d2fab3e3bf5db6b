import type { ConversationId } from '@hanasu/contract/ids';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSendMessage } from './inbox.mutations.ts';
import { messagesQuery } from './inbox.queries.ts';
import { flattenMessages } from './message-list.ts';

/** A text on its way to the server, or one that didn't get there; it is shown until the server has it. */
export interface Outgoing {
  id: string;
  text: string;
  fault: unknown;
}

/** The messages of a conversation and what is being sent into it. */
export function useThread(uuid: ConversationId) {
  const query = useInfiniteQuery(messagesQuery(uuid));
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const { mutateAsync } = useSendMessage(uuid);

  const deliver = async (item: Outgoing) => {
    try {
      await mutateAsync(item.text);
      setOutgoing((all) => all.filter(({ id }) => id !== item.id));
    } catch (fault) {
      setOutgoing((all) => all.map((each) => (each.id === item.id ? { ...each, fault } : each)));
    }
  };
  return {
    query,
    messages: flattenMessages(query.data),
    outgoing,
    send: (text: string) => {
      const item: Outgoing = { id: crypto.randomUUID(), text, fault: null };
      setOutgoing((all) => [...all, item]);
      void deliver(item);
    },
    again: (item: Outgoing) => {
      setOutgoing((all) => all.map((each) => (each.id === item.id ? { ...each, fault: null } : each)));
      void deliver(item);
    },
    discard: (item: Outgoing) => setOutgoing((all) => all.filter(({ id }) => id !== item.id)),
  };
}
export type Thread = ReturnType<typeof useThread>;
