/**
 * What servers that speak OpenAI's chat completions send in ways of their own, seen in vLLM, llama.cpp, Ollama, GLM,
 * DeepSeek, Qwen and others: langgenius/dify#17660 (thoughts in the text), anomalyco/opencode#43882 (endings),
 * ggml-org/llama.cpp#14566 (errors inside a stream of status 200).
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { CompatibleEndpoints } from '../providers/compatible-endpoint.ts';
import type { ThoughtMarks } from '../providers/separate-thoughts.ts';
import { createModelRegistry } from '../registry/model-registry.ts';
import type { AnswerPart } from './answer-part.ts';
import type { AnswerTool } from './answer-tool.ts';
import { answerWithTools } from './answer-with-tools.ts';

const CUT = Symbol('the connection breaks');
type Event = string | object | typeof CUT;
type Reply =
  | readonly Event[]
  | { readonly status?: number; readonly type?: string; readonly body: object | string };

/** What the server answers, one call after the other; the last one again and again. */
let replies: readonly (Reply | ((body: RequestBody) => Reply))[] = [];
let requests: RequestBody[] = [];

interface RequestBody {
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters: Parameters };
  }[];
}
type Parameters = Record<string, unknown> | undefined;

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as RequestBody;
    const given = replies[Math.min(requests.length, replies.length - 1)] ?? [];
    requests.push(body);
    answer(response, typeof given === 'function' ? given(body) : given);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
});

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if ('body' in reply) {
    const { status = 200, type = 'application/json', body } = reply;
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of reply) {
    if (event === CUT) {
      response.destroy();
      return;
    }
    const isRaw = typeof event === 'string' && event !== '[DONE]';
    response.write(isRaw ? event : `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    // Pieces of their own, as from a model at work.
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

const chunk = (choices: readonly object[], more = {}): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices,
  ...more,
});
const text = (content: string, finish_reason: string | null = null): object =>
  chunk([{ index: 0, delta: { content }, finish_reason }]);
const finish = (finish_reason = 'stop'): object => chunk([{ index: 0, delta: {}, finish_reason }]);
const usage = chunk([], { usage: { prompt_tokens: 50, completion_tokens: 5, total_tokens: 55 } });
const DONE = '[DONE]';
const end = [finish(), usage, DONE];

interface Answered {
  readonly text: string;
  readonly end: Extract<AnswerPart, { kind: 'finished' | 'failed' }> | undefined;
  readonly calls: Extract<AnswerPart, { kind: 'tool' }>[];
}

/** A model of the server, which is asked as the product asks it. */
async function connect(thoughts: ThoughtMarks = 'auto', tools: readonly AnswerTool[] = []) {
  const { port } = server.address() as AddressInfo;
  const models = [
    { id: 'm', contextTokens: 32_768, outputTokens: 2_048, abilities: { tools: true }, thoughts },
  ];
  const registry = createModelRegistry({
    providers: {},
    compatible: CompatibleEndpoints.parse([{ name: 'own', baseUrl: `http://127.0.0.1:${port}/v1`, models }]),
    extractive: createExtractiveModel(),
  });
  const entry = registry.find('compatible-own-m');
  const model = await registry.languageModel('compatible-own-m');
  if (!entry || !model) throw new Error('the model is not there');
  const messages = [{ role: 'user', text: '営業時間は？' }] as const;
  return async (...given: (Reply | ((body: RequestBody) => Reply))[]): Promise<Answered> => {
    replies = given;
    const parts: AnswerPart[] = [];
    const request = { model, entry, instructions: '', messages, tools };
    for await (const part of answerWithTools(request, { wait: async () => undefined })) parts.push(part);
    return {
      text: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
      end: parts.find((part) => part.kind === 'finished' || part.kind === 'failed'),
      calls: parts.filter((part) => part.kind === 'tool'),
    };
  };
}

describe('thoughts in the text', () => {
  test.each([
    ['marked', ['<think>secret</think>答えです。']],
    ['in pieces', ['<thi', 'nk>secret plan</thi', 'nk>', '答えです。']],
    [
      'with only its end marked',
      ['The customer asks. Passage 1 says 9-18.', '\n</th', 'ink>\n\n', '答えです。'],
    ],
    ['with only its end marked, in the same line', ['The customer asks.</think>答え', 'です。']],
    ['empty', ['<think>\n\n</think>\n\n', '答えです。']],
    ['in capitals', ['<Think>secret</Think>\n答えです。']],
    ['in brackets', ['[THINK]secret[/TH', 'INK]答えです。']],
    ['in two parts', ['<think>one</think>\n<think>two</think>\n答えです。']],
    [
      'of gpt-oss',
      ['<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>答えです。'],
    ],
    ['of Seed', ['<seed:think>secret</seed:think>答えです。']],
    ['after an empty line', ['\n\n', '<thought>secret</thought>答えです。']],
  ])('%s: only the answer is left', async (_, pieces) => {
    const ask = await connect();
    const answered = await ask([...pieces.map((piece) => text(piece)), ...end]);
    expect(answered).toMatchObject({ text: '答えです。', end: { kind: 'finished', outcome: 'answered' } });
  });

  test.each([
    ['in a fence', 'モデルは次のように書きます。\n```\n</think>\n```\n以上です。'],
    ['as code in a line', 'The mark `</think>` ends a thought.'],
    ['a start within the text', 'Write <think> before it.'],
    ['what begins like a mark', '<thinner> lines'],
    ['one letter', '<'],
    ['spaces at the beginning', '  indented'],
  ])('%s is no thought', async (_, content) => {
    const ask = await connect();
    const pieces = [...content].map((letter) => text(letter));
    expect((await ask([...pieces, ...end])).text).toBe(content);
    // Once more, now that the model is known.
    expect((await ask([...pieces, ...end])).text).toBe(content);
  });

  test('a thought that the output limit cut is no answer', async () => {
    const ask = await connect();
    const cut = [text('<think>'), text('The customer asks and I should'), finish('length'), usage, DONE];
    expect(await ask(cut)).toMatchObject({ text: '', end: { kind: 'failed', reason: 'provider_error' } });
  });

  test('a model that was seen to mark ends only is known from then on', async () => {
    const ask = await connect();
    await ask([text('plan\n</think>\n\n'), text('はい。'), ...end]);
    const cut = [text('The customer asks and I should'), finish('length'), usage, DONE];
    expect(await ask(cut)).toMatchObject({ text: '', end: { kind: 'failed' } });
  });

  test('settings of the model decide where a stream cannot tell', async () => {
    const open = await connect('open');
    const cut = [text('The customer asks and I should'), finish('length'), usage, DONE];
    expect(await open(cut)).toMatchObject({ text: '', end: { kind: 'failed' } });
    const none = await connect('none');
    expect((await none([text('<think> is a mark'), ...end])).text).toBe('<think> is a mark');
  });

  test('an answer of a known model is streamed as it comes', async () => {
    const ask = await connect();
    await ask([text('はい。'), ...end]);
    // The connection breaks after the first text, which has been shown by then.
    expect((await ask([text('営業'), CUT])).text).toBe('営業');
  });
});

describe('the reason of an ending', () => {
  const pieces = [text('9時から'), text('18時です。')];
  test.each([
    ['is absent', [...pieces, usage, DONE]],
    ['is empty, then given', [text('9時から18時です。', ''), finish(), usage, DONE]],
    ['is another word for the end', [...pieces, finish('eos_token'), usage, DONE]],
    ['is of no known server', [...pieces, finish('natural_end'), usage, DONE]],
    ['is given, and the connection breaks after it', [...pieces, finish(), CUT]],
    ['is given, and an error follows', [...pieces, finish(), { error: { message: 'late', code: 500 } }]],
    ['stands in an event without an empty line at the end', [...pieces, `data: ${JSON.stringify(finish())}`]],
  ] as [string, Event[]][])('%s: the whole answer counts', async (_, events) => {
    const answered = await (await connect())(events);
    expect(answered).toMatchObject({
      text: '9時から18時です。',
      end: { kind: 'finished', outcome: 'answered' },
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['absent, and the connection breaks', [...pieces, usage, CUT], 'interrupted'],
    ['absent, and the stream ends without its mark', [...pieces, usage], 'interrupted'],
    ['empty, and the connection breaks', [text('9時から', ''), CUT], 'interrupted'],
    ['a refusal', [text('この商品の使い方は、まず'), finish('sensitive'), usage, DONE], 'refused'],
    ['an error', [text('この商品の使い方は、まず'), finish('error'), usage, DONE], 'provider_error'],
  ] as [string, Event[], string][])('%s: the answer failed', async (_, events, reason) => {
    const ask = await connect('none');
    expect((await ask(events)).end).toMatchObject({ kind: 'failed', reason });
  });

  test('lines end as the server likes, and comments and keep-alives say nothing', async () => {
    const raw = [': ping\r\n\r\n', `data: ${JSON.stringify(text('は'))}\r\n\r\n`, 'data: {}\r\n\r\n'];
    const rest = [text('い。'), ...end].map((event) =>
      typeof event === 'string' ? 'data: [DONE]\r\n\r\n' : `data: ${JSON.stringify(event)}\r\n\r\n`,
    );
    expect(await (await connect())([...raw, ...rest])).toMatchObject({
      text: 'はい。',
      end: { kind: 'finished' },
    });
  });

  test('one JSON body instead of a stream is taken', async () => {
    const message = { role: 'assistant', content: 'はい。' };
    const body = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    };
    expect(await (await connect())({ body })).toMatchObject({ text: 'はい。', end: { kind: 'finished' } });
  });
});

describe('an error inside status 200', () => {
  const tooLong = {
    error: {
      code: 400,
      type: 'exceed_context_size_error',
      message: 'the request is larger than the context',
    },
  };

  test.each([
    ['at once', [tooLong]],
    ['in one body', { body: tooLong }],
    [
      'of vLLM',
      [
        {
          object: 'error',
          code: 400,
          type: 'BadRequestError',
          message: "This model's maximum context length is 4096 tokens.",
        },
      ],
    ],
    [
      'with a real status',
      { status: 400, body: { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } } },
    ],
  ] as [string, Reply][])('a prompt that is too long, %s: asked once, and it says why', async (_, reply) => {
    const answered = await (await connect())(reply);
    expect(answered).toMatchObject({ text: '', end: { reason: 'prompt_too_long', retryable: false } });
    expect(requests).toHaveLength(1);
  });

  test('after some text it is no answer', async () => {
    const ask = await connect('none');
    const answered = await ask([text('営業時間は'), text('9時'), tooLong]);
    expect(answered.end).toMatchObject({ kind: 'failed', reason: 'prompt_too_long' });
  });

  test.each([
    ['of llama.cpp', ['event: error\ndata: {"code":429,"message":"queue is full"}\n\n']],
    ['as a word', [{ error: { message: 'slow down', type: 'rate_limit_exceeded' } }]],
  ])('a full queue %s: asked again', async (_, events) => {
    const answered = await (await connect())(events, [text('9時から18時です。'), ...end]);
    expect(answered).toMatchObject({ text: '9時から18時です。', end: { kind: 'finished' } });
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['a sentence', [{ error: 'Compute error.' }], 'HTTP 500'],
    ['an object', [{ error: { message: 'Compute error.' }, message: 'Compute error.' }], 'HTTP 500'],
    ['the page of a proxy', { type: 'text/html', body: '<h1>Sign in</h1>' }, 'HTTP 502 not_a_model_server'],
  ] as [string, Reply, string][])('%s has a status in the log', async (_, reply, detail) => {
    const { end: ending } = await (await connect())(reply);
    expect(ending).toMatchObject({ reason: 'provider_error', detail: `compatible: ${detail}` });
  });
});

describe('tools whose schema the provider refuses', () => {
  const toolOf = (
    name: string,
    inputSchema: AnswerTool['inputSchema'],
    remote: string | null = name,
  ): AnswerTool => ({
    name,
    description: name,
    inputSchema,
    source: { uuid: '00000000-0000-4000-8000-000000000000' as never, version: '1', remote },
    execute: async () => ({ kind: 'done', output: `done ${name}` }),
  });
  const refusal = (message: string): Reply => ({
    status: 400,
    body: {
      error: { message, type: 'invalid_request_error', param: 'tools', code: 'invalid_function_parameters' },
    },
  });
  const namesOf = ({ tools = [] }: RequestBody): string[] => tools.map((tool) => tool.function.name);
  const strict =
    (bad: string, message: string) =>
    (body: RequestBody): Reply =>
      namesOf(body).includes(bad) ? refusal(message) : [text('はい。'), ...end];

  test('the one that it names is left out and shown; the others and the answer stay', async () => {
    const tools = ['first', 'bad', 'last'].map((name) => toolOf(name, { type: 'object' }));
    const ask = await connect('auto', tools);
    const reply = strict('bad', "Invalid schema for function 'bad': In context=(), something is wrong.");
    for (const round of ['at first', 'from then on']) {
      requests = [];
      const answered = await ask(reply);
      expect(answered, round).toMatchObject({ text: 'はい。', end: { kind: 'finished' } });
      expect(answered.calls).toMatchObject([{ name: 'bad', error: 'schema_refused' }]);
      expect(namesOf(requests.at(-1) ?? {})).toEqual(['first', 'last']);
    }
    // It is known, and not asked for again.
    expect(requests).toHaveLength(1);
  });

  test('where it names none, those of other servers are left out', async () => {
    const tools = [toolOf('own', { type: 'object' }, null), toolOf('foreign', { type: 'object' })];
    const ask = await connect('auto', tools);
    const answered = await ask(strict('foreign', 'Invalid function parameters.'));
    expect(answered).toMatchObject({ text: 'はい。', calls: [{ name: 'foreign' }] });
    expect(namesOf(requests.at(-1) ?? {})).toEqual(['own']);
  });

  test('a tool without parameters is called with an empty input', async () => {
    const ask = await connect('auto', [toolOf('plain', { type: 'object' })]);
    const call = { index: 0, id: '1', type: 'function', function: { name: 'plain', arguments: '' } };
    const calling = [
      chunk([{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }]),
      finish('tool_calls'),
      usage,
      DONE,
    ];
    const answered = await ask(calling, [text('はい。'), ...end]);
    expect(answered).toMatchObject({ text: 'はい。', calls: [{ name: 'plain', input: {}, error: null }] });
    expect(requests[0]?.tools?.[0]?.function.parameters).toMatchObject({ type: 'object', properties: {} });
  });
});
