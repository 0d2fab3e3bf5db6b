import { z } from 'zod';
import { AnswerOutcome, AttachmentView, Citation, Timing, ToolCall, Usage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { BotId, ChannelId, ConversationId, FriendId, MessageId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Who answers now: the bot, nobody yet (a person is wanted), a person, or nobody any more. */
export const HANDLINGS = ['bot', 'waiting', 'operator', 'closed'] as const;
export const Handling = z.enum(HANDLINGS);
export type Handling = z.infer<typeof Handling>;

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
    /** Extra facts by kind: `{fileName, bytes}`, `{latitude, longitude}`, `{stickerId, packageId}`, `{event: 'follow'}`, `{vendorType}`. */
    data: z.record(z.string(), z.unknown()),
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
      /** `reply` costs nothing on channels that have reply tokens, `push` is counted. */
      method: z.enum(['reply', 'push']).nullable(),
    }),
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
    waitingReason: AnswerOutcome.nullable(),
    lastMessage: z
      .object({ text: z.string(), sender: Sender, kind: MessageKind, createdAt: Time })
      .nullable(),
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
    mine: z.stringbool().optional(),
    unread: z.stringbool().optional(),
  }),
  status: 200,
  output: pageOf(ConversationView).extend({
    /** For the tabs of the inbox; of the asked `origin`, whatever the other filters. */
    counts: z.object({
      mine: z.number().int(),
      waiting: z.number().int(),
      bot: z.number().int(),
      operator: z.number().int(),
      closed: z.number().int(),
    }),
  }),
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
export const sendOperatorMessage = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/message',
  summary: 'Write to the customer; takes the conversation over if nobody had it',
  tag: 'inbox',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: z.object({ text: z.string().trim().min(1).max(5000) }).strict(),
  status: 200,
  output: MessageView,
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
  errors: ['message_not_failed'],
});
export const setHandling = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/handling',
  summary: 'Take over, give back to the bot, or close',
  tag: 'inbox',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: z.object({ handling: z.enum(['bot', 'operator', 'closed']) }).strict(),
  status: 200,
  output: ConversationView,
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
