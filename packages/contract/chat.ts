import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ConversationId, DocumentId, EmbeddingId, KnowledgeId, MessageId } from './ids.ts';

/** A passage an answer rests on. `number` is what `[1]` in the text points to. */
export const Citation = z
  .object({
    number: z.number().int(),
    knowledgeUuid: KnowledgeId,
    documentUuid: DocumentId,
    embeddingUuid: EmbeddingId,
    title: z.string(),
    headingPath: z.array(z.string()),
    page: z.number().int().nullable(),
    quote: z.string(),
    score: z.number(),
    confidence: z.number(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

/** `inputTokens` and `outputTokens` are the model's; `tokens` is what the account paid. */
export const Usage = z
  .object({ inputTokens: z.number().int(), outputTokens: z.number().int(), tokens: z.number().int() })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

/** Milliseconds of the parts of an answer. */
export const Timing = z.object({
  retrieval: z.number(),
  firstToken: z.number().nullable(),
  total: z.number(),
});
export type Timing = z.infer<typeof Timing>;

/** How an answer came about: the model's, or the no-answer reply and why. */
export const ANSWER_OUTCOMES = ['answered', 'not_found', 'model_failed', 'no_tokens', 'stopped'] as const;
export const AnswerOutcome = z.enum(ANSWER_OUTCOMES);
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

export const ChatInput = z
  .object({
    botUuid: BotId,
    message: z.string().trim().min(1).max(8000),
    conversationUuid: ConversationId.optional(),
  })
  .strict();

export const ChatAnswer = z
  .object({
    conversationUuid: ConversationId,
    message: z.object({ uuid: MessageId, text: z.string(), citations: z.array(Citation) }),
    usage: Usage,
    outcome: AnswerOutcome,
    timing: Timing,
  })
  .meta({ id: 'ChatAnswer' });
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** `messageMetadata` of the stream's `start` part: a stopped first answer still has its conversation. */
export const ChatStart = z.object({ conversationUuid: ConversationId });

/**
 * Data parts of the UI message stream, beside the AI SDK's own `text-*` parts.
 * `data-citations` comes before the text, `data-answer` after it (transient parts are not used).
 */
export const ChatDataParts = {
  citations: z.object({ passages: z.array(Citation) }),
  answer: ChatAnswer,
};

export const chat = endpoint({
  method: 'POST',
  path: '/api/chat',
  summary: 'Ask a bot: an AI SDK UI message stream over SSE, or one JSON with `Accept: application/json`',
  tag: 'chat',
  access: 'operator',
  body: ChatInput,
  status: 200,
  output: ChatAnswer,
  stream: 'ui-message-stream',
  errors: ['conversation_not_found', 'conversation_busy'],
});
