import { z } from 'zod';
import { AnswerOutcome, AttachmentView, Citation, Timing, ToolCall, Usage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import {
  BotId,
  CannedReplyId,
  ChannelId,
  ConversationId,
  CustomerId,
  FriendId,
  MediaId,
  MessageId,
  SegmentId,
  TagId,
  UserId,
  uuidParams,
} from './ids.ts';
import { MediaView } from './media.ts';
import { MessageContent, ShownBubble } from './message-content.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { WaitingReason } from './waiting-reasons.ts';

/** Who answers now: the bot, nobody yet (a person is wanted), a person, or nobody any more. */
export const HANDLINGS = ['bot', 'waiting', 'operator', 'closed'] as const;
export const Handling = z.enum(HANDLINGS);
export type Handling = z.infer<typeof Handling>;

/**
 * What became of a conversation: the bot found an answer, found none, or a person was asked for or wrote. Each
 * conversation has exactly one of the last four: answered by the bot alone, by the bot and staff, by (or for) staff
 * without an answer of the bot, or not at all.
 */
export const CONVERSATION_OUTCOMES = [
  'answered',
  'not_found',
  'handed_over',
  'bot_only',
  'bot_and_staff',
  'staff_only',
  'unanswered',
] as const;
export const ConversationOutcome = z.enum(CONVERSATION_OUTCOMES);
export type ConversationOutcome = z.infer<typeof ConversationOutcome>;

/** What became of a message to a customer that has not arrived for certain. */
export const UNDELIVERED = ['failed', 'unconfirmed'] as const;
export type Undelivered = (typeof UNDELIVERED)[number];

/** `event` is something that happened (follow, unfollow, …), shown as a line in the thread. */
export const MESSAGE_KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'file',
  'location',
  'sticker',
  'postback',
  'event',
  /** Among staff: never sent, never shown to a model. */
  'note',
  'unsupported',
] as const;
export const MessageKind = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof MessageKind>;

export const SENDERS = ['customer', 'bot', 'operator', 'system'] as const;
export const Sender = z.enum(SENDERS);
export type Sender = z.infer<typeof Sender>;

/** `none`: not sent anywhere (received, or a web chat). `unconfirmed`: the vendor may or may not have it; not sent again by itself. */
export const DELIVERY_STATES = ['none', 'pending', 'sent', 'failed', 'unconfirmed'] as const;
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What a person said of an answer. */
export const Feedback = z
  .object({ rating: z.enum(['up', 'down']), reason: z.string(), at: Time })
  .meta({ id: 'Feedback' });
export type Feedback = z.infer<typeof Feedback>;

export const MessageView = z
  .object({
    uuid: MessageId,
    conversationUuid: ConversationId,
    sender: Sender,
    operator: z.object({ uuid: UserId, name: z.string() }).nullable(),
    kind: MessageKind,
    /** What to show: the text, a caption, a sticker's words, a place's name and address. */
    text: z.string(),
    /**
     * Extra facts by kind: `{fileName, bytes}`, `{latitude, longitude}`, `{stickerId, packageId}`, `{event: 'follow'}`,
     * `{event: 'handed_over', reason}` with a `WaitingReason`, `{vendorType}`.
     */
    data: z.record(z.string(), z.unknown()),
    /** Bubbles of a composed message, instead of `text`, which says the same in words; otherwise empty. */
    bubbles: z.array(ShownBubble),
    citations: z.array(Citation),
    usage: Usage.nullable(),
    outcome: AnswerOutcome.nullable(),
    timing: Timing.nullable(),
    toolCalls: z.array(ToolCall),
    attachments: z.array(AttachmentView),
    feedback: Feedback.nullable(),
    /** Model that answered; null: none did. */
    serviceUuid: z.string().nullable(),
    delivery: z.object({
      state: DeliveryState,
      /** Stable word for the cause, for example `quota_exceeded`; null unless failed or unconfirmed. */
      reason: z.string().nullable(),
      /** What the vendor said, for the owner. */
      detail: z.string().nullable(),
      /** `reply`: in time, so that it costs nothing. `push`: the vendor counts it. Null: nothing is counted there. */
      method: z.enum(['reply', 'push']).nullable(),
    }),
    media: MediaView.nullable(),
    /** In groups: who of them wrote it. */
    author: z.object({ uuid: FriendId, name: z.string() }).nullable(),
    /** The message it answers to. `uuid` null: it is not stored here. */
    quoted: z.object({ uuid: MessageId.nullable(), text: z.string(), sender: Sender.nullable() }).nullable(),
    /** A person wrote `text` with help: their own words, as they were. */
    original: z.object({ text: z.string(), language: z.string().nullable() }).nullable(),
    /** By language; made on demand. */
    translations: z.record(z.string(), z.string()),
    reactions: z.array(z.string()),
    /** Staff named in a note. */
    mentions: z.array(UserId),
    seenAt: Time.nullable(),
    editedAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof MessageView>;

export const ConversationView = z
  .object({
    uuid: ConversationId,
    handling: Handling,
    channel: z
      .object({ uuid: ChannelId, kind: z.string(), name: z.string(), sandbox: z.boolean() })
      .nullable(),
    bot: z.object({ uuid: BotId, name: z.string() }).nullable(),
    friend: z
      .object({
        uuid: FriendId,
        name: z.string(),
        pictureUrl: z.string().nullable(),
        language: z.string().nullable(),
        state: z.enum(['following', 'blocked', 'unknown']),
      })
      .nullable(),
    /** For conversations without a friend (chat page, API): the first question. */
    title: z.string(),
    operator: z.object({ uuid: UserId, name: z.string() }).nullable(),
    /** Why a person is wanted, while `waiting`. */
    waitingReason: WaitingReason.nullable(),
    customerUuid: CustomerId.nullable(),
    /** A group or room instead of one person. */
    group: z.object({ name: z.string(), pictureUrl: z.string().nullable() }).nullable(),
    snoozedUntil: Time.nullable(),
    /** Somebody of the staff should have answered by then; null: no clock runs. Late once it has passed. */
    respondBy: Time.nullable(),
    /** The customer has been waiting for a person since then; null: nobody waits. */
    waitingSince: Time.nullable(),
    firstResponseSeconds: z.number().int().nullable(),
    /** Until when messages are free of charge and possible at all, where the channel has such a window. */
    window: z.object({ freeUntil: Time, openUntil: Time }).nullable(),
    /** `score` 1 to 5; null: asked and not answered yet. */
    satisfaction: z
      .object({ score: z.number().int().nullable(), comment: z.string(), askedAt: Time })
      .nullable(),
    /** What I have begun to write. */
    draft: z.string().nullable(),
    lastMessage: z
      .object({ text: z.string(), sender: Sender, kind: MessageKind, createdAt: Time })
      .nullable(),
    /** The customer's earliest message that is unanswered while they wait for a person; null: no customer waits. */
    unanswered: z
      .object({
        text: z.string(),
        kind: MessageKind,
        /** How many more of their messages are unanswered; at most 99. */
        more: z.number().int(),
        /** The bot has answered a later message. */
        isPassed: z.boolean(),
      })
      .nullable(),
    /** When something was last said: its place in the list. */
    lastMessageAt: Time,
    unread: z.number().int(),
    updatedAt: Time,
    createdAt: Time,
  })
  .meta({ id: 'Conversation' });
export type ConversationView = z.infer<typeof ConversationView>;

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/user/conversations',
  summary: 'Conversations, last activity first',
  tag: 'inbox',
  access: 'viewer',
  query: PageQuery.extend({
    handling: Handling.optional(),
    channelUuid: ChannelId.optional(),
    botUuid: BotId.optional(),
    /** `channel`: with a friend on a channel; `chat`: chat page and API. */
    origin: z.enum(['channel', 'chat']).optional(),
    /** Not closed. */
    open: z.stringbool().optional(),
    /** Assigned to me: the same as `assignee` with my id. */
    mine: z.stringbool().optional(),
    unread: z.stringbool().optional(),
    /** Assigned to this person (their id), or to nobody (`none`). */
    assignee: z.union([UserId, z.literal('none')]).optional(),
    /** Absent: those that are not snoozed. */
    snoozed: z.stringbool().optional(),
    /** Past `respondBy`. */
    late: z.stringbool().optional(),
    /** The customer wrote from then on, and before `to`. With either, or an outcome, what is snoozed is listed too. */
    from: Time.optional(),
    to: Time.optional(),
    outcome: ConversationOutcome.optional(),
    /** A message to the customer was not delivered, or nobody knows. What is snoozed is listed too. */
    delivery: z.enum(UNDELIVERED).optional(),
    /** Of customers who are in this saved segment; groups are nobody's. */
    segmentUuid: SegmentId.optional(),
    /** Of customers who have this tag; groups have no tags. */
    tagUuid: TagId.optional(),
    /** `waiting`: who waits longest first. */
    sort: z.enum(['recent', 'waiting']).optional(),
  }),
  status: 200,
  output: pageOf(ConversationView).extend({
    /** For the tabs of the inbox; of the asked `origin`, whatever the other filters. */
    counts: z.object({
      /** Not closed. */
      open: z.number().int(),
      /** Assigned to me. */
      mine: z.number().int(),
      waiting: z.number().int(),
      bot: z.number().int(),
      operator: z.number().int(),
      closed: z.number().int(),
      all: z.number().int(),
      snoozed: z.number().int(),
      late: z.number().int(),
      unread: z.number().int(),
    }),
  }),
  errors: ['segment_too_slow'],
});
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/user/conversation/{uuid}',
  summary: 'One conversation',
  tag: 'inbox',
  access: 'viewer',
  params: uuidParams(ConversationId),
  status: 200,
  output: ConversationView,
});
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/user/conversation/{uuid}/messages',
  summary: 'Messages, oldest first; page 1 holds the newest, `before` continues upwards from a message',
  tag: 'inbox',
  access: 'viewer',
  params: uuidParams(ConversationId),
  query: PageQuery.extend({ before: MessageId.optional() }),
  status: 200,
  output: pageOf(MessageView),
});
/** Exactly one thing to send. */
export const OperatorMessage = z
  .object({
    text: z.string().trim().min(1).max(5000).optional(),
    mediaUuid: MediaId.optional(),
    sticker: z
      .object({ packageId: z.string().max(20), stickerId: z.string().max(20) })
      .strict()
      .optional(),
    location: z
      .object({
        title: z.string().trim().min(1).max(100),
        address: z.string().trim().max(100),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      })
      .strict()
      .optional(),
    /** Asks for name, phone and address with the channel's own form, where it has one. */
    askDetails: z
      .object({ title: z.string().trim().min(1).max(100), text: z.string().trim().min(1).max(500) })
      .strict()
      .optional(),
    /** A composed message; it must lack nothing. */
    content: MessageContent.optional(),
    /** Quotes this message where the channel can. */
    quoteUuid: MessageId.optional(),
    /** What the person wrote before a model helped. */
    original: z
      .object({ text: z.string().max(5000), language: z.string().max(20).nullable() })
      .strict()
      .optional(),
    cannedUuid: CannedReplyId.optional(),
    /** Takes it from the colleague who has it; without, that is refused. */
    takeOver: z.boolean().default(false),
    /** The same for each try of one message: a message is stored once. */
    uuid: MessageId.optional(),
  })
  .strict()
  .refine(
    (input) =>
      [input.text, input.mediaUuid, input.sticker, input.location, input.askDetails, input.content].filter(
        Boolean,
      ).length === 1,
    { path: ['text'], error: 'exactly one thing to send' },
  );
export type OperatorMessage = z.input<typeof OperatorMessage>;

export const sendOperatorMessage = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/message',
  summary: 'Write to the customer; takes the conversation over if nobody had it',
  tag: 'inbox',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: OperatorMessage,
  status: 200,
  output: MessageView,
  errors: [
    'conversation_taken',
    'channel_disconnected',
    'sending_window_closed',
    'sending_quota_short',
    'message_not_deliverable',
    'message_not_ready',
    'file_too_large',
    'media_type_unsupported',
    'storage_quota_reached',
  ],
});
export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/message/{message}/resend',
  summary: 'Send a failed message again',
  tag: 'inbox',
  access: 'operator',
  params: z.object({ uuid: ConversationId, message: MessageId }),
  status: 200,
  output: MessageView,
  errors: ['message_not_failed', 'channel_disconnected'],
});
export const setHandling = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/handling',
  summary: 'Take over, give back to the bot, or close',
  tag: 'inbox',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: z
    .object({ handling: z.enum(['bot', 'operator', 'closed']), takeOver: z.boolean().default(false) })
    .strict(),
  status: 200,
  output: ConversationView,
  errors: ['conversation_taken'],
});
export const undoClose = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/undo-close',
  summary: 'Take back that I closed it: who has it, why it waits and since when are as they were',
  tag: 'inbox',
  access: 'operator',
  params: uuidParams(ConversationId),
  status: 200,
  output: ConversationView,
  errors: ['conversation_not_closed'],
});
export const markRead = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/read',
  summary: 'Everything up to now is read by me',
  tag: 'inbox',
  access: 'viewer',
  params: uuidParams(ConversationId),
  status: 204,
});
export const markUnread = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/unread',
  summary: 'The newest message of the customer is unread again for me',
  tag: 'inbox',
  access: 'viewer',
  params: uuidParams(ConversationId),
  status: 204,
});
