import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { newId } from '../../../platform/ids.ts';
import type { ConversationEvent } from '../../conversations/public.ts';
import { beginnings, type CustomerWord } from './new-talk.ts';
import { plainWords } from './plain-words.ts';
import type { Thing } from './who-is-told.ts';

export interface TalkFacts {
  readonly id: ConversationId;
  readonly origin: string;
  readonly handling: string;
  readonly holder: Thing['holder'];
  readonly waitingSince: Date | null;
  readonly name: string;
  /** Of the customer, the newest first. */
  readonly words: readonly CustomerWord[];
}

/** Chats of the account's own people are nobody's customers. */
const CUSTOMERS = new Set(['channel', 'public', 'embed']);

const base = ({ id, name, holder, words }: TalkFacts) => ({
  subject: plainWords(name, 'subject'),
  body: plainWords(words[0]?.text ?? '', 'body'),
  path: `/Channel/conversation/${id}`,
  holder: holder ?? null,
});

/** What a conversation that something has happened in is worth telling, each under the key it always has. */
export function thingsOfTalk(
  talk: TalkFacts,
  { now, lookedAt }: { readonly now: number; readonly lookedAt: number },
): Thing[] {
  if (!CUSTOMERS.has(talk.origin)) return [];
  const begun = beginnings(talk.words, { isAll: talk.words.length < lookedAt, now }).map(
    (word): Thing => ({
      ...base(talk),
      event: 'new_chat',
      key: `new_chat:${word.id}`,
      body: plainWords(word.text, 'body'),
    }),
  );
  // Who has been given it is told that.
  const isWaiting = talk.handling === 'waiting' && talk.waitingSince !== null && !talk.holder;
  if (!isWaiting) return begun;
  const key = `waiting:${talk.id}:${talk.waitingSince?.getTime()}`;
  return [...begun, { ...base(talk), event: 'waiting', key }];
}

/** Null: nobody need be told what they did themselves. */
export function thingOfEvent(
  event: ConversationEvent,
  talk: TalkFacts,
  notes: ReadonlyMap<MessageId, string>,
): Thing | null {
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
  const body = plainWords(notes.get(event.messageId) ?? '', 'body');
  return { ...base(talk), event: kind, key: `mention:${event.messageId}`, body, only: event.userId };
}
