import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { newId } from '../../platform/ids.ts';
import type { ConversationEvent } from '../conversations/public.ts';
import { plainText } from './notification-text.ts';
import type { NotificationEvent } from './resolve-recipients.ts';

interface ConversationFacts {
  readonly id: ConversationId;
  readonly origin: string;
  readonly handling: string;
  readonly holder: NotificationEvent['holder'];
  readonly waitingSince: Date | null;
  readonly name: string;
  /** Of the customer, the newest first. */
  readonly words: readonly CustomerWord[];
}

/** Chats of the account's own members are no customers' conversations. */
const CUSTOMERS = new Set(['channel', 'public', 'embed']);

const base = ({ id, name, holder, words }: ConversationFacts) => ({
  subject: plainText(name, 'subject'),
  body: plainText(words[0]?.text ?? '', 'body'),
  path: `/Channel/conversation/${id}`,
  holder: holder ?? null,
});

/** What a conversation that something has happened in is worth telling, each under the key it always has. */
export function eventsOfConversation(
  talk: ConversationFacts,
  { now, lookedAt }: { readonly now: number; readonly lookedAt: number },
): NotificationEvent[] {
  if (!CUSTOMERS.has(talk.origin)) return [];
  const begun = newRequests(talk.words, { isAll: talk.words.length < lookedAt, now }).map(
    (word): NotificationEvent => ({
      ...base(talk),
      event: 'new_chat',
      key: `new_chat:${word.id}`,
      body: plainText(word.text, 'body'),
    }),
  );
  // Who has been given it is told that.
  const isWaiting = talk.handling === 'waiting' && talk.waitingSince !== null && !talk.holder;
  if (!isWaiting) return begun;
  const key = `waiting:${talk.id}:${talk.waitingSince?.getTime()}`;
  return [...begun, { ...base(talk), event: 'waiting', key }];
}

/** Null: a person is not notified of what they did themselves. */
export function eventOfUpdate(
  event: ConversationEvent,
  talk: ConversationFacts,
  notes: ReadonlyMap<MessageId, string>,
): NotificationEvent | null {
  const { kind } = event;
  if (kind === 'late') {
    return {
      ...base(talk),
      event: kind,
      key: `late:${talk.id}:${event.respondBy.getTime()}`,
      holder: event.userId,
    };
  }
  if (event.by === event.userId) return null;
  if (kind === 'assigned') {
    return { ...base(talk), event: kind, key: `assigned:${newId()}`, only: event.userId };
  }
  const body = plainText(notes.get(event.messageId) ?? '', 'body');
  return { ...base(talk), event: kind, key: `mention:${event.messageId}`, body, only: event.userId };
}

/** A customer's word; `at` in milliseconds. */
export interface CustomerWord {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

const QUIET_MS = 30 * 60_000;
/** What was written longer ago has been told, or nobody was there to tell. */
const RECENT_MS = 10 * 60_000;

/**
 * The words with which a customer has just begun to talk: their first, or the first after half an hour of silence,
 * whoever answers. `newest` are their last words, the newest first; `isAll`: there are no older ones.
 */
export const newRequests = (
  newest: readonly CustomerWord[],
  { isAll, now }: { readonly isAll: boolean; readonly now: number },
): CustomerWord[] =>
  newest.filter((word, index) => {
    if (now - word.at > RECENT_MS) return false;
    const before = newest[index + 1];
    return before ? word.at - before.at > QUIET_MS : isAll;
  });
