import type { JSONSchema7 } from '@ai-sdk/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, jsonFormsOf } from '../catalogue/catalogue-entry.ts';
import { type FakeProviders, startFakeProviders } from '../fake/fake-provider-server.ts';
import { CompatibleEndpoints } from '../providers/compatible-endpoint.ts';
import { createModelRegistry, type ModelRegistry } from '../registry/model-registry.ts';
import type { AnswerPart, FailedPart, FinishedPart } from './answer-part.ts';
import type { AnswerRequest } from './answer-request.ts';
import { answerWithRetry, streamAnswer } from './stream-answer.ts';

let fake: FakeProviders;
let registry: ModelRegistry;
const passage = 'We are open from nine to six, every day except Sunday, and on holidays until noon.';
const instructions = `Answer from the passages.\n<passage number="1">${passage}</passage>`;

function connect(apiKey: string): ModelRegistry {
  const provider = (name: 'openai' | 'anthropic' | 'google' | 'cohere') => ({
    apiKey,
    baseUrl: fake.baseUrls[name],
  });
  return createModelRegistry({
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
        apiKey,
        models: [
          {
            id: 'qwen3:8b',
            contextTokens: 32_768,
            outputTokens: 4096,
            abilities: { tools: true, json: ['json_object', 'json_schema'] },
          },
        ],
      },
    ]),
    extractive: createExtractiveModel(),
  });
}

beforeAll(async () => {
  fake = await startFakeProviders();
  registry = connect('test-key');
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

async function requestFor(uuid: string, from = registry): Promise<AnswerRequest> {
  const entry = from.find(uuid);
  const model = await from.languageModel(uuid);
  if (!entry || !model) throw new Error(`${uuid} is not there`);
  return { model, entry, instructions, messages: [{ role: 'user', text: 'When are you open?' }] };
}

async function collect(parts: AsyncIterable<AnswerPart>) {
  let text = '';
  const endings: (FinishedPart | FailedPart)[] = [];
  for await (const part of parts) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind !== 'tool') endings.push(part);
  }
  expect(endings).toHaveLength(1);
  return { text, ending: endings[0] };
}

const HOURS = {
  type: 'object',
  properties: { hours: { type: 'string' }, days: { type: 'array', items: { type: 'string' } } },
  required: ['hours', 'days'],
  additionalProperties: false,
} as const satisfies JSONSchema7;

const uuids = [
  'openai-gpt-4o-mini',
  'anthropic-claude-haiku-4-5',
  'google-gemini-2.5-flash',
  'cohere-command-a',
  'compatible-own-qwen3-8b',
];

describe.each(uuids)('%s', (uuid) => {
  // OpenAI: “Structured model outputs”. Anthropic: “Structured outputs”. Google: “Structured output”. Cohere:
  // docs.cohere.com/docs/structured-outputs. vLLM and Ollama take OpenAI's `response_format`.
  test('answers in JSON of a schema', async () => {
    const json = { form: 'json_schema', name: 'hours', schema: HOURS, strict: true } as const;
    const { text } = await collect(streamAnswer({ ...(await requestFor(uuid)), json }));
    expect(JSON.parse(text)).toEqual({ hours: `${passage} [1]`, days: [`${passage} [1]`] });
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('additionalProperties');
  });

  test('answers in a JSON object where its catalogue says so', async () => {
    const request = await requestFor(uuid);
    if (!jsonFormsOf(request.entry as CatalogueEntry, false).includes('json_object')) return;
    const asked = { ...request, instructions: `${instructions}\nAnswer in JSON.` };
    const { text } = await collect(streamAnswer({ ...asked, json: { form: 'json_object' } }));
    expect(JSON.parse(text)).toEqual({ answer: `${passage} [1]` });
  });

  test('streams text and reports the provider’s usage', async () => {
    const { text, ending } = await collect(streamAnswer(await requestFor(uuid)));
    expect(text).toBe(`${passage} [1]`);
    expect(ending).toMatchObject({ kind: 'finished', finishReason: 'stop', outcome: 'answered' });
    expect(ending?.usage).toMatchObject({ estimated: false, outputTokens: Math.ceil([...text].length / 12) });
    expect(ending?.usage.inputTokens).toBeGreaterThan(20);
  });

  test('a conversation that starts with a greeting and has two turns in a row', async () => {
    const request = await requestFor(uuid);
    const { ending } = await collect(
      streamAnswer({
        ...request,
        temperature: 0.2,
        messages: [
          { role: 'assistant', text: 'Welcome!' },
          { role: 'user', text: 'Hello' },
          { role: 'user', text: 'Is anyone there?' },
          { role: 'assistant', text: '' },
          { role: 'assistant', text: 'Yes.' },
          { role: 'user', text: 'When are you open?' },
        ],
      }),
    );
    expect(ending?.kind).toBe('finished');
    expect(fake.requests).toHaveLength(1);
  });

  test.each([
    ['err401', { reason: 'credentials', retryable: false }],
    ['err403', { reason: 'credentials', retryable: false }],
    ['err400', { reason: 'provider_error', retryable: false }],
    ['err429', { reason: 'rate_limited', retryable: true, retryAfterMs: 1000 }],
    ['err500', { reason: 'provider_error', retryable: true }],
    ['err529', { reason: 'provider_error', retryable: true }],
    ['refuse', { reason: 'refused', retryable: false }],
    ['empty', { reason: 'provider_error', retryable: true }],
  ])('%s fails without text', async (behaviour, expected) => {
    fake.behave('*', behaviour);
    const { text, ending } = await collect(streamAnswer(await requestFor(uuid)));
    expect(text).toBe('');
    expect(ending).toMatchObject({ kind: 'failed', textSoFar: '', ...expected });
    expect(JSON.stringify(ending)).not.toMatch(/secret|http:|test-key/);
  });

  test.each([
    ['truncate', { reason: 'interrupted', retryable: true }],
    ['reset', { reason: 'interrupted', retryable: true }],
    ['errmid', { reason: 'provider_error', retryable: true }],
  ])('%s keeps the text so far', async (behaviour, expected) => {
    fake.behave('*', behaviour);
    const { text, ending } = await collect(streamAnswer(await requestFor(uuid)));
    expect(passage.startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(20);
    expect(ending).toMatchObject({
      kind: 'failed',
      textSoFar: text,
      ...expected,
      usage: { estimated: true },
    });
  });

  test.each([
    ['noheaders', { firstTokenMs: 150 }, ''],
    ['nofirst', { firstTokenMs: 150 }, ''],
    ['stall', { idleMs: 300 }, 'We are open'],
    ['slow-300', { totalMs: 500 }, ''],
  ])('%s ends by %j and closes the connection', async (behaviour, limit, start) => {
    fake.behave('*', behaviour);
    const timeouts = { firstTokenMs: 60_000, idleMs: 60_000, totalMs: 60_000, ...limit };
    const { text, ending } = await collect(streamAnswer({ ...(await requestFor(uuid)), timeouts }));
    expect(ending).toMatchObject({ kind: 'failed', reason: 'timeout', textSoFar: text });
    expect(ending).toHaveProperty('detail', expect.stringContaining(Object.keys(limit).join()));
    expect(text.startsWith(start)).toBe(true);
    // Under load the limit may come before the request is out.
    await expect.poll(() => fake.requests.every(({ closedEarly }) => closedEarly)).toBe(true);
  });

  test('the caller’s abort stops the answer and closes the connection', async () => {
    fake.behave('*', 'held');
    const controller = new AbortController();
    let text = '';
    let ending: AnswerPart | undefined;
    for await (const part of streamAnswer({ ...(await requestFor(uuid)), abortSignal: controller.signal })) {
      if (part.kind === 'text') text += part.text;
      else ending = part;
      controller.abort();
    }
    expect(text).toBe(passage.slice(0, text.length));
    expect(ending).toMatchObject({ kind: 'finished', outcome: 'stopped', usage: { estimated: true } });
    await expect.poll(() => fake.requests[0]?.closedEarly).toBe(true);
  });

  test('after an abort nothing is sent, and nothing is paid for', async () => {
    const request = { ...(await requestFor(uuid)), abortSignal: AbortSignal.abort() };
    const { ending } = await collect(streamAnswer(request));
    expect(ending).toMatchObject({
      kind: 'finished',
      finishReason: 'stopped',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(fake.requests).toEqual([]);
  });

  test('leaving the loop closes the connection', async () => {
    fake.behave('*', 'held');
    for await (const part of streamAnswer(await requestFor(uuid))) if (part.kind === 'text') break;
    await expect.poll(() => fake.requests[0]?.closedEarly).toBe(true);
  });

  test('usage that the provider leaves out is estimated', async () => {
    fake.behave('*', 'nousage');
    const { ending } = await collect(streamAnswer(await requestFor(uuid)));
    expect(ending).toMatchObject({ kind: 'finished', usage: { estimated: true } });
    expect(ending?.usage.outputTokens).toBeGreaterThan(15);
    expect(ending?.usage.inputTokens).toBeGreaterThan(20);
  });

  test('a wrong key', async () => {
    const { ending } = await collect(streamAnswer(await requestFor(uuid, connect('wrong-key'))));
    expect(ending).toMatchObject({ kind: 'failed', reason: 'credentials' });
    expect(JSON.stringify(ending)).not.toContain('wrong-');
  });

  test('a prompt that is too long is reported as that, and sent once', async () => {
    fake.behave('*', 'toolong');
    const { ending } = await collect(
      answerWithRetry(await requestFor(uuid), { wait: async () => undefined }),
    );
    expect(ending).toMatchObject({ kind: 'failed', reason: 'prompt_too_long', retryable: false });
    expect(fake.requests).toHaveLength(1);
  });

  test('one failure before the first text is tried again', async () => {
    fake.behave('*', 'err500once');
    const { text, ending } = await collect(answerWithRetry(await requestFor(uuid), { wait: async () => {} }));
    expect(ending?.kind).toBe('finished');
    expect(text).toBe(`${passage} [1]`);
    expect(fake.requests.map(({ status }) => status)).toEqual([500, 200]);
  });

  test('a second failure is final, and the wait is the one asked for', async () => {
    fake.behave('*', 'err429');
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    const { ending } = await collect(answerWithRetry(await requestFor(uuid), { wait }));
    expect(ending).toMatchObject({ kind: 'failed', reason: 'rate_limited' });
    expect(fake.requests).toHaveLength(2);
    expect(waits).toEqual([1000]);
  });

  test.each(['reset', 'err401'])('%s is not tried again', async (behaviour) => {
    fake.behave('*', behaviour);
    const { ending } = await collect(answerWithRetry(await requestFor(uuid), { wait: async () => {} }));
    expect(ending?.kind).toBe('failed');
    expect(fake.requests).toHaveLength(1);
  });
});

const textModels = CATALOGUE.filter(({ group, provider }) => group === 'model' && provider !== 'builtin');

test.each(textModels.map(({ uuid }) => uuid))('%s is called in a way its provider accepts', async (uuid) => {
  const request = { ...(await requestFor(uuid)), temperature: 0.3, maxOutputTokens: 999_999 };
  const { text, ending } = await collect(streamAnswer(request));
  expect(ending).toMatchObject({ kind: 'finished' });
  expect(text).toContain('[1]');
  expect(JSON.stringify(fake.requests[0]?.body)).toContain(String(request.entry.outputTokens));
});

test('no connection at all is a failure that may pass', async () => {
  const unreachable = await startFakeProviders();
  await unreachable.close();
  const closed = createModelRegistry({
    providers: { openai: { apiKey: 'key', baseUrl: unreachable.baseUrls.openai } },
    extractive: createExtractiveModel(),
  });
  const { ending } = await collect(streamAnswer(await requestFor('openai-gpt-4o-mini', closed)));
  expect(ending).toMatchObject({ kind: 'failed', reason: 'provider_error', retryable: true });
});

test('the last message has to be the user’s', async () => {
  const request = await requestFor('openai-gpt-4o-mini');
  const parts = streamAnswer({ ...request, messages: [{ role: 'assistant', text: 'Hello' }] });
  await expect(parts.next()).rejects.toThrow(TypeError);
});
