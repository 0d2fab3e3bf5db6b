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

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
]);

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(Part).max(100)]).nullish(),
});
export type CompletionMessage = z.infer<typeof Message>;

export const CompletionInput = z.object({
  /** A bot's uuid, also as `bot:<uuid>`, or a group's. */
  model: z.string().min(1).max(100),
  messages: z.array(Message).min(1).max(COMPLETION_LIMITS.messages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'only 1').nullish(),
});
export type CompletionInput = z.infer<typeof CompletionInput>;

export interface OpenAiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}
