import { z } from 'zod';

// The vendor adds fields, event types and enum values without notice: everything but what we use stays open,
// and whatever is not of the expected type reads as absent.
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

export const Source = z.object({ type: text, userId: text, groupId: text, roomId: text });

/** What all events share. Only `type` is needed to keep an event. */
export const EventBase = z.object({
  type: z.string(),
  mode: text,
  timestamp: number,
  webhookEventId: text,
  replyToken: text,
  deliveryContext: z.object({ isRedelivery: z.boolean() }).optional().catch(undefined),
  source: Source.optional().catch(undefined),
});
export type EventBase = z.infer<typeof EventBase>;

const flag = z.boolean().optional().catch(undefined);
const tokens = { quoteToken: text, markAsReadToken: text, quotedMessageId: text };
const id = { id: z.string(), ...tokens };
const contentProvider = z
  .object({ type: text, originalContentUrl: text, previewImageUrl: text })
  .optional()
  .catch(undefined);

/** Positions count UTF-16 units of the text. */
const Mentionee = z
  .object({ index: number, length: number, type: text, userId: text, isSelf: flag })
  .catch({});
const Mention = z
  .object({ mentionees: z.array(Mentionee) })
  .optional()
  .catch(undefined);

export const Message = z.discriminatedUnion('type', [
  z.object({
    ...id,
    type: z.literal('text'),
    text: z.string(),
    emojis: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
    mention: Mention,
  }),
  z.object({
    ...id,
    type: z.literal('image'),
    contentProvider,
    imageSet: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
  z.object({ ...id, type: z.literal('video'), contentProvider, duration: number }),
  z.object({ ...id, type: z.literal('audio'), contentProvider, duration: number }),
  z.object({ ...id, type: z.literal('file'), fileName: text, fileSize: number }),
  z.object({
    ...id,
    type: z.literal('location'),
    title: text,
    address: text,
    latitude: z.number(),
    longitude: z.number(),
  }),
  z.object({
    ...id,
    type: z.literal('sticker'),
    packageId: text,
    stickerId: text,
    stickerResourceType: text,
    keywords: z.array(z.string()).optional().catch(undefined),
    text,
  }),
]);
export type Message = z.infer<typeof Message>;

/** A message of a type we don't know yet is still a message. */
export const AnyMessage = z.object({ ...id, type: z.string() });

export const MessageEvent = z.object({ message: z.union([Message, AnyMessage]) });
export const Follow = z.object({
  follow: z.object({ isUnblocked: z.boolean() }).optional().catch(undefined),
});
export const Unsend = z.object({ unsend: z.object({ messageId: z.string() }) });
export const Postback = z.object({
  postback: z.object({
    data: z.string(),
    params: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
});

const members = z
  .object({ members: z.array(z.object({ userId: text }).catch({})) })
  .optional()
  .catch(undefined);
const record = z.record(z.string(), z.unknown()).optional().catch(undefined);

/** What the rarer events carry; each has one of these. */
export const SystemEvent = z.object({
  joined: members,
  left: members,
  beacon: z.object({ hwid: text, type: text, dm: text }).optional().catch(undefined),
  link: z.object({ result: text, nonce: text }).optional().catch(undefined),
  membership: z.object({ type: text, membershipId: number }).optional().catch(undefined),
  videoPlayComplete: z.object({ trackingId: text }).optional().catch(undefined),
  module: record,
  chatControl: record,
  delivery: z.object({ data: text }).optional().catch(undefined),
});
export type SystemEvent = z.infer<typeof SystemEvent>;
