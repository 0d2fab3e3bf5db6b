import type { ConversationId } from '@hanasu/contract/ids';

/** Tells the open streams of a conversation's visitor that somebody of the staff has said something in it. */
export interface NewsForVisitors {
  /** Here and in other processes. */
  tell(conversationId: ConversationId): void;
  /** Another process or thread has told. */
  hear(conversationId: ConversationId): void;
  /** Returns how to leave. */
  listen(conversationId: ConversationId, listener: () => void): () => void;
}

/** Without the words: the visitor's page reads them, as far as they may be read. */
export function createNewsForVisitors(
  tellOthers: (conversationId: ConversationId) => void = () => undefined,
): NewsForVisitors {
  const listeners = new Map<ConversationId, Set<() => void>>();
  const hear = (conversationId: ConversationId): void => {
    for (const listener of [...(listeners.get(conversationId) ?? [])]) listener();
  };
  return {
    hear,
    tell(conversationId) {
      hear(conversationId);
      tellOthers(conversationId);
    },
    listen(conversationId, listener) {
      const here = listeners.get(conversationId) ?? new Set();
      listeners.set(conversationId, here.add(listener));
      return () => {
        here.delete(listener);
        if (here.size === 0 && listeners.get(conversationId) === here) listeners.delete(conversationId);
      };
    },
  };
}
