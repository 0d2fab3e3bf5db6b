import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { InboundEvent, ParseOutcome } from '../../spec/channel.ts';
import { readCallback } from '../callback-payload.ts';
import type { TelegramCredentials } from '../credentials.ts';
import { messageIdOf } from '../message-id.ts';
import { threadOf } from '../thread.ts';
import {
  type Account,
  content,
  isMeantForUs,
  readContent,
  topicNameIn,
  type What,
  whatOf,
} from './read-message.ts';
import { Anything, type Chat, Membership, Message, type Person, Reaction, Tap } from './shapes.ts';

/** A call tells of one update. */
export function parseWebhook(rawBody: Buffer, account: Account, now: number): ParseOutcome {
  const update = readObject(rawBody);
  if (update === null) return { kind: 'malformed', detail: 'no update' };
  return { kind: 'events', events: readUpdate(update, account, now) };
}

/** Vendor's id of the tap that an update brings, whatever can be made of it; null: it brings none. */
export function tapIn(update: unknown): string | null {
  return TapUpdate.safeParse(update).data?.callback_query.id ?? null;
}
const TapUpdate = z.object({ callback_query: z.object({ id: z.string() }) });

/** Made from the token, so that nothing else has to be stored; a new token means a new secret. 43 characters A-Za-z0-9_-. */
export const webhookSecretOf = ({ botToken }: Pick<TelegramCredentials, 'botToken'>): string =>
  createHmac('sha256', botToken).update('secret of the webhook').digest('base64url');

/**
 * The vendor proves that it knows the secret, and signs no body. What is no whole JSON object was cut or changed on
 * its way, and is not taken either.
 */
export function verifySecret(
  credentials: Pick<TelegramCredentials, 'botToken'>,
  rawBody: Buffer,
  given: string | string[] | undefined,
): boolean {
  if (typeof given !== 'string') return false;
  const wanted = Buffer.from(webhookSecretOf(credentials));
  const said = Buffer.from(given);
  if (said.length !== wanted.length || !timingSafeEqual(said, wanted)) return false;
  return readObject(rawBody) !== null;
}

/** Null: no JSON object. */
function readObject(rawBody: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : null;
  } catch {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return null;
  }
}

type ReadEvent = InboundEvent & { readonly raw: unknown };
type Update = Readonly<Record<string, unknown>>;

interface Read {
  readonly what: What;
  readonly friend: string | null;
  readonly chat: z.infer<typeof Chat> | null;
  /** Where in the chat; absent: in its main part, or wherever `aboutMessage` stands. */
  readonly thread?: string;
  readonly placeName?: string | undefined;
  readonly aboutMessage?: string | undefined;
  /** Milliseconds; null: it doesn't say. */
  readonly at: number | null;
  readonly mayAnswer?: boolean;
  readonly isOverheard?: boolean;
}

const READERS: Readonly<Record<string, (raw: unknown, account: Account) => Read | 'nothing' | null>> = {
  message: readMessage,
  edited_message: readEdit,
  callback_query: readTap,
  my_chat_member: readMembership,
  message_reaction: readReaction,
};

/** An update holds one thing beside its number. */
function readUpdate(update: Update, account: Account, now: number): ReadEvent[] {
  const number = z.number().int().safeParse(update.update_id);
  if (!number.success) return [];
  const [type = 'nothing', raw] = Object.entries(update).find(([key]) => key !== 'update_id') ?? [];
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const read = reader?.(raw, account) ?? readAnything(type, raw);
  if (read === 'nothing') return [];
  const { what, friend, chat, at, mayAnswer = false, isOverheard = false } = read;
  const { placeName, aboutMessage } = read;
  return [
    {
      vendorEventId: `update:${number.data}`,
      occurredAt: at ?? now,
      redelivered: false,
      friendExternalId: friend,
      threadExternalId: read.thread ?? chat?.id ?? friend,
      ...(placeName ? { placeName } : {}),
      ...(aboutMessage ? { aboutMessage } : {}),
      ...(chat && isGroup(chat) ? { isGroup: true } : {}),
      what,
      replyToken: null,
      mayAnswer,
      ...(isOverheard ? { isOverheard } : {}),
      raw: update,
    },
  ];
}

const isGroup = ({ type }: z.infer<typeof Chat>): boolean => type !== 'private';

/** Other bots, and groups that write as themselves, get no answer. */
const friendOf = (person: z.infer<typeof Person> | undefined): string | null =>
  person && !person.is_bot ? person.id : null;

function readMessage(raw: unknown, account: Account): Read | 'nothing' | null {
  const message = Message.safeParse(raw).data;
  if (!message) return null;
  const what = whatOf(message, raw, account);
  if (what === null) return 'nothing';
  const { chat, from, date } = message;
  const isAnswerable = ANSWERABLE.has(what.kind);
  const isForUs = !isGroup(chat) || isMeantForUs(message, account);
  const friend = friendOf(from);
  const mayAnswer = isAnswerable && isForUs && friend !== null;
  const isOverheard = what.kind === 'message' && !isForUs && friend !== null;
  const place = { thread: threadOf(message), placeName: topicNameIn(message) };
  return { what, friend, chat, ...place, at: date * 1000, mayAnswer, isOverheard };
}

/** Notices about a chat (`other`) come from the vendor and need no answer. */
const ANSWERABLE: ReadonlySet<What['kind']> = new Set(['message', 'follow', 'details']);

function readEdit(raw: unknown, account: Account): Read | null {
  const message = Message.safeParse(raw).data;
  const read = message && readContent(message);
  if (!read) return null;
  const { chat, message_id, from, date, edit_date } = message;
  const vendorMessageId = messageIdOf(chat.id, message_id);
  const friend = friendOf(from);
  return {
    what: { kind: 'edited', vendorMessageId, content: read },
    friend,
    chat,
    thread: threadOf(message),
    at: (edit_date ?? date) * 1000,
    mayAnswer: friend !== null && (!isGroup(chat) || isMeantForUs(message, account)),
  };
}

function readTap(raw: unknown): Read | null {
  const tap = Tap.safeParse(raw).data;
  if (!tap?.message) return null;
  const { kind, value } = readCallback(tap.data);
  // Words of a button are not typed: they may have been offered long ago.
  const said =
    kind === 'words'
      ? content('text', value, { tapped: value })
      : content('postback', value, { data: value });
  const { chat, message_id, date } = tap.message;
  const isKnown = message_id === undefined || date !== 0;
  return {
    what: { kind: 'message', vendorMessageId: `tap:${tap.id}`, content: said, quotes: null },
    friend: friendOf(tap.from),
    chat,
    thread: threadOf(tap.message),
    ...(isKnown || !hasPlaces(chat) ? {} : { aboutMessage: messageIdOf(chat.id, message_id) }),
    at: null,
    mayAnswer: true,
  };
}

/** Its messages may stand in topics; of a private chat with topics nothing says so. */
const hasPlaces = ({ type, is_forum: isForum }: z.infer<typeof Chat>): boolean =>
  isForum === true || type === 'private';

const IS_OUT = /^(?:left|kicked)$/;

/** What became of the bot in a chat: blocked or let back by a person, added to or put out of a group. */
function readMembership(raw: unknown): Read | null {
  const parsed = Membership.safeParse(raw).data;
  if (!parsed) return null;
  const { chat, from, date, old_chat_member: before, new_chat_member: after } = parsed;
  const [wasOut, isOut] = [IS_OUT.test(before.status), IS_OUT.test(after.status)];
  const at = date * 1000;
  if (!isGroup(chat)) {
    const what: What = isOut ? { kind: 'unfollow' } : { kind: 'follow', returning: wasOut };
    // Whoever lets the bot back says so by its start button, which is greeted.
    return { what, friend: friendOf(from), chat, at };
  }
  if (wasOut === isOut) return null;
  const what: What = { kind: 'happening', event: isOut ? 'leave' : 'join', data: {} };
  return { what, friend: null, chat, at };
}

const GOOD = new Set([
  '👍',
  '❤',
  '🔥',
  '🥰',
  '👏',
  '😁',
  '🎉',
  '🤩',
  '🙏',
  '👌',
  '😍',
  '💯',
  '🏆',
  '❤‍🔥',
  '🤗',
  '🫡',
  '😘',
  '😎',
]);
const BAD = new Set(['👎', '🤮', '💩', '🤬', '😡', '🖕', '😢', '💔', '🤨', '😐', '🥱', '🥴']);

function readReaction(raw: unknown): Read | null {
  const parsed = Reaction.safeParse(raw).data;
  if (!parsed) return null;
  const { chat, message_id, user, date, new_reaction: now } = parsed;
  const newest = now.at(-1);
  const reaction = newest ? (newest.emoji ?? newest.type) : null;
  const mood = GOOD.has(reaction ?? '') ? 'good' : BAD.has(reaction ?? '') ? 'bad' : 'neutral';
  return {
    what: { kind: 'reaction', vendorMessageId: messageIdOf(chat.id, message_id), reaction, mood },
    friend: friendOf(user),
    chat,
    // A reaction doesn't say in which topic its message stands.
    ...(hasPlaces(chat) ? { aboutMessage: messageIdOf(chat.id, message_id) } : {}),
    at: date * 1000,
  };
}

/** What we don't know is kept raw under the vendor's name; a person may stand behind it. */
function readAnything(type: string, raw: unknown): Read {
  const { from, user, chat, date } = Anything.safeParse(raw).data ?? {};
  const friend = friendOf(from ?? user);
  return {
    what: { kind: 'other', vendorType: type },
    friend,
    chat: chat ?? null,
    at: date === undefined ? null : date * 1000,
    mayAnswer: friend !== null && chat !== undefined && !isGroup(chat),
  };
}
