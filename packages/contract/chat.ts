import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  AttachmentId,
  BotId,
  ConversationId,
  DocumentId,
  EmbeddingId,
  GroupId,
  KnowledgeId,
  MessageId,
  ToolId,
  uuidParams,
} from './ids.ts';

/** A passage an answer rests on. `number` is what `[1]` in the text points to. */
export const Citation = z
  .object({
    number: z.number().int(),
    knowledgeUuid: KnowledgeId,
    documentUuid: DocumentId,
    embeddingUuid: EmbeddingId,
    title: z.string(),
    /** Of the page that the document was made from; absent in older answers. */
    url: z.string().nullable().optional(),
    headingPath: z.array(z.string()),
    page: z.number().int().nullable(),
    quote: z.string(),
    score: z.number(),
    confidence: z.number(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

/**
 * `inputTokens` and `outputTokens` are the model's; `tokens` is what the account paid. `micros` only of a call with a key
 * of the account itself, which takes no tokens: what it cost there by the list price, in millionths of a US dollar;
 * null: the price is unknown.
 */
export const Usage = z
  .object({
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    tokens: z.number().int(),
    micros: z.number().int().nullable().optional(),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

/** Milliseconds of the parts of an answer. */
export const Timing = z.object({
  retrieval: z.number(),
  firstToken: z.number().nullable(),
  total: z.number(),
});
export type Timing = z.infer<typeof Timing>;

/**
 * How an answer came about: the model's, a person's (curated), or the no-answer reply and why. `handed_over`: a person
 * was asked for. `no_budget`: the bot has spent what it may this month. `paused`: the bot is.
 * `not_published`: no version of it was ever published. `busy`: other answers held
 * the account's tokens for too long.
 */
export const ANSWER_OUTCOMES = [
  'answered',
  'curated',
  'not_found',
  'handed_over',
  'model_failed',
  'no_tokens',
  'busy',
  'no_budget',
  'paused',
  'not_published',
  'stopped',
] as const;
export const AnswerOutcome = z.enum(ANSWER_OUTCOMES);
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

/** One call of a tool while an answer was made. Input and output never hold secrets. */
export const ToolCall = z
  .object({
    id: z.string(),
    /** Null for tools of the product itself (hand over to a person). */
    toolUuid: ToolId.nullable(),
    name: z.string(),
    input: z.unknown(),
    /** What the model was given; null when it failed. */
    output: z.unknown(),
    /** Stable word for the cause, for example `timeout`; null: it worked. */
    error: z.string().nullable(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;

/** A picture or document that was sent with a question. */
export const AttachmentView = z
  .object({
    uuid: AttachmentId,
    kind: z.enum(['image', 'document']),
    name: z.string(),
    mediaType: z.string(),
    size: z.number().int(),
  })
  .meta({ id: 'Attachment' });
export type AttachmentView = z.infer<typeof AttachmentView>;

/**
 * The caller's own id of a question. Sent again within five minutes, for example because the connection broke before
 * an answer came, it is not asked again: the stream is that of the first time.
 */
export const RequestUuid = z.uuid();

/** Where a reader goes on with a stream that was cut. Absent: from the start of the answer that is being made. */
export const StreamCursor = z.object({
  /** `messageId` of the part `start`. */
  answerUuid: MessageId.optional(),
  /** That of the last part `data-restart`; 1 before there was one. */
  attempt: z.coerce.number().int().min(1).max(1000).optional(),
  /** Length of the text received since the start or the last `data-restart`, in UTF-16 code units. */
  position: z.coerce.number().int().min(0).max(10_000_000).optional(),
});
export type StreamCursor = z.infer<typeof StreamCursor>;

export const ChatInput = z
  .object({
    /** Either a bot or a group, which chooses one of its bots. */
    botUuid: BotId.optional(),
    groupUuid: GroupId.optional(),
    /** Absent with `regenerate`. */
    message: z.string().trim().min(1).max(8000).optional(),
    conversationUuid: ConversationId.optional(),
    /** Answers with the bot's draft; nothing of it counts as a customer's conversation. */
    draft: z.boolean().optional(),
    attachmentUuids: z.array(AttachmentId).max(4).optional(),
    /** Sends an edited question anew: the message it takes the place of. What came before stays as a branch. */
    replaces: MessageId.optional(),
    /** Answers the question before this answer once more; the earlier answer stays as a branch. */
    regenerate: MessageId.optional(),
    requestUuid: RequestUuid.optional(),
  })
  .strict();
export type ChatInput = z.infer<typeof ChatInput>;

export const ChatAnswer = z
  .object({
    conversationUuid: ConversationId,
    message: z.object({
      uuid: MessageId,
      text: z.string(),
      citations: z.array(Citation),
      toolCalls: z.array(ToolCall),
    }),
    /** The question as it was stored; null with `regenerate`. */
    questionUuid: MessageId.nullable(),
    /** Who answered: of a group, the bot that was chosen. */
    botUuid: BotId,
    /** Model that answered; null: none (a curated answer, no tokens). */
    serviceUuid: z.string().nullable(),
    usage: Usage,
    outcome: AnswerOutcome,
    timing: Timing,
  })
  .meta({ id: 'ChatAnswer' });
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** `messageMetadata` of the stream's `start` part: a stopped first answer still has its conversation. */
export const ChatStart = z.object({ conversationUuid: ConversationId, questionUuid: MessageId });

/**
 * Data parts of the UI message stream, beside the AI SDK's own `text-*` parts.
 * `data-citations` comes before the text, `data-answer` after it (transient parts are not used).
 */
export const ChatDataParts = {
  citations: z.object({ passages: z.array(Citation) }),
  /** Sent when a call ends; the same `id` doesn't come twice. */
  tool: ToolCall,
  answer: ChatAnswer,
  /** The answer is made anew, because the process that made it has ended: text and tools so far are void. */
  restart: z.object({ attempt: z.number().int() }),
};

export const chat = endpoint({
  method: 'POST',
  path: '/api/chat',
  summary: 'Ask a bot: an AI SDK UI message stream over SSE, or one JSON with `Accept: application/json`',
  tag: 'chat',
  access: 'operator',
  body: ChatInput.superRefine(checkTogether),
  status: 200,
  output: ChatAnswer,
  stream: 'ui-message-stream',
  errors: [
    'conversation_not_found',
    'conversation_busy',
    'message_not_found',
    'attachment_not_found',
    'group_without_bot',
  ],
});

export const resumeChat = endpoint({
  method: 'GET',
  path: '/api/chat/{uuid}/stream',
  summary:
    'The answer that is being made in a conversation, or one of the last five minutes, as a stream from a position; no content when there is none',
  tag: 'chat',
  access: 'operator',
  params: uuidParams(ConversationId),
  query: StreamCursor,
  status: 204,
  stream: 'ui-message-stream',
});
export const stopChat = endpoint({
  method: 'POST',
  path: '/api/chat/{uuid}/stop',
  summary: 'Stop the answer that is being made, if there is one; what was said is kept',
  tag: 'chat',
  access: 'operator',
  params: uuidParams(ConversationId),
  status: 204,
});

function checkTogether(input: ChatInput, context: z.RefinementCtx): void {
  const refuse = (path: keyof ChatInput, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (input.botUuid && input.groupUuid) refuse('groupUuid', 'Either a bot or a group, not both');
  if (!input.botUuid && !input.groupUuid) refuse('botUuid', 'A bot or a group is needed');
  if (input.draft && input.groupUuid) refuse('draft', 'A group has no draft');
  if (input.regenerate) {
    for (const field of ['message', 'replaces', 'attachmentUuids'] as const)
      if (input[field] !== undefined) refuse(field, 'Not together with regenerate');
  } else if (input.message === undefined) refuse('message', 'A message is needed');
  if ((input.regenerate || input.replaces) && !input.conversationUuid)
    refuse('conversationUuid', 'The conversation of the message is needed');
}
