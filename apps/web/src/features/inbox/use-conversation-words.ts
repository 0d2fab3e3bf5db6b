import type { ConversationView, MessageKind } from '@hanasu/contract/inbox';
import { useWords } from '../../i18n/use-words.ts';

const UNTITLED: readonly MessageKind[] = ['text', 'file'];

/** Names and one-line summaries of conversations, in the language in use. */
export function useConversationWords() {
  const { t } = useWords();
  return {
    nameOf: ({ friend, title }: Pick<ConversationView, 'friend' | 'title'>) =>
      friend?.name || title || t('inbox.nameless'),
    /** The last thing said: who said it when it wasn't the customer, and what it is when it isn't text. */
    previewOf: ({ lastMessage }: Pick<ConversationView, 'lastMessage'>) => {
      if (!lastMessage) return t('inbox.nothingYet');
      const { sender, kind, text } = lastMessage;
      const what = UNTITLED.includes(kind) && text ? text : t(`inbox.kinds.${kind}`);
      if (sender === 'customer' || sender === 'system') return what;
      return t('inbox.preview', { who: t(`inbox.senders.${sender}`), what });
    },
  };
}
