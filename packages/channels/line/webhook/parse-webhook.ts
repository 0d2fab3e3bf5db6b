import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { InboundContent, InboundEvent, ParseOutcome } from '../../spec/channel.ts';
import {
  type AnyMessage,
  EventBase,
  Follow,
  HappeningEvent,
  Message,
  MessageEvent,
  Postback,
  Unsend,
} from './event-shapes.ts';

const Envelope = z.object({ events: z.array(z.unknown()) });

/** Every event of a verified webhook body (UTF-8 JSON), each with its own sender; `now` dates events without a time. */
export function parseWebhook(rawBody: Buffer, now: number): ParseOutcome {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'), storable);
  } catch (error) {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return { kind: 'malformed', detail: error instanceof Error ? error.message : 'not JSON' };
  }
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return { kind: 'malformed', detail: 'no list of events' };
  return { kind: 'events', events: envelope.data.events.map((event) => readEvent(event, now)) };
}

/** Neither a NUL nor half of a surrogate pair can be stored in PostgreSQL; JSON allows both. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/**
 * True when `signature` (base64, header `x-line-signature`) is the HMAC-SHA256 of the raw bytes under the channel
 * secret. A repeated header arrives as a list and is refused.
 */
export function verifySignature(
  rawBody: Buffer,
  channelSecret: string,
  signature: string | string[] | undefined,
): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', channelSecret).update(rawBody).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

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
function readEvent(raw: unknown, now: number): ReadEvent {
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
  return readKnownEvent(type, raw) ?? { kind: 'other', vendorType: type };
}

function readKnownEvent(type: string, raw: unknown): InboundEvent['what'] | null {
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

/** A received message object in the product's words; unknown types become `unsupported` with their `vendorType`. */
function readContent(message: Message | z.infer<typeof AnyMessage>): InboundContent {
  const known = Message.safeParse(message);
  if (!known.success) return content('unsupported', '', { vendorType: message.type });
  return readKnownContent(known.data);
}

function readKnownContent(message: Message): InboundContent {
  switch (message.type) {
    case 'text':
      return content('text', message.text, {
        emojis: message.emojis,
        mentions: message.mention?.mentionees.map(readMention),
        mentionsAccount: mentionsAccount(message) || undefined,
      });
    case 'image':
      return withMedia(message, { imageSet: message.imageSet });
    case 'video':
    case 'audio':
      return withMedia(message, { durationMs: message.duration });
    case 'file': {
      const { fileName, fileSize: bytes } = message;
      const media = { from: 'vendor', vendorMessageId: message.id } as const;
      return { ...content('file', fileName ?? '', { fileName, bytes }), media };
    }
    case 'location':
      return content('location', [message.title, message.address].filter(Boolean).join('\n'), {
        title: message.title,
        address: message.address,
        latitude: message.latitude,
        longitude: message.longitude,
      });
    case 'sticker':
      return content('sticker', message.text ?? (message.keywords ?? []).join(', '), {
        packageId: message.packageId,
        stickerId: message.stickerId,
        resourceType: message.stickerResourceType,
        keywords: message.keywords,
        pictureUrl: stickerPicture(message),
      });
    default:
      return message satisfies never;
  }
}

/** True when the account itself is spoken to. */
function mentionsAccount(message: Message | z.infer<typeof AnyMessage>): boolean {
  const known = Message.safeParse(message).data;
  if (known?.type !== 'text') return false;
  return known.mention?.mentionees.some(({ isSelf }) => isSelf === true) ?? false;
}

type Mentionee = NonNullable<(Message & { type: 'text' })['mention']>['mentionees'][number];

const readMention = ({ index, length, type, userId, isSelf }: Mentionee): Record<string, unknown> =>
  present({ index, length, userId, everyone: type === 'all' || undefined, isAccount: isSelf || undefined });

type MediaMessage = Message & { readonly type: 'image' | 'video' | 'audio' };

/** `stored` content is fetched from the vendor by message id; `external` only has the addresses. */
function withMedia(message: MediaMessage, data: Readonly<Record<string, unknown>>): InboundContent {
  const provider = message.contentProvider;
  if (provider?.type !== 'external') {
    const media = { from: 'vendor', vendorMessageId: message.id } as const;
    return { ...content(message.type, '', { provider: 'stored', ...data }), media };
  }
  const { originalContentUrl: url, previewImageUrl: previewUrl } = provider;
  const read = content(message.type, '', { provider: 'external', url, previewUrl, ...data });
  return url === undefined ? read : { ...read, media: { from: 'url', url, previewUrl: previewUrl ?? null } };
}

/** Of these the vendor's shop has a picture; of those with a person's own words or drawing it has none. */
const PICTURED = new Set(['STATIC', 'ANIMATION', 'SOUND', 'ANIMATION_SOUND', 'POPUP', 'POPUP_SOUND']);

function stickerPicture({
  stickerId = '',
  stickerResourceType = '',
}: Message & { readonly type: 'sticker' }): string | undefined {
  if (!PICTURED.has(stickerResourceType) || !/^\d{1,20}$/.test(stickerId)) return undefined;
  return `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`;
}

function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  return { kind, text, data: present(data) };
}

function present(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
