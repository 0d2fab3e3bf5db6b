import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { jsonFormsOf } from '../catalogue/catalogue-entry.ts';
import { type FakeProviders, startFakeProviders } from '../fake/fake-provider-server.ts';
import { CompatibleEndpoints } from '../providers/compatible-endpoint.ts';
import { createModelRegistry, type ModelRegistry } from '../registry/model-registry.ts';
import type { AnswerPart, FailedPart, FinishedPart, ToolPart } from './answer-part.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { AnswerTool, ToolOutcome } from './answer-tool.ts';
import { answerWithTools, LONGEST_RESULT, MOST_CALLS, MOST_ROUNDS } from './answer-with-tools.ts';

let fake: FakeProviders;
let registry: ModelRegistry;
beforeAll(async () => {
  fake = await startFakeProviders();
  const provider = (name: 'openai' | 'anthropic' | 'google' | 'cohere') => ({
    apiKey: 'key',
    baseUrl: fake.baseUrls[name],
  });
  registry = createModelRegistry({
    providers: {
      openai: provider('openai'),
      anthropic: provider('anthropic'),
      google: provider('google'),
      cohere: provider('cohere'),
    },
    compatible: CompatibleEndpoints.parse([
      {
        name: 'own',
        baseUrl: fake.baseUrls.compatible,
        models: [
          {
            id: 'qwen3:8b',
            contextTokens: 32_768,
            outputTokens: 4096,
            abilities: { tools: true, vision: true, json: ['json_schema'] },
          },
        ],
      },
    ]),
    extractive: createExtractiveModel(),
  });
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

interface Made {
  readonly inputs: unknown[];
  readonly tool: AnswerTool;
}

function stockTool(answer: (input: unknown, signal: AbortSignal) => Promise<ToolOutcome>): Made {
  const inputs: unknown[] = [];
  return {
    inputs,
    tool: {
      name: 'stock',
      description: 'How many there are',
      inputSchema: {
        type: 'object',
        properties: { item: { type: 'string' } },
        required: ['item'],
        additionalProperties: false,
      },
      execute(input, { signal }) {
        inputs.push(input);
        return answer(input, signal);
      },
    },
  };
}

const inStock = () => stockTool(async () => ({ kind: 'done', output: { count: 7 } }));

async function ask(uuid: string, { tool }: Made, changes: Partial<AnswerRequest> = {}) {
  const entry = registry.find(uuid);
  const model = await registry.languageModel(uuid);
  if (!entry || !model) throw new Error(`${uuid} is not there`);
  const parts: AnswerPart[] = [];
  const request: AnswerRequest = {
    model,
    entry,
    instructions: 'Be kind.',
    messages: [{ role: 'user', text: 'How many scarves are there?' }],
    tools: [tool],
    ...changes,
  };
  for await (const part of answerWithTools(request, { wait: async () => undefined })) parts.push(part);
  const endings = parts.filter(
    (part): part is FinishedPart | FailedPart => part.kind === 'finished' || part.kind === 'failed',
  );
  expect(endings).toHaveLength(1);
  return {
    text: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
    calls: parts.filter((part): part is ToolPart => part.kind === 'tool'),
    ending: endings[0],
  };
}

const uuids = [
  'openai-gpt-4o-mini',
  'anthropic-claude-haiku-4-5',
  'google-gemini-2.5-flash',
  'cohere-command-a',
  'compatible-own-qwen3-8b',
];

describe.each(uuids)('%s', (uuid) => {
  test('calls a tool and answers with what it gave', async () => {
    fake.behave('*', 'tools');
    const stock = inStock();
    const { text, calls, ending } = await ask(uuid, stock);
    expect(text).toBe('The tool said: {"count":7}');
    expect(stock.inputs).toEqual([{ item: 'sample' }]);
    expect(calls).toMatchObject([
      { name: 'stock', input: { item: 'sample' }, output: { count: 7 }, error: null, wantsPerson: false },
    ]);
    expect(fake.requests.map(({ status }) => status)).toEqual([200, 200]);
    expect(ending).toMatchObject({ kind: 'finished', outcome: 'answered', usage: { estimated: false } });
    expect(ending?.usage.outputTokens).toBeGreaterThan(1);
  });

  test('calls a tool and answers in JSON where its catalogue says so', async () => {
    const entry = registry.find(uuid);
    if (!entry || !jsonFormsOf(entry, true).includes('json_schema')) return;
    fake.behave('*', 'tools');
    const schema = { type: 'object', properties: { left: { type: 'string' } } } as const;
    const json = { form: 'json_schema', name: 'stock', schema } as const;
    const { text, calls } = await ask(uuid, inStock(), { json });
    expect(JSON.parse(text)).toEqual({ left: expect.any(String) });
    expect(calls).toMatchObject([{ name: 'stock', error: null }]);
  });

  test('is told a stable word when a tool fails, and nothing of why', async () => {
    fake.behave('*', 'tools');
    const stock = stockTool(async () => {
      throw new Error('password=secret-detail at http://10.0.0.1');
    });
    const { text, calls } = await ask(uuid, stock);
    expect(text).toBe('The tool said: error: failed');
    expect(calls).toMatchObject([{ error: 'failed', output: null }]);
    expect(JSON.stringify(fake.requests)).not.toContain('secret-detail');
  });

  test('is told that a tool doesn’t exist, twice at most, and answers in the end', async () => {
    fake.behave('*', 'toolunknown');
    const stock = inStock();
    const { text, calls, ending } = await ask(uuid, stock);
    expect(calls.map(({ error }) => error)).toEqual(['unknown_tool', 'unknown_tool']);
    expect(stock.inputs).toEqual([]);
    expect(text).toContain('error: unknown_tool');
    expect(ending?.kind).toBe('finished');
    expect(fake.requests.every(({ status }) => status === 200)).toBe(true);
  });

  test('is told that its input doesn’t fit', async () => {
    fake.behave('*', 'toolinvalid');
    const stock = inStock();
    const { text, calls } = await ask(uuid, stock);
    expect(calls.map(({ error }) => error)).toEqual(['invalid_input', 'invalid_input']);
    expect(stock.inputs).toEqual([]);
    expect(text).toContain('input.item must be string');
  });

  test('that calls the same again and again is stopped, even when it doesn’t listen', async () => {
    fake.behave('*', 'toolloop');
    const stock = inStock();
    const { calls, ending } = await ask(uuid, stock);
    expect(stock.inputs).toHaveLength(1);
    expect(calls.map(({ error }) => error)).toEqual([null, 'repeated_call']);
    expect(ending).toMatchObject({ kind: 'failed', reason: 'tool_loop' });
    expect(fake.requests).toHaveLength(3);
  });

  test('that never has enough gets so many rounds and no more', async () => {
    fake.behave('*', 'toolmany');
    const stock = inStock();
    const { text, ending } = await ask(uuid, stock);
    expect(stock.inputs).toHaveLength(MOST_ROUNDS - 1);
    expect(stock.inputs.length).toBeLessThanOrEqual(MOST_CALLS);
    expect(fake.requests).toHaveLength(MOST_ROUNDS);
    expect(text).toContain('The tool said');
    expect(ending?.kind).toBe('finished');
  });

  test('sees pictures', async () => {
    const image = { mediaType: 'image/png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };
    // Cohere has a model of its own for pictures.
    const seeing = uuid === 'cohere-command-a' ? 'cohere-command-a-vision' : uuid;
    const { text } = await ask(seeing, inStock(), { images: [image] });
    expect(text).toBe('You sent 1 picture.');
  });
});

const [openai = ''] = uuids;

test('input that is no JSON is told to the model', async () => {
  fake.behave('*', 'tooljson');
  const stock = inStock();
  const { calls, ending } = await ask(openai, stock);
  expect(stock.inputs).toEqual([]);
  expect(calls[0]).toMatchObject({ error: 'invalid_input', input: '{"broken": ' });
  expect(ending?.kind).toBe('finished');
});

test('a long result is cut', async () => {
  fake.behave('*', 'tools');
  const { calls } = await ask(
    openai,
    stockTool(async () => ({ kind: 'done', output: 'あ'.repeat(50_000) })),
  );
  expect(String(calls[0]?.output).length).toBeLessThanOrEqual(LONGEST_RESULT);
  expect(JSON.stringify(fake.requests.at(-1)?.body).length).toBeLessThan(LONGEST_RESULT + 2_000);
});

test('a tool that ignores its signal doesn’t hold the answer beyond the total time', async () => {
  fake.behave('*', 'tools');
  const never = stockTool(() => new Promise(() => undefined));
  const { calls, ending } = await ask(openai, never, { timeouts: { totalMs: 300 } });
  expect(calls).toMatchObject([{ error: 'timeout' }]);
  expect(ending).toMatchObject({ kind: 'failed', reason: 'timeout' });
});

test('a caller who goes away stops the tool as well', async () => {
  fake.behave('*', 'tools');
  const gone = new AbortController();
  const { ending } = await ask(
    openai,
    stockTool(async (_input, signal) => {
      gone.abort();
      expect(signal.aborted).toBe(true);
      return { kind: 'done', output: 1 };
    }),
    { abortSignal: gone.signal },
  );
  expect(ending).toMatchObject({ kind: 'finished', outcome: 'stopped' });
});

test('no round is begun that nobody can pay', async () => {
  fake.behave('*', 'tools');
  const { ending } = await ask(openai, inStock(), { outputAfter: () => 0 });
  expect(ending?.kind).toBe('failed');
  expect(fake.requests).toHaveLength(1);
});

test('text without an end is cut', async () => {
  fake.behave('*', 'endless');
  const { text, ending } = await ask(openai, inStock(), { maxOutputTokens: 100 });
  expect(text.length).toBeLessThan(20_000);
  expect(ending).toMatchObject({ kind: 'finished', finishReason: 'length' });
});

test('garbage is a failure, and no call is made of it', async () => {
  fake.behave('*', 'garbage');
  const stock = inStock();
  expect((await ask(openai, stock)).ending?.kind).toBe('failed');
  expect(stock.inputs).toEqual([]);
});
