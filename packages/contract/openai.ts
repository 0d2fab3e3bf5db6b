import { z } from 'zod';

/**
 * The part of OpenAI's chat API that `/v1` speaks. Other members of a request are accepted and not looked at: a client
 * that sends `temperature` or `tools` still gets its answer, from the bot as it was set up.
 */
export const COMPLETION_LIMITS = {
  messages: 10_000,
  /** Characters of the last message. */
  question: 32_000,
  /** Characters of all system messages. */
  context: 20_000,
  images: 4,
} as const;

/** A part of a message. Kinds that are not read are refused by name in the question, and left out before it. */
const Part = z.union([
  z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  z.object({ type: z.literal('input_image'), image_url: z.string() }),
  z.looseObject({ type: z.string().max(100) }),
]);
export type MessagePart = z.infer<typeof Part>;

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(Part).max(100)]).nullish(),
});
export type CompletionMessage = z.infer<typeof Message>;

/** Bots answer in text: what asks for JSON is refused instead of answered in another form. */
const AnswerFormat = z.looseObject({
  type: z.literal('text', 'Bots answer in text; leave the format out, or ask for the form in a message'),
});

export const CompletionInput = z.object({
  /** A bot's uuid, also as `bot:<uuid>`, or a group's. */
  model: z.string().min(1).max(100),
  messages: z.array(Message).min(1).max(COMPLETION_LIMITS.messages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'only 1').nullish(),
  response_format: AnswerFormat.nullish(),
});
export type CompletionInput = z.infer<typeof CompletionInput>;

/** Messages, and items that a client sends back from earlier answers. */
const ResponseItem = z.union([
  Message.extend({ type: z.literal('message').optional() }),
  z.looseObject({ type: z.string().max(100) }),
]);
export type ResponseItem = z.infer<typeof ResponseItem>;

const NOTHING_IS_STORED = 'Answers are not stored here: send the whole conversation as `input`';

/** The part of OpenAI's Responses API that `/v1` speaks; other members are not looked at. */
export const ResponseInput = z.object({
  /** As in `CompletionInput`. */
  model: z.string().min(1).max(100),
  input: z.union([z.string(), z.array(ResponseItem).min(1).max(COMPLETION_LIMITS.messages)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  previous_response_id: z.null(NOTHING_IS_STORED).optional(),
  conversation: z.null(NOTHING_IS_STORED).optional(),
  background: z.literal(false, 'Answers are given at once; leave `background` out').nullish(),
  text: z.looseObject({ format: AnswerFormat.nullish() }).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
});
export type ResponseInput = z.infer<typeof ResponseInput>;

export interface OpenAiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}
