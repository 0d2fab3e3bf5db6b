/**
 * Where something is said. Its text form is what the product knows a conversation by: the chat alone, or the chat with
 * the place inside it, as `-1001234567890/77`. The main part of a chat ("General" of a forum) is the chat alone.
 */
export interface Thread {
  readonly chatId: string;
  /** Parameters by which a call reaches this place of the chat. */
  readonly place: Place;
}
export type Place =
  | Readonly<Record<string, never>>
  /** A topic of a forum, or of a private chat with the bot. */
  | { readonly message_thread_id: number }
  /** A person's topic in the direct messages of a channel, which have no main part. */
  | { readonly direct_messages_topic_id: number };

/** What an update says about the place of a message. */
export interface Placed {
  readonly chat: { readonly id: string; readonly type: string };
  readonly message_thread_id?: number | undefined;
  readonly is_topic_message?: boolean | undefined;
  readonly direct_messages_topic?: { readonly topic_id: number } | undefined;
}

/** TDLib's id of "General", which the Bot API takes in no call that sends. */
const GENERAL = 1;

/**
 * In supergroups without topics a chain of replies has a `message_thread_id` as well: only `is_topic_message` makes it a
 * place (Bot API, Message).
 */
export function threadOf({ chat, ...message }: Placed): string {
  const { direct_messages_topic: direct, is_topic_message: isTopic, message_thread_id: topic } = message;
  if (direct) return `${chat.id}/d${direct.topic_id}`;
  if (!isTopic || topic === undefined) return chat.id;
  return topic === GENERAL && chat.type !== 'private' ? chat.id : `${chat.id}/${topic}`;
}

export function readThread(text: string): Thread {
  const [, chatId, direct, topic] = /^(-?\d+)\/(d?)(\d{1,15})$/.exec(text) ?? [];
  if (chatId === undefined) return { chatId: text, place: {} };
  const id = Number(topic);
  return { chatId, place: direct === 'd' ? { direct_messages_topic_id: id } : { message_thread_id: id } };
}
