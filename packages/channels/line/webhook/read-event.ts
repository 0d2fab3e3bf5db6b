import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { InboundEvent } from '../../spec/channel.ts';
import { EventBase, Follow, HappeningEvent, MessageEvent, Postback, Unsend } from './event-shapes.ts';
import { mentionsAccount, present, readContent } from './read-content.ts';

const NOTHING = (): Record<string, unknown> => ({});

/** What a line in the thread tells of each of the rarer events; other types are none of these. */
const FACTS: Readonly<Record<string, (event: HappeningEvent) => Record<string, unknown>>> = {
  join: NOTHING,
  leave: NOTHING,
  memberJoined: ({ joined }) => ({ members: idsOf(joined) }),
  memberLeft: ({ left }) => ({ members: idsOf(left) }),
  beacon: ({ beacon }) => ({ hwid: beacon?.hwid, type: beacon?.type, deviceMessage: beacon?.dm }),
  accountLink: ({ link }) => ({ result: link?.result, nonce: link?.nonce }),
  membership: ({ membership }) => ({ change: membership?.type, membershipId: membership?.membershipId }),
  videoPlayComplete: ({ videoPlayComplete }) => ({ trackingId: videoPlayComplete?.trackingId }),
  module: ({ module }) => ({ change: module?.type, botId: module?.botId, scopes: module?.scopes }),
  activated: ({ chatControl }) => ({ expiresAt: chatControl?.expireAt }),
  deactivated: NOTHING,
  botSuspended: NOTHING,
  botResumed: NOTHING,
  delivery: ({ delivery }) => ({ data: delivery?.data }),
};

function readHappening(type: string, raw: unknown): InboundEvent['what'] | null {
  if (!Object.hasOwn(FACTS, type)) return null;
  const event = HappeningEvent.safeParse(raw).data ?? HappeningEvent.parse({});
  return { kind: 'happening', event: type, data: present(FACTS[type]?.(event) ?? {}) };
}

const idsOf = (given: HappeningEvent['joined']): string[] =>
  (given?.members ?? []).flatMap(({ userId }) => (userId === undefined ? [] : [userId]));

type ReadEvent = InboundEvent & { readonly raw: unknown };

/** One event of a webhook call. What can't be read is kept as `other`, so that it never costs its neighbours. */
export function readEvent(raw: unknown, now: number): ReadEvent {
  const base = EventBase.safeParse(raw);
  if (!base.success) return unreadable(raw, now);
  const event = base.data;
  const groupId = event.source?.groupId ?? event.source?.roomId ?? null;
  const userId = event.source?.userId ?? null;
  const what = readWhat(event.type, raw);
  const inCharge = event.mode !== 'standby';
  const message = MessageEvent.safeParse(raw).data?.message;
  return {
    vendorEventId: event.webhookEventId ?? fingerprint(raw),
    occurredAt: event.timestamp ?? now,
    redelivered: event.deliveryContext?.isRedelivery ?? false,
    friendExternalId: userId,
    threadExternalId: groupId ?? userId,
    ...(groupId === null ? {} : { isGroup: true }),
    what,
    replyToken: inCharge ? (event.replyToken ?? null) : null,
    quoteToken: inCharge ? (message?.quoteToken ?? null) : null,
    readToken: inCharge ? (message?.markAsReadToken ?? null) : null,
    ...address(event.type, { inCharge, what, isGroup: groupId !== null, message }),
    raw,
  };
}

interface Addressed {
  readonly inCharge: boolean;
  readonly what: InboundEvent['what'];
  readonly isGroup: boolean;
  readonly message: z.infer<typeof MessageEvent>['message'] | undefined;
}

/** In a group the account speaks only when spoken to: by its name, or by a tap on one of its own buttons. */
function address(
  type: string,
  { inCharge, what, isGroup, message }: Addressed,
): Pick<InboundEvent, 'mayAnswer' | 'isOverheard'> {
  if (!inCharge || what.kind === 'unfollow') return { mayAnswer: false };
  const isSpokenTo = !isGroup || type === 'postback' || (message !== undefined && mentionsAccount(message));
  return isSpokenTo ? { mayAnswer: true } : { mayAnswer: false, isOverheard: true };
}

function readWhat(type: string, raw: unknown): InboundEvent['what'] {
  return readKnown(type, raw) ?? { kind: 'other', vendorType: type };
}

function readKnown(type: string, raw: unknown): InboundEvent['what'] | null {
  switch (type) {
    case 'message':
    case 'messageEdited':
      return readMessage(type, raw);
    case 'postback':
      return readPostback(raw);
    case 'follow':
      return { kind: 'follow', returning: Follow.safeParse(raw).data?.follow?.isUnblocked ?? false };
    case 'unfollow':
      return { kind: 'unfollow' };
    case 'unsend': {
      const messageId = Unsend.safeParse(raw).data?.unsend.messageId;
      return messageId === undefined ? null : { kind: 'unsend', vendorMessageId: messageId };
    }
    default:
      return readHappening(type, raw);
  }
}

function readMessage(type: 'message' | 'messageEdited', raw: unknown): InboundEvent['what'] | null {
  const message = MessageEvent.safeParse(raw).data?.message;
  if (!message) return null;
  const read = { vendorMessageId: message.id, content: readContent(message) };
  if (type === 'messageEdited') return { kind: 'edited', ...read };
  const { quotedMessageId } = message;
  return { kind: 'message', ...read, ...(quotedMessageId ? { quotes: quotedMessageId } : {}) };
}

/** A postback has no message id of its own; the event's serves, as nothing can unsend it. */
function readPostback(raw: unknown): InboundEvent['what'] | null {
  const postback = Postback.safeParse(raw).data?.postback;
  if (!postback) return null;
  const { data, params } = postback;
  const id = EventBase.safeParse(raw).data?.webhookEventId ?? fingerprint(raw);
  const content = present({ data, params, chosen: chosenIn(params), menuSwitched: isSwitched(params) });
  return {
    kind: 'message',
    vendorMessageId: id,
    content: { kind: 'postback', text: data, data: content },
  };
}

type Params = z.infer<typeof Postback>['postback']['params'];

/** Result of a date picker, as people write it: 2026-11-24 10:00. */
function chosenIn(params: Params): string | undefined {
  const value = [params?.datetime, params?.date, params?.time].find((one) => typeof one === 'string');
  return typeof value === 'string' ? value.replace('T', ' ') : undefined;
}

/** A tab of a rich menu that could not be opened leaves the customer with nothing, so it counts as any other tap. */
const isSwitched = (params: Params): true | undefined =>
  typeof params?.newRichMenuAliasId === 'string' && params.status === 'SUCCESS' ? true : undefined;

function unreadable(raw: unknown, now: number): ReadEvent {
  return {
    vendorEventId: fingerprint(raw),
    occurredAt: now,
    redelivered: false,
    friendExternalId: null,
    threadExternalId: null,
    what: { kind: 'other', vendorType: 'unreadable' },
    replyToken: null,
    mayAnswer: false,
    raw,
  };
}

/** The same event gives the same id again: a redelivery differs from the first only in `deliveryContext`. */
function fingerprint(raw: unknown): string {
  const text = JSON.stringify(raw, (key, value: unknown) => (key === 'deliveryContext' ? undefined : value));
  return `hash-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
