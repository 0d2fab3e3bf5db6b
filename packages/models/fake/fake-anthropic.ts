import { z } from 'zod';
import { type FakeTools, type FakeVendor, firstProblem, sse, takesTurns } from './fake-vendor.ts';

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  cache_control: z.unknown().optional(),
});
const Image = z.strictObject({ type: z.literal('image'), source: z.unknown() });
const ToolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
});
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z.union([z.string(), z.array(Text)]),
  is_error: z.boolean().optional(),
});
const Content = z.union([z.string().min(1), z.array(z.union([Text, Image, ToolUse, ToolResult])).min(1)]);

const Body = z.strictObject({
  model: z.string(),
  max_tokens: z.number().int().positive(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: Content })).min(1),
  system: z.union([z.string(), z.array(Text)]).optional(),
  stream: z.literal(true),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  stop_sequences: z.array(z.string()).optional(),
  thinking: z.unknown().optional(),
  output_config: z
    .looseObject({
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }).optional(),
    })
    .optional(),
  metadata: z.strictObject({ user_id: z.string() }).optional(),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: z.unknown() })).optional(),
  tool_choice: z.looseObject({ type: z.string() }).optional(),
});

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

type Content = z.infer<typeof Content>;
const partsOf = (content: Content) => (typeof content === 'string' ? [] : content);

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Results stand right behind their calls; a request that has calls must also list tools. */
function problemOfTools({ messages, tools }: z.infer<typeof Body>): string | null {
  let open = new Set<string>();
  for (const { role, content } of messages) {
    const parts = partsOf(content);
    const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : []));
    if (role === 'user' && (results.length !== open.size || results.some((id) => !open.has(id))))
      return 'messages: tool_use without its tool_result';
    open = new Set(parts.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])));
    if (open.size > 0 && !tools) return 'tools: required when there is tool_use';
  }
  return null;
}

function toolsOf({ messages, tools, tool_choice }: z.infer<typeof Body>): FakeTools {
  const isQuestion = (content: Content): boolean =>
    !partsOf(content).some(({ type }) => type === 'tool_result');
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && isQuestion(content));
  return {
    offered: tools?.map(({ name, input_schema }) => ({ name, schema: input_schema })) ?? [],
    mayCall: tool_choice?.type !== 'none',
    results: messages
      .slice(asked)
      .flatMap(({ content }) =>
        partsOf(content).flatMap((part) => (part.type === 'tool_result' ? [textOf(part.content)] : [])),
      ),
  };
}

const event = (type: string, fields: object = {}) => sse({ type, ...fields }, type);

/** The Messages API of Anthropic, streaming. */
export const fakeAnthropic: FakeVendor = {
  name: 'anthropic',
  modelOf(path, body) {
    if (path !== '/anthropic/v1/messages') return null;
    const model = z.object({ model: z.string() }).safeParse(body);
    return model.success ? model.data.model : '';
  },
  isAuthorised: ({ 'x-api-key': key }) => typeof key === 'string' && key !== '' && !key.startsWith('wrong'),
  read(model, body, headers) {
    if (headers['anthropic-version'] !== '2023-06-01')
      return { problem: 'anthropic-version: header is required' };
    const parsed = Body.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { messages, system, temperature, output_config } = parsed.data;
    if (
      !takesTurns(
        messages.map(({ role }) => role),
        'user',
      )
    ) {
      return { problem: 'messages: roles must alternate, and the user begins and ends' };
    }
    if (temperature !== undefined && /opus-4-[78]|(?:opus|sonnet|haiku|fable)-5/.test(model))
      return { problem: 'temperature: not supported' };
    const problem = problemOfTools(parsed.data);
    if (problem) return { problem };
    const turns = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
    const question = messages.findLast(({ role }) => role === 'user');
    const images = partsOf(question?.content ?? '').filter(({ type }) => type === 'image').length;
    const instructions = system === undefined ? [] : [{ role: 'system' as const, text: textOf(system) }];
    return {
      model,
      turns: [...instructions, ...turns],
      includeUsage: true,
      tools: toolsOf(parsed.data),
      images,
      ...(output_config?.format && { json: { schema: output_config.format.schema } }),
    };
  },
  trouble(kind, model) {
    const body = (type: string, message: string) => ({
      type: 'error',
      error: { type, message },
      request_id: 'req_fake',
    });
    if (kind === 'nomodel') return { status: 404, body: body('not_found_error', `model: ${model}`) };
    if (kind === 'noaccess') {
      const message = 'Your API key does not have permission to use the specified resource.';
      return { status: 403, body: body('permission_error', message) };
    }
    if (kind === 'toolong') {
      const message = 'prompt is too long: 210000 tokens > 200000 maximum';
      return { status: 400, body: body('invalid_request_error', message) };
    }
    const message =
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.';
    return { status: 400, body: body('invalid_request_error', message) };
  },
  errorBody: (status, message) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message },
    request_id: 'req_fake',
  }),
  open: (call, usage) =>
    event('message_start', {
      message: {
        id: 'msg_fake',
        type: 'message',
        role: 'assistant',
        model: call.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('ping'),
  text: (_call, text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  calls(_call, calls, usage) {
    const blocks = calls.map(({ id, name, input }, index) => {
      const at = { index: index + 1 };
      return (
        event('content_block_start', { ...at, content_block: { type: 'tool_use', id, name, input: {} } }) +
        event('content_block_delta', { ...at, delta: { type: 'input_json_delta', partial_json: input } }) +
        event('content_block_stop', at)
      );
    });
    const delta = { stop_reason: 'tool_use', stop_sequence: null };
    return (
      event('content_block_stop', { index: 0 }) +
      blocks.join('') +
      event('message_delta', { delta, usage: { output_tokens: usage.output } }) +
      event('message_stop')
    );
  },
  close(_call, ending, usage) {
    const delta = { stop_reason: ending === 'refused' ? 'refusal' : 'end_turn', stop_sequence: null };
    return (
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta, usage: { output_tokens: usage?.output ?? 0 } }) +
      event('message_stop')
    );
  },
  errorFrame: () => event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
};
