import { createHash } from 'node:crypto';
import type { InboundEvent } from '../../spec/channel.ts';
import { Event } from './event-shapes.ts';
import { readContents } from './read-content.ts';
import { readHappening } from './read-happening.ts';
import { readParties } from './read-parties.ts';

type ReadEvent = InboundEvent & { readonly raw: unknown };
type What = InboundEvent['what'];

/** The events of one body: several when a message holds several pictures, or a tag was given to several people. */
export function readEvents(raw: object, now: number): ReadEvent[] {
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
    const what = readHappening(event);
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
    return [readHappening(event)];
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
  const told = [
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
  return `hash-${createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 32)}`;
}
