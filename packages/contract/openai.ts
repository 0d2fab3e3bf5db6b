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

/** Characters of a schema as JSON: it is a part of the prompt. */
const SCHEMA_MAX = 20_000;

/** OpenAI's rule for the schema of an answer: it describes an object. */
const Schema = z
  .record(z.string(), z.unknown())
  .refine(({ type }) => type === undefined || type === 'object', 'The schema has to be of the type “object”')
  .refine((schema) => JSON.stringify(schema).length <= SCHEMA_MAX, `At most ${SCHEMA_MAX} characters`);

const NamedSchema = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/, 'Up to 64 letters, digits, _ and -'),
  description: z.string().max(1000).nullish(),
  schema: Schema,
  strict: z.boolean().nullish(),
});
export type NamedSchema = z.infer<typeof NamedSchema>;

const FORMATS = 'Send the type text, json_object or json_schema';
const TextFormat = z.object({ type: z.literal('text') });
const ObjectFormat = z.object({ type: z.literal('json_object') });

const ResponseFormat = z.discriminatedUnion(
  'type',
  [TextFormat, ObjectFormat, z.object({ type: z.literal('json_schema'), json_schema: NamedSchema })],
  FORMATS,
);
/** The Responses API has the members of a schema beside its type. */
const ResponseTextFormat = z.discriminatedUnion(
  'type',
  [TextFormat, ObjectFormat, NamedSchema.extend({ type: z.literal('json_schema') })],
  FORMATS,
);

export const CompletionInput = z.object({
  /** A bot's uuid, also as `bot:<uuid>`, or a group's. */
  model: z.string().min(1).max(100),
  messages: z.array(Message).min(1).max(COMPLETION_LIMITS.messages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'only 1').nullish(),
  response_format: ResponseFormat.nullish(),
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
  text: z.looseObject({ format: ResponseTextFormat.nullish() }).nullish(),
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
