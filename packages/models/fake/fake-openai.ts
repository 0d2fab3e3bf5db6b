import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type FakeCall, type FakeTools, type FakeVendor, firstProblem, sse } from './fake-vendor.ts';

const Text = z.strictObject({ type: z.literal('text'), text: z.string() });
const Image = z.strictObject({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.union([Text, Image]))]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string().min(1),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string().min(1) }),
]);

const Body = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().optional(),
  stop: z.array(z.string()).optional(),
  seed: z.number().optional(),
  store: z.boolean().optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
  response_format: z
    .union([
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().optional(),
          schema: z.looseObject({}),
          strict: z.boolean().optional(),
        }),
      }),
    ])
    .optional(),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.unknown() }) }))
    .optional(),
  tool_choice: z.unknown().optional(),
});

const schemaOf = (format: NonNullable<z.infer<typeof Body>['response_format']>) =>
  format.type === 'json_schema' ? { schema: format.json_schema.schema } : {};

const errorTypes: Record<number, [type: string, code: string | null]> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  429: ['requests', 'rate_limit_exceeded'],
};

function errorBody(status: number, message: string) {
  const [type, code] = errorTypes[status] ?? ['server_error', null];
  return { error: { message, type, param: null, code } };
}

type Message = z.infer<typeof Message>;

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  additionalProperties: z.unknown().optional(),
  required: z.array(z.string()).default([]),
});

/** What OpenAI refuses of the form of an answer, in its words (“Structured model outputs” of its guides). */
function problemOfFormat({ model, response_format: format, messages }: z.infer<typeof Body>): string | null {
  if (!format) return null;
  if (format.type === 'json_object') {
    const isNamed = messages.some(({ content }) => /json/i.test(textOf(content)));
    const use = "to use 'response_format' of type 'json_object'";
    return isNamed ? null : `'messages' must contain the word 'json' in some form, ${use}.`;
  }
  if (model === 'gpt-3.5-turbo')
    return "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.";
  const { name, schema, strict } = format.json_schema;
  const { properties, additionalProperties, required } = ObjectSchema.parse(schema);
  if (!strict) return null;
  const invalid = `Invalid schema for response_format '${name}': In context=(), `;
  if (additionalProperties !== false)
    return `${invalid}'additionalProperties' is required to be supplied and to be false.`;
  const missing = Object.keys(properties).find((property) => !required.includes(property));
  return missing === undefined
    ? null
    : `${invalid}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
}

function textOf(content: Message['content']): string {
  if (!content) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Every call must have its result right behind it, and no result may come without its call. */
function unpaired(messages: readonly Message[]): string | null {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) return 'tool_call_id: no such call before';
      continue;
    }
    if (open.size > 0) return 'tool_calls: a call without a result';
    open = new Set(message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) : []);
  }
  return open.size > 0 ? 'tool_calls: a call without a result' : null;
}

const imagesOf = ({ content }: Message): number =>
  Array.isArray(content) ? content.filter(({ type }) => type === 'image_url').length : 0;

function toolsOf({ messages, tools, tool_choice }: z.infer<typeof Body>): FakeTools {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return {
    offered: tools?.map(({ function: { name, parameters } }) => ({ name, schema: parameters })) ?? [],
    mayCall: tool_choice !== 'none',
    results: messages
      .slice(asked)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  };
}

const chunk = (call: FakeCall, fields: object) =>
  sse({ id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1, model: call.model, ...fields });
const choice = (call: FakeCall, delta: object, reason: string | null = null) =>
  chunk(call, { choices: [{ index: 0, delta, finish_reason: reason }] });

/** Chat completions of OpenAI, streaming. */
export const fakeOpenAI: FakeVendor = {
  name: 'openai',
  modelOf(path, body) {
    if (path !== '/openai/v1/chat/completions') return null;
    const model = z.object({ model: z.string() }).safeParse(body);
    return model.success ? model.data.model : '';
  },
  isAuthorised: (headers) => /^Bearer (?!wrong)\S+$/.test(headers.authorization ?? ''),
  read(model, body) {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { messages, max_tokens, reasoning_effort, temperature, stream_options, response_format } =
      parsed.data;
    const isReasoning = /^(?:gpt-[5-9]|o\d)/.test(model);
    if (isReasoning && max_tokens !== undefined) return { problem: 'max_tokens: use max_completion_tokens' };
    if (!isReasoning && reasoning_effort) return { problem: 'reasoning_effort: unsupported' };
    if (isReasoning && temperature !== undefined && reasoning_effort !== 'none') {
      return { problem: 'temperature: unsupported with reasoning' };
    }
    const problem = unpaired(messages) ?? problemOfFormat(parsed.data);
    if (problem) return { problem };
    const turns = messages.flatMap(({ role, content }) =>
      role === 'tool'
        ? []
        : [{ role: role === 'developer' ? ('system' as const) : role, text: textOf(content) }],
    );
    const question = messages.findLast(({ role }) => role === 'user');
    return {
      model,
      turns,
      includeUsage: stream_options?.include_usage ?? false,
      tools: toolsOf(parsed.data),
      images: question ? imagesOf(question) : 0,
      ...(response_format && { json: schemaOf(response_format) }),
    };
  },
  trouble(kind, model) {
    const body = (message: string, type: string, code: string) => ({
      error: { message, type, param: null, code },
    });
    if (kind === 'nocredit') {
      const message = 'You exceeded your current quota, please check your plan and billing details.';
      return { status: 429, body: body(message, 'insufficient_quota', 'insufficient_quota') };
    }
    const type = 'invalid_request_error';
    if (kind === 'nomodel') {
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return { status: 404, body: body(message, type, 'model_not_found') };
    }
    if (kind === 'toolong') {
      const message =
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.";
      return { status: 400, body: body(message, type, 'context_length_exceeded') };
    }
    const message = 'Country, region, or territory not supported';
    return { status: 403, body: body(message, 'request_forbidden', 'unsupported_country_region_territory') };
  },
  errorBody,
  open: (call) => choice(call, { role: 'assistant', content: '' }),
  text: (call, text) => choice(call, { content: text }),
  calls(call, calls, usage) {
    const pieces = calls.flatMap(({ id, name, input }, index) => [
      choice(call, { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      choice(call, { tool_calls: [{ index, function: { arguments: input } }] }),
    ]);
    const total = {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    };
    const counted = call.includeUsage ? chunk(call, { choices: [], usage: total }) : '';
    return `${pieces.join('')}${choice(call, {}, 'tool_calls')}${counted}data: [DONE]\n\n`;
  },
  close(call, ending, usage) {
    const total = usage && {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    };
    const last = choice(call, {}, ending === 'refused' ? 'content_filter' : 'stop');
    const counted = call.includeUsage && total ? chunk(call, { choices: [], usage: total }) : '';
    return `${last}${counted}data: [DONE]\n\n`;
  },
  errorFrame: () => sse(errorBody(500, 'The server had an error')),
};

export const TRANSCRIPTION_PATH = '/openai/v1/audio/transcriptions';
const ENDINGS = /\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/;
const FIELDS = new Set(['model', 'response_format', 'file', 'language', 'prompt', 'temperature']);

type FakeTranscription =
  | { readonly model: string; readonly body: unknown; readonly answer: { readonly text: string } }
  | { readonly model: string; readonly body: unknown; readonly problem: string };

/** Reads a call of the real form, multipart; the "transcript" tells how many bytes were heard. */
export async function readTranscription(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<FakeTranscription> {
  const body = { contentType: headers['content-type'] ?? '', bytes: bytes.length };
  const form = await new Response(Uint8Array.from(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => null);
  const model = form?.get('model');
  const file = form?.get('file');
  if (typeof model !== 'string' || model === '') return { model: '', body, problem: 'model: required' };
  const unknown = [...(form?.keys() ?? [])].find((key) => !FIELDS.has(key));
  if (unknown !== undefined) return { model, body, problem: `${unknown}: unknown parameter` };
  if (!(file instanceof File)) return { model, body, problem: 'file: required' };
  if (!ENDINGS.test(file.name)) return { model, body, problem: 'file: Invalid file format.' };
  const format = form?.get('response_format') ?? 'json';
  if (format !== 'json' && format !== 'text')
    return { model, body, problem: 'response_format: not for this model' };
  return { model, body, answer: { text: `Are you open? (${file.name.split('.').at(-1)})` } };
}
