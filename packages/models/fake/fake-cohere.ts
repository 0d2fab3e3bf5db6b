import { z } from 'zod';
import {
  type FakeCall,
  type FakeTools,
  type FakeUsage,
  type FakeVendor,
  firstProblem,
  sse,
} from './fake-vendor.ts';

const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const Image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.string().optional() }),
});
const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string().min(1), z.array(z.union([Text, Image])).min(1)]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().optional(),
    tool_calls: z.array(ToolCall).min(1).optional(),
    tool_plan: z.string().optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string().min(1) }),
]);

const Body = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  max_tokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(1).optional(),
  p: z.number().min(0.01).max(0.99).optional(),
  k: z.number().int().min(0).max(500).optional(),
  seed: z.number().int().optional(),
  stop_sequences: z.array(z.string()).max(5).optional(),
  frequency_penalty: z.number().min(0).max(1).optional(),
  presence_penalty: z.number().min(0).max(1).optional(),
  thinking: z
    .strictObject({
      type: z.enum(['enabled', 'disabled']),
      token_budget: z.number().int().positive().optional(),
    })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.unknown(),
        }),
      }),
    )
    .optional(),
  tool_choice: z.enum(['REQUIRED', 'NONE']).optional(),
  documents: z.array(z.unknown()).optional(),
  response_format: z
    .strictObject({ type: z.literal('json_object'), json_schema: z.looseObject({}).optional() })
    .optional(),
});

function textOf({ content = '' }: z.infer<typeof Message>): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

const imagesOf = ({ content }: z.infer<typeof Message>): number =>
  Array.isArray(content) ? content.filter(({ type }) => type === 'image_url').length : 0;

function toolsOf({ messages, tools, tool_choice }: z.infer<typeof Body>): FakeTools {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return {
    offered: tools?.map(({ function: { name, parameters } }) => ({ name, schema: parameters })) ?? [],
    mayCall: tool_choice !== 'NONE',
    results: messages
      .slice(asked)
      .filter(({ role }) => role === 'tool')
      .map(textOf),
  };
}

const end = (finish_reason: string, { input, output }: FakeUsage) =>
  sse(
    {
      type: 'message-end',
      delta: {
        finish_reason,
        usage: {
          billed_units: { input_tokens: input, output_tokens: output },
          tokens: { input_tokens: input, output_tokens: output },
        },
      },
    },
    'message-end',
  );

/** `POST /v2/chat` of Cohere, streaming. Its streams end by closing; there is no `[DONE]`. */
export const fakeCohere: FakeVendor = {
  name: 'cohere',
  modelOf(path, body) {
    if (path !== '/cohere/v2/chat') return null;
    const model = z.object({ model: z.string() }).safeParse(body);
    return model.success ? model.data.model : '';
  },
  isAuthorised: ({ authorization }) => /^Bearer (?!wrong)\S+$/.test(authorization ?? ''),
  read(model, body) {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { messages, thinking, tools, response_format: format } = parsed.data;
    if (format && tools) return { problem: 'response_format is not supported with tools' };
    const last = messages.at(-1)?.role;
    if (last !== 'user' && last !== 'tool') return { problem: 'the last message must be from the user' };
    if (thinking && !model.includes('reasoning'))
      return { problem: 'thinking is not supported by this model' };
    const turns = messages.flatMap((message) =>
      message.role === 'tool' ? [] : [{ role: message.role, text: textOf(message) }],
    );
    const question = messages.findLast(({ role }) => role === 'user');
    const images = question ? imagesOf(question) : 0;
    if (images > 0 && !model.includes('vision')) return { problem: 'images are not supported by this model' };
    const json = format && { json: { schema: format.json_schema } };
    return { model, turns, includeUsage: true, tools: toolsOf(parsed.data), images, ...json };
  },
  trouble(kind, model) {
    const body = (message: string) => ({ id: 'fake', message });
    if (kind === 'nomodel') {
      const message = `model '${model}' not found, make sure the correct model ID was used and that you have access to the model.`;
      return { status: 404, body: body(message) };
    }
    if (kind === 'noaccess')
      return { status: 403, body: body('Your organization is not allowed to do this.') };
    if (kind === 'toolong') {
      const message =
        'too many tokens: total number of tokens in the prompt cannot exceed 131072 - received 140000.';
      return { status: 400, body: body(message) };
    }
    return {
      status: 402,
      body: body('You have reached your billing limit. Please update your payment method.'),
    };
  },
  errorBody: (_status, message) => ({ id: 'fake', message }),
  open: () =>
    sse(
      {
        type: 'message-start',
        id: 'fake',
        delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
      },
      'message-start',
    ) +
    sse(
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      'content-start',
    ),
  text: (_call: FakeCall, text) =>
    sse({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }, 'content-delta'),
  calls(_call, calls, usage) {
    const frames = calls.flatMap(({ id, name, input }, index) => {
      const event = (type: string, tool_calls?: object) =>
        sse({ type, index, ...(tool_calls && { delta: { message: { tool_calls } } }) }, type);
      return [
        event('tool-call-start', { id, type: 'function', function: { name, arguments: '' } }),
        event('tool-call-delta', { function: { arguments: input } }),
        event('tool-call-end'),
      ];
    });
    return `${frames.join('')}${end('TOOL_CALL', usage)}`;
  },
  close: (_call, ending, usage) =>
    sse({ type: 'content-end', index: 0 }, 'content-end') +
    end(ending === 'refused' ? 'ERROR_TOXIC' : 'COMPLETE', usage ?? { input: 0, output: 0 }),
  errorFrame: () => end('ERROR', { input: 0, output: 0 }),
};
