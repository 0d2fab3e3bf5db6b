import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeProviders, startFakeProviders } from '../fake/fake-provider-server.ts';
import { CompatibleEndpoints } from '../providers/compatible-endpoint.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import { createKnowledgeModels } from './create-knowledge-models.ts';
import { KNOWLEDGE_CATALOGUE } from './knowledge-catalogue.ts';

let fake: FakeProviders;
const waits: number[] = [];
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.reset();
  waits.length = 0;
});

function connect(apiKey = 'key') {
  return createKnowledgeModels({
    providers: {
      openai: { apiKey, baseUrl: fake.baseUrls.openai },
      google: { apiKey, baseUrl: `${fake.baseUrls.google}/` },
      cohere: { apiKey, baseUrl: fake.baseUrls.cohere },
    },
    compatible: CompatibleEndpoints.parse([
      {
        name: 'own',
        baseUrl: fake.baseUrls.compatible,
        apiKey,
        models: [
          { kind: 'embedding', id: 'e5', textTokens: 512, rate: 0.1, queryPrefix: 'query: ' },
          { kind: 'embedding', id: 'e5-384', textTokens: 512, dimensions: 384 },
          { kind: 'reranker', id: 'bge', textTokens: 512 },
          { kind: 'reranker', id: 'bge-raw', textTokens: 512 },
          { kind: 'reranker', id: 'tei', textTokens: 512, format: 'texts', callTexts: 2 },
          { id: 'qwen3:8b', contextTokens: 32_768, outputTokens: 4096 },
        ],
      },
    ]),
    pause: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
    },
  });
}

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

const embeddingModels = [
  ...KNOWLEDGE_CATALOGUE.filter(({ kind }) => kind === 'embedding').map(({ uuid }) => uuid),
  'compatible-own-e5',
  'compatible-own-e5-384',
];
const rerankers = [
  ...KNOWLEDGE_CATALOGUE.filter(({ kind }) => kind === 'reranker').map(({ uuid }) => uuid),
  'compatible-own-bge',
  'compatible-own-bge-raw',
  'compatible-own-tei',
];

describe.each(embeddingModels)('%s', (model) => {
  const passages = [
    'You get a refund within thirty days.',
    'Our car park is behind the house.',
    '営業時間は九時から六時までです。',
  ];

  test('vectors of length 1 in the order of the texts, and a meaning beats letters', async () => {
    const models = connect();
    const asked = await models.embed({ model, purpose: 'query', texts: ['お金の払い戻しはできますか'] });
    const given = await models.embed({ model, purpose: 'document', texts: passages });
    if (asked.kind !== 'ok' || given.kind !== 'ok') throw new Error(`${JSON.stringify([asked, given])}`);
    const [query = new Float32Array()] = asked.vectors;
    for (const vector of given.vectors) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vector.length).toBe(models.list().find(({ uuid }) => uuid === model)?.dimensions ?? 384);
    }
    const scores = given.vectors.map((vector) => cosine(query, vector));
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
    expect(given.tokens).toBe(passages.reduce((sum, text) => sum + estimateTokens(text), 0));
    expect(given.cost).toBeLessThanOrEqual(models.estimateCost(model, passages));
  });

  test('hundreds of texts are packed into calls, and none is mixed up', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `Passage number ${index}`);
    const all = await connect().embed({ model, purpose: 'document', texts });
    const [last] = [await connect().embed({ model, purpose: 'document', texts: texts.slice(-1) })];
    if (all.kind !== 'ok' || last.kind !== 'ok') throw new Error('not embedded');
    expect(all.vectors).toHaveLength(300);
    expect(all.vectors.at(-1)).toEqual(last.vectors[0]);
    expect(fake.requests.length).toBeGreaterThan(2);
    expect(fake.requests.every(({ status }) => status === 200)).toBe(true);
  });

  test('empty and endless texts are sent as something the provider takes', async () => {
    const embedded = await connect().embed({ model, purpose: 'document', texts: ['', 'あ'.repeat(60_000)] });
    expect(embedded).toMatchObject({ kind: 'ok', vectors: { length: 2 } });
  });

  test('a rate limit is waited for as long as it says, an error of the server a little', async () => {
    const models = connect();
    fake.behave('*', 'err429once');
    expect(await models.embed({ model, purpose: 'document', texts: passages })).toMatchObject({ kind: 'ok' });
    fake.behave('*', 'err500once');
    expect(await models.embed({ model, purpose: 'query', texts: passages })).toMatchObject({ kind: 'ok' });
    expect(waits).toEqual([1000, 500]);
  });

  test.each([
    ['err429', 'unavailable', 5],
    ['err500', 'unavailable', 5],
    ['reset', 'unavailable', 5],
    ['wrongdimension', 'unavailable', 1],
    ['nan', 'unavailable', 1],
    ['garbage', 'unavailable', 1],
    ['err403', 'refused', 1],
    ['err404', 'model_gone', 1],
  ])('%s fails as %s after %i calls', async (behaviour, reason, calls) => {
    // What the first answer says is believed when nothing else is known.
    if (behaviour === 'wrongdimension' && model === 'compatible-own-e5') return;
    fake.behave('*', behaviour);
    const failed = await connect().embed({ model, purpose: 'document', texts: passages });
    expect(failed).toMatchObject({ kind: 'failed', reason });
    expect(fake.requests).toHaveLength(calls);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  test('a wrong key is refused and never repeated', async () => {
    const failed = await connect('wrong').embed({ model, purpose: 'query', texts: ['Hi'] });
    expect(failed).toMatchObject({ kind: 'failed', reason: 'refused' });
    expect(fake.requests).toHaveLength(1);
  });

  test('stopping ends a call that hangs', async () => {
    fake.behave('*', 'noheaders');
    const stop = new AbortController();
    const running = connect().embed({ model, purpose: 'document', texts: passages, signal: stop.signal });
    while (fake.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await running).toMatchObject({ kind: 'failed', reason: 'stopped' });
  });
});

describe.each(rerankers)('%s', (model) => {
  const texts = ['The garden has roses.', 'We are closed on Sunday.', 'A refund takes three days.'];

  test('scores between 0 and 1 in the order of the texts', async () => {
    const ranked = await connect().rerank({ model, query: 'Do I get my money back?', texts });
    if (ranked.kind !== 'ok') throw new Error(ranked.detail);
    expect(ranked.scores.indexOf(Math.max(...ranked.scores))).toBe(2);
    expect(ranked.scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(ranked.cost).toBe(connect().estimateCost(model, texts));
  });

  test('fails by name', async () => {
    const request = { model, query: 'refund', texts };
    expect(await connect('wrong').rerank(request)).toMatchObject({ kind: 'failed', reason: 'refused' });
    fake.behave('*', 'err500');
    expect(await connect().rerank(request)).toMatchObject({ kind: 'failed', reason: 'unavailable' });
    expect(waits).toEqual([500]);
  });
});

test('the list says what is there and which setting brings the rest', () => {
  const none = createKnowledgeModels({ providers: {} }).list();
  expect(none).toHaveLength(KNOWLEDGE_CATALOGUE.length);
  expect(none.some(({ available }) => available)).toBe(false);
  expect(none[0]).toMatchObject({ setting: 'OPENAI_API_KEY', dimensions: 1536 });
  const own = connect().list();
  expect(own.every(({ available }) => available)).toBe(true);
  expect(own.filter(({ provider }) => provider === 'compatible').map(({ kind }) => kind)).toEqual([
    'embedding',
    'embedding',
    'reranker',
    'reranker',
    'reranker',
  ]);
  expect(new Set(own.map(({ uuid }) => uuid)).size).toBe(own.length);
});

test('a model that is not there is gone', async () => {
  const models = createKnowledgeModels({ providers: {} });
  const gone = { kind: 'failed', reason: 'model_gone' };
  const [embedding, reranker] = ['openai-text-embedding-3-small', 'cohere-rerank-v3.5'];
  expect(await models.embed({ model: embedding, purpose: 'query', texts: ['a'] })).toMatchObject(gone);
  expect(await models.rerank({ model: reranker, query: 'a', texts: ['a'] })).toMatchObject(gone);
  expect(await connect().rerank({ model: embedding, query: 'a', texts: ['a'] })).toMatchObject(gone);
  expect(await connect().embed({ model: reranker, purpose: 'query', texts: ['a'] })).toMatchObject(gone);
});

test('a question gets the prefix its model wants', async () => {
  await connect().embed({ model: 'compatible-own-e5', purpose: 'query', texts: ['hours'] });
  await connect().embed({ model: 'compatible-own-e5', purpose: 'document', texts: ['hours'] });
  expect(fake.requests.map(({ body }) => body)).toMatchObject([
    { input: ['query: hours'] },
    { input: ['hours'] },
  ]);
});

test('a text that the estimate took for shorter is tried again at half its length', async () => {
  // Told a limit above the server's own.
  const models = createKnowledgeModels({
    providers: {},
    compatible: CompatibleEndpoints.parse([
      {
        name: 'own',
        baseUrl: fake.baseUrls.compatible,
        models: [{ kind: 'embedding', id: 'e5', textTokens: 2000 }],
      },
    ]),
  });
  const texts = ['word '.repeat(1500), 'short'];
  const embedded = await models.embed({ model: 'compatible-own-e5', purpose: 'document', texts });
  expect(embedded).toMatchObject({ kind: 'ok', vectors: { length: 2 } });
  expect(fake.requests.map(({ status }) => status)).toEqual([400, 400, 200]);
});
