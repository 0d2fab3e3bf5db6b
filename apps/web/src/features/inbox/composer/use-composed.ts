import type { ConversationId } from '@hanasu/contract/ids';
import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import { EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { useState } from 'react';

/** A message that is being composed, and the canned reply that it was. */
interface Begun {
  readonly content: MessageContent;
  readonly cannedUuid: CannedReplyView['uuid'] | null;
}

const NOTHING: Begun = { content: EMPTY_CONTENT, cannedUuid: null };

/** Unfinished messages of conversations that the user has left for another one. */
const begun = new Map<ConversationId, Begun>();

/** A message with pictures and cards, composed beside the thread. */
export function useComposed(conversation: ConversationId) {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState<Begun>(() => begun.get(conversation) ?? NOTHING);
  const put = (next: Begun) => {
    if (next.content.bubbles.length > 0) begun.set(conversation, next);
    else begun.delete(conversation);
    setMessage(next);
  };
  return {
    ...message,
    isOpen,
    open: () => setOpen(true),
    /** Takes over a canned reply that is more than text. */
    openWith(content: MessageContent, cannedUuid: CannedReplyView['uuid']) {
      put({ content, cannedUuid });
      setOpen(true);
    },
    close: () => setOpen(false),
    change: (content: MessageContent) =>
      put({ content, cannedUuid: content.bubbles.length > 0 ? message.cannedUuid : null }),
    /** It was sent. */
    clear() {
      put(NOTHING);
      setOpen(false);
    },
  };
}
export type Composed = ReturnType<typeof useComposed>;
