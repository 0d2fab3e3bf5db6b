import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { InboundEvent, ParseOutcome } from '../../spec/channel.ts';
import { readJson } from '../client/read-json.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { anonymousThread, groupThread } from '../thread.ts';
import { Event } from './event-shapes.ts';
import { readContents, readSystemEvent } from './read-content.ts';

/** A verified body holds one event; `{}`, which the console sends to check the address, holds none. */
export function parseWebhook(rawBody: Buffer, now: number): ParseOutcome {
  let body: unknown;
  try {
    body = readJson(rawBody.toString('utf8'));
  } catch (error) {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return { kind: 'malformed', detail: error instanceof Error ? error.message : 'not JSON' };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { kind: 'malformed', detail: 'no event' };
  }
  return { kind: 'events', events: readEvents(body, now) };
}

type Keys = Pick<ZaloCredentials, 'appId' | 'appSecret' | 'webhookSecret' | 'oaId'>;
type Signature = string | string[] | undefined;

/**
 * True for a fresh body signed under the webhook's secret, whichever official account of the app it is for: a plain
 * SHA-256 of id, raw bytes, timestamp and secret, not an HMAC. The vendor's documents begin it with the app's id, some
 * working accounts with the official account's. The timestamp is the one in the body, as it is written there; it is
 * found in the raw bytes, so that nothing is parsed before its sender is known.
 */
export function verifyMac(
  rawBody: Buffer,
  keys: Keys,
  { signature, now }: { readonly signature: Signature; readonly now: number },
): boolean {
  const hex = typeof signature === 'string' ? /^(?:mac=)?([0-9a-f]{64})$/i.exec(signature.trim())?.[1] : null;
  if (!hex) return false;
  const given = Buffer.from(hex, 'hex');
  const secret = keys.webhookSecret ?? keys.appSecret;
  // All are always compared, so that the duration reveals nothing.
  const matching = timestampsIn(rawBody).flatMap((timestamp) =>
    [keys.appId, keys.oaId].filter((first) =>
      timingSafeEqual(given, digest({ first, rawBody, timestamp, secret })),
    ).length > 0
      ? [timestamp]
      : [],
  );
  return matching.some((timestamp) => isFresh(Number(timestamp), now));
}

/** The same, of this official account only: another one of the same app has the same webhook. */
export function verifySignature(
  rawBody: Buffer,
  keys: Keys,
  { signature, now }: { readonly signature: Signature; readonly now: number },
): boolean {
  if (!verifyMac(rawBody, keys, { signature, now })) return false;
  const account = accountOf(rawBody);
  return account === null || account === keys.oaId;
}

/** In words of people the quotes are escaped, so this is never one of theirs. */
const TIMESTAMP = /(?<!\\)"timestamp"\s{0,9}:\s{0,9}"?(\d{1,20})/g;
/** An event has one, and at most another one inside of it. */
const MOST_TIMESTAMPS = 8;

function timestampsIn(rawBody: Buffer): string[] {
  const found = new Set<string>();
  for (const [, digits = ''] of rawBody.toString('latin1').matchAll(TIMESTAMP)) {
    found.add(digits);
    if (found.size === MOST_TIMESTAMPS) break;
  }
  return [...found];
}

function digest({
  first,
  rawBody,
  timestamp,
  secret,
}: {
  readonly first: string;
  readonly rawBody: Buffer;
  readonly timestamp: string;
  readonly secret: string;
}): Buffer {
  return createHash('sha256').update(first).update(rawBody).update(timestamp).update(secret).digest();
}

function isFresh(timestamp: number, now: number): boolean {
  return timestamp > now - ZALO_LIMITS.webhookAgeMs && timestamp < now + ZALO_LIMITS.webhookAheadMs;
}

const id = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const party = z.object({ id }).optional().catch(undefined);
const Addressed = z.object({
  event_name: z.string().optional().catch(undefined),
  oa_id: id,
  oaId: id,
  sender: party,
  recipient: party,
});

/** Of a verified body: the official account it is for; null: it doesn't say. */
export function accountOf(rawBody: Buffer): string | null {
  const read = readBody(rawBody);
  if (!read) return null;
  const { event_name: name = '', oa_id, oaId, sender, recipient } = read;
  if (oa_id !== undefined || oaId !== undefined) return oa_id ?? oaId ?? null;
  if (/_group(?:_|$)/.test(name)) return null;
  if (/^(?:user|anonymous)_/.test(name) && !ABOUT_OURS.has(name)) return recipient?.id ?? null;
  return /^oa_/.test(name) || ABOUT_OURS.has(name) ? (sender?.id ?? null) : null;
}

/** Told in the account's name, though the person did it. */
const ABOUT_OURS = new Set(['user_received_message', 'user_seen_message']);

function readBody(rawBody: Buffer): z.infer<typeof Addressed> | null {
  try {
    return Addressed.safeParse(readJson(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

interface Parties {
  readonly friend: string | null;
  readonly thread: string | null;
  readonly isGroup: boolean;
  readonly mayAnswer: boolean;
}

const NOBODY: Parties = { friend: null, thread: null, isGroup: false, mayAnswer: false };
const FROM_ACCOUNT = /^oa_/;
const FROM_GROUP = /(?:^|_)group(?:_|$)/;

/** The person, and where an answer to them goes. */
function readParties(event: Event): Parties {
  const { event_name: name } = event;
  if (FROM_GROUP.test(name)) return groupParties(event);
  if (/(?:^|_)anonymous_/.test(name)) return anonymousParties(event);
  const isOurs = FROM_ACCOUNT.test(name) || ABOUT_OURS.has(name);
  const person = isOurs ? event.recipient?.id : (event.follower?.id ?? event.user_id ?? event.sender?.id);
  // Messages to phone numbers are told in the same words; those are nobody's friends.
  if (person === undefined || isPhone(name, person)) return NOBODY;
  return { friend: person, thread: person, isGroup: false, mayAnswer: !isOurs };
}

const isPhone = (name: string, id: string): boolean =>
  name === 'user_received_message' && (/^\+?84\d{8,10}$/.test(id) || /^[0-9a-f]{64}$/i.test(id));

function anonymousParties(event: Event): Parties {
  const fromAccount = FROM_ACCOUNT.test(event.event_name);
  const id = fromAccount ? event.recipient?.id : event.sender?.id;
  if (id === undefined) return NOBODY;
  const conversation = event.message?.conversation_id ?? null;
  return {
    friend: anonymousThread(id, null),
    thread: anonymousThread(id, conversation),
    isGroup: false,
    mayAnswer: !fromAccount && conversation !== null,
  };
}

function groupParties(event: Event): Parties {
  const { group_id, recipient, sender, user_id, message, event_name: name } = event;
  const said = /_send_group_/.test(name);
  const id =
    group_id ?? recipient?.group_id ?? (said ? (recipient?.id ?? message?.conversation_id) : undefined);
  if (id === undefined) return NOBODY;
  const person = FROM_ACCOUNT.test(name) ? null : (user_id ?? sender?.id ?? null);
  return { friend: person, thread: groupThread(id), isGroup: true, mayAnswer: mentionsUs(event) };
}

/** In a group the account speaks only when spoken to. */
function mentionsUs({ oa_id, message }: Event): boolean {
  if (oa_id === undefined) return false;
  const named = message?.mentions?.some(({ id, uid, user_id }) => [id, uid, user_id].includes(oa_id));
  return named === true || (message?.text ?? '').includes(`[@${oa_id}]`);
}

type ReadEvent = InboundEvent & { readonly raw: unknown };
type What = InboundEvent['what'];

/** The events of one body: several when a message holds several pictures, or a tag was given to several people. */
function readEvents(raw: object, now: number): ReadEvent[] {
  const parsed = Event.safeParse(raw);
  if (!parsed.success) return [];
  const event = parsed.data;
  const id = idOf(event);
  const time = Number(event.timestamp);
  const shared = {
    occurredAt: Number.isFinite(time) && time > 0 ? time : now,
    // The vendor tells of a retry in a header only.
    redelivered: false,
    replyToken: null,
    raw,
  };
  const people = event.tag?.user_ids;
  if (people !== undefined && people.length > 0) {
    const what = readSystemEvent(event);
    return people.map((person) => ({
      ...shared,
      vendorEventId: `${id}:${person}`,
      friendExternalId: person,
      threadExternalId: person,
      what,
      mayAnswer: false,
    }));
  }
  const parties = readParties(event);
  return readWhats(event).map((what, index) => ({
    ...shared,
    vendorEventId: index === 0 ? id : `${id}#${index}`,
    friendExternalId: parties.friend,
    threadExternalId: parties.thread,
    ...(parties.isGroup ? { isGroup: true } : {}),
    what,
    mayAnswer: ANSWERABLE.has(what.kind) && parties.mayAnswer,
    ...(what.kind === 'message' && parties.isGroup && !parties.mayAnswer ? { isOverheard: true } : {}),
  }));
}

/** `other`: the vendor has new kinds of events without notice, and a person may stand behind them. */
const ANSWERABLE: ReadonlySet<What['kind']> = new Set(['message', 'follow', 'details', 'happening', 'other']);

const IS_MESSAGE = /^(?:user|anonymous)_send_/;
const IS_ECHO = /^oa_send_/;
/** Named like a message, and none. */
const IS_NO_MESSAGE = /^oa_send_consent$/;

function readWhats(event: Event): What[] {
  const { event_name: name, message } = event;
  const fromAccount = IS_ECHO.test(name) && !IS_NO_MESSAGE.test(name);
  if (message?.msg_id === undefined || (!IS_MESSAGE.test(name) && !fromAccount))
    return [readSystemEvent(event)];
  const { msg_id, quote_msg_id } = message;
  const contents = readContents(message);
  if (fromAccount) {
    const byPerson = (event.admin_id ?? event.sender?.admin_id ?? message.admin_id) !== undefined;
    return contents.map((content, index) => ({
      kind: 'echo',
      vendorMessageId: numbered(msg_id, index),
      content,
      byPerson,
    }));
  }
  return contents.map((content, index) => ({
    kind: 'message',
    vendorMessageId: numbered(msg_id, index),
    content,
    quotes: index === 0 ? (quote_msg_id ?? null) : null,
  }));
}

const numbered = (id: string, index: number): string => (index === 0 ? id : `${id}#${index}`);

/** Of a message its own id. Anything else has none: receipts and reactions bear the id of the message they are about. */
function idOf(event: Event): string {
  const { event_name: name, message } = event;
  if (message?.msg_id !== undefined && (IS_MESSAGE.test(name) || IS_ECHO.test(name))) {
    return `${name}:${message.msg_id}`;
  }
  const { oa_id, sender, recipient, follower, user_id, group_id, timestamp, tag } = event;
  const identifying = [
    name,
    oa_id,
    sender?.id,
    recipient?.id,
    follower?.id,
    user_id,
    group_id,
    timestamp,
    tag?.name,
    message?.msg_id,
    message?.msg_ids,
    message?.react_icon,
  ];
  return `hash-${createHash('sha256').update(JSON.stringify(identifying)).digest('hex').slice(0, 32)}`;
}
