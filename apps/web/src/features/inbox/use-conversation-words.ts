import type { ConversationView, MessageKind, Sender } from '@hanasu/contract/inbox';
import { DELIVERY_WAITING_REASONS } from '@hanasu/contract/waiting-reasons';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { useWords } from '../../i18n/use-words.ts';

const UNTITLED: readonly MessageKind[] = ['text', 'file'];

/** Markdown in one line: without its marks and without the numbers of sources. */
const plainLine = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/gm, '')
    .replaceAll(/\s?\[\d{1,3}\]/g, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A conversation doesn't carry what its last event was, but the friend's state tells. */
function happeningOf(sender: Sender, state: 'following' | 'blocked' | 'unknown' | undefined) {
  if (sender === 'customer') return 'events.unsent';
  if (state === 'blocked') return 'events.unfollow';
  return state === 'following' ? 'events.follow' : 'kinds.event';
}

const SHORT = {
  keyword: 'asked',
  handed_over: 'asked',
  not_found: 'noAnswer',
  failures: 'noAnswer',
  low_confidence: 'unsure',
  bad_feedback: 'unhappy',
  not_text: 'notText',
  tool_approval: 'approval',
  tool_unclear: 'action',
  tool_failed: 'action',
  no_budget: 'noBudget',
  no_tokens: 'noTokens',
  paused: 'botOff',
  not_published: 'botOff',
  model_failed: 'botOff',
} as const satisfies Partial<Record<NonNullable<ConversationView['waitingReason']>, string>>;

const isDelivery = (reason: string) => DELIVERY_WAITING_REASONS.some((known) => known === reason);

/** Why a person is wanted, in a word or two; everything rarer is only that. */
export function shortReason(reason: ConversationView['waitingReason']) {
  if (reason === null) return 'person';
  if (isDelivery(reason)) return 'notSent';
  return reason in SHORT ? SHORT[reason as keyof typeof SHORT] : 'person';
}

/** Names and one-line summaries of conversations, in the language in use. */
export function useConversationWords() {
  const { t } = useWords();
  const friendName = useFriendName();
  return {
    nameOf: ({ friend, title }: Pick<ConversationView, 'friend' | 'title'>) =>
      (friend?.name && friendName(friend.name)) || title || t('inbox.nameless'),
    /** The customer's earliest unanswered message; null: there is none. */
    unansweredOf: ({ unanswered }: Pick<ConversationView, 'unanswered'>) =>
      unanswered &&
      (UNTITLED.includes(unanswered.kind) && unanswered.text
        ? unanswered.text.replaceAll(/\s+/g, ' ').trim()
        : t(`inbox.kinds.${unanswered.kind}`)),
    /** The last thing said: who said it when it wasn't the customer, and what it is when it isn't text. */
    previewOf: ({ lastMessage, friend }: Pick<ConversationView, 'lastMessage' | 'friend'>) => {
      if (!lastMessage) return t('inbox.nothingYet');
      const { sender, kind, text } = lastMessage;
      if (kind === 'event') return t(`inbox.${happeningOf(sender, friend?.state)}`);
      const what = UNTITLED.includes(kind) && text ? text : t(`inbox.kinds.${kind}`);
      if (sender === 'customer' || sender === 'system') return what;
      return t('inbox.preview', { who: t(`inbox.senders.${sender}`), what: plainLine(what) });
    },
  };
}
