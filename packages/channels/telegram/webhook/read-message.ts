import type { InboundContent, InboundEvent } from '../../spec/channel.ts';
import { messageIdOf } from '../message-id.ts';
import type { File, Message } from './shapes.ts';

/** Who the bot is; null where it is not known to whom the call was made. */
export type Account = { readonly id: string; readonly username: string | null } | null;

export type What = InboundEvent['what'];

/** Null: nothing that anybody else than the bot did. */
export function whatOf(message: Message, raw: unknown, account: Account): What | null {
  const { chat, from, contact, new_chat_members: joined, left_chat_member: left } = message;
  if (isStart(message)) return { kind: 'follow', returning: false };
  if (contact && contact.user_id !== undefined && contact.user_id === from?.id) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
    return { kind: 'details', details: { ...(name ? { name } : {}), phone: contact.phone_number } };
  }
  if (joined || left) {
    const people = (joined ?? (left ? [left] : [])).filter(({ id }) => id !== account?.id);
    const event = joined ? 'memberJoined' : 'memberLeft';
    if (people.length === 0) return null;
    return { kind: 'happening', event, data: { members: people.map(({ id }) => id) } };
  }
  const read = readContent(message);
  const vendorType = typeOf(raw);
  if (!read && SERVICE.test(vendorType)) return { kind: 'other', vendorType };
  return {
    kind: 'message',
    vendorMessageId: messageIdOf(chat.id, message.message_id),
    content: read ?? content('unsupported', message.caption ?? '', { vendorType }),
    quotes: quotedIn(message),
  };
}

/**
 * What the sender replied to. Each message of a topic without a reply of its own comes as a reply to the message that
 * opened the topic.
 */
export function repliedIn({
  reply_to_message: replied,
  is_topic_message: isTopic,
  message_thread_id: topic,
}: Message): Message['reply_to_message'] {
  if (!replied || replied.forum_topic_created) return undefined;
  return isTopic && replied.message_id === topic ? undefined : replied;
}

function quotedIn(message: Message): string | null {
  const replied = repliedIn(message);
  return replied ? messageIdOf(message.chat.id, replied.message_id) : null;
}

/** Name of the topic, which only some of its messages carry. */
export const topicNameIn = (message: Message): string | undefined =>
  message.forum_topic_edited?.name ??
  message.forum_topic_created?.name ??
  message.reply_to_message?.forum_topic_created?.name;

/** Everybody's first word to a bot is a button that says this; after it may stand where they came from. */
const isStart = ({ text, chat }: Message): boolean =>
  chat.type === 'private' && /^\/start(?:\s|$)/.test(text ?? '');

/** In a group only what is meant for the bot: its name is called, or something it said is replied to. */
export function isMeantForUs(message: Message, account: Account): boolean {
  if (account === null) return false;
  if (repliedIn(message)?.from?.id === account.id) return true;
  const said = message.text ?? message.caption ?? '';
  const name = account.username === null ? null : `@${account.username.toLowerCase()}`;
  return [...(message.entities ?? []), ...(message.caption_entities ?? [])].some(
    ({ type, offset, length, user }) => {
      if (type === 'text_mention') return user?.id === account.id;
      const words = said.slice(offset, offset + length).toLowerCase();
      if (name === null) return false;
      return type === 'mention' ? words === name : type === 'bot_command' && words.endsWith(name);
    },
  );
}

/** Fields that say what happened to a chat; anything else is something that people send. */
const SERVICE =
  /^(?:new_chat_|delete_chat_|group_chat_|supergroup_chat_|channel_chat_|migrate_|message_auto_|pinned_|forum_|general_forum_|video_chat_|successful_|refunded_|users_shared|chat_shared|connected_|write_access_|chat_background|boost_|proximity_)/;
const COMMON = new Set([
  'message_id',
  'message_thread_id',
  'from',
  'sender_chat',
  'chat',
  'date',
  'edit_date',
  'is_topic_message',
  'direct_messages_topic',
  'sender_boost_count',
  'sender_tag',
  'reply_to_message',
  'has_protected_content',
  'caption',
  'caption_entities',
]);

function typeOf(raw: unknown): string {
  const keys = typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
  return keys.find((key) => !COMMON.has(key)) ?? 'message';
}

/** A message in the product's words; null: it is none that people write. */
export function readContent(message: Message): InboundContent | null {
  return readWords(message) ?? readFile(message) ?? readThing(message);
}

const readWords = ({ text }: Message): InboundContent | null =>
  text === undefined ? null : content('text', text, {});

function readFile(message: Message): InboundContent | null {
  const { photo, animation, video, video_note, audio, voice, document } = message;
  const said = message.caption ?? '';
  // Sizes of one picture; the largest is worth keeping.
  const largest = photo?.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
  if (largest) return withMedia('image', largest, { said, data: {} });
  // Comes as a document as well, so it is looked for first.
  if (animation) return withMedia('video', animation, { said, data: { animated: true } });
  const film = video ?? video_note;
  if (film) return withMedia('video', film, { said, data: durationOf(film) });
  const sound = audio ?? voice;
  if (sound) return withMedia('audio', sound, { said, data: durationOf(sound) });
  if (!document) return null;
  const { file_name: fileName, file_size: bytes } = document;
  return withMedia('file', document, { said: said || (fileName ?? ''), data: { fileName, bytes } });
}

function readThing({ sticker, venue, location, contact }: Message): InboundContent | null {
  if (sticker) {
    const { emoji = '', file_id: stickerId, set_name: packageId } = sticker;
    return content('sticker', emoji, { stickerId, packageId });
  }
  if (venue) {
    const { title, address, location: place } = venue;
    return content('location', [title, address].filter(Boolean).join('\n'), { title, address, ...place });
  }
  if (location) return content('location', '', location);
  if (!contact) return null;
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return content('text', [name, contact.phone_number].filter(Boolean).join('\n'), { vendorType: 'contact' });
}

const durationOf = ({ duration }: File) => ({
  durationMs: duration === undefined ? undefined : duration * 1000,
});

function withMedia(
  kind: 'image' | 'video' | 'audio' | 'file',
  { file_id }: File,
  { said, data }: { readonly said: string; readonly data: Readonly<Record<string, unknown>> },
): InboundContent {
  return { ...content(kind, said, data), media: { from: 'vendor', vendorMessageId: file_id } };
}

export function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  const present = Object.entries(data).filter(([, value]) => value !== undefined);
  return { kind, text, data: Object.fromEntries(present) };
}
