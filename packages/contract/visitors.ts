import { z } from 'zod';
import { RequestUuid } from './chat.ts';
import { ConversationId, MessageId } from './ids.ts';
import { ShownBubble } from './message-content.ts';
import { Time } from './page.ts';

/** What a tap on a quick reply does; other quick replies are asked as the visitor's words. */
export const QuickReplyAction = z.enum([
  'handover',
  'give-back',
  'satisfaction:1',
  'satisfaction:2',
  'satisfaction:3',
  'satisfaction:4',
  'satisfaction:5',
]);

/** A tap on a button of a form, which names its own question; opaque. */
export const FormButtonAction = z
  .string()
  .regex(/^f:[\w-]{22}:/)
  .max(100);

/** A button under the last message. */
export const VisitorQuickReply = z
  .object({
    label: z.string(),
    /** Sent as `message` when it is tapped. */
    text: z.string(),
    /** Sent along as `action`; null: the text is a question like any other. */
    action: z.union([QuickReplyAction, FormButtonAction]).nullable(),
  })
  .meta({ id: 'VisitorQuickReply' });
export type VisitorQuickReply = z.infer<typeof VisitorQuickReply>;

/** Says who a visitor is; opaque, given by the server, kept by the browser. */
export const VisitorToken = z.string().min(1).max(400);

/** A passage that an answer points to; what else the bot knows is never sent. */
export const VisitorCitation = z
  .object({
    number: z.number().int(),
    title: z.string(),
    page: z.number().int().nullable(),
    quote: z.string(),
  })
  .meta({ id: 'VisitorCitation' });
export type VisitorCitation = z.infer<typeof VisitorCitation>;

/** What a visitor may know of how an answer came about; why a bot can't answer now is the account's business. */
export const VISITOR_OUTCOMES = ['answered', 'not_found', 'handed_over', 'unavailable', 'stopped'] as const;
export type VisitorOutcome = (typeof VISITOR_OUTCOMES)[number];

/** The whole answer: the JSON, and the part `data-answer` at the end of the stream. No costs, tools or models. */
export const VisitorAnswer = z
  .object({
    conversationUuid: ConversationId,
    message: z.object({ uuid: MessageId, text: z.string(), citations: z.array(VisitorCitation) }),
    outcome: z.enum(VISITOR_OUTCOMES),
  })
  .meta({ id: 'VisitorAnswer' });
export type VisitorAnswer = z.infer<typeof VisitorAnswer>;

/** `messageMetadata` of the stream's `start` part: the token is new when none was sent. */
export const VisitorStart = z.object({ conversationUuid: ConversationId, visitor: VisitorToken });

export const VisitorQuestion = z
  .object({
    message: z.string().trim().min(1).max(4000),
    /** From the call before; absent: a new visitor. */
    visitor: VisitorToken.optional(),
    conversationUuid: ConversationId.optional(),
    requestUuid: RequestUuid.optional(),
  })
  .strict();
export type VisitorQuestion = z.infer<typeof VisitorQuestion>;

/** Something a person sent beside words; `url` is a path of this server, permitted for a while. */
export const VisitorFile = z
  .object({
    kind: z.enum(['image', 'video', 'audio', 'file']),
    name: z.string(),
    url: z.string(),
    /** A small picture of it. */
    previewUrl: z.string().nullable(),
  })
  .meta({ id: 'VisitorFile' });
export type VisitorFile = z.infer<typeof VisitorFile>;

/** A form whose link is in the message: the widget shows it there, and `t` says who fills it in. */
const VisitorForm = z
  .object({
    slug: z.string(),
    t: z.string(),
    /** They have sent it since. */
    isSent: z.boolean(),
  })
  .meta({ id: 'VisitorForm' });
export type VisitorForm = z.infer<typeof VisitorForm>;

export const VisitorMessage = z
  .object({
    uuid: MessageId,
    /** `person`: somebody of the account. */
    from: z.enum(['visitor', 'bot', 'person']),
    /** What the person is called, where the channel shows it. */
    by: z.string().nullable(),
    text: z.string(),
    /** Bubbles of a composed message, instead of `text` in the same words; else empty. Paths are of this server. */
    bubbles: z.array(ShownBubble),
    citations: z.array(VisitorCitation),
    file: VisitorFile.nullable(),
    form: VisitorForm.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'VisitorMessage' });
export type VisitorMessage = z.infer<typeof VisitorMessage>;
