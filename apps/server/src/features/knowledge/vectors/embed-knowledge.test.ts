import type { KnowledgeId, SessionId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { holdBalance } from '../../../testing/hold-balance.ts';
import { changeKnowledge, createKnowledge, readKnowledge } from '../bases/bases.ts';
import { embedChunks } from '../chunks/change-chunks.ts';
import { deleteDocument } from '../documents/documents.ts';
import { by } from '../testing/deleter.fixture.ts';
import { createVectorFixture, FREE, PAID, type VectorFixture } from '../testing/vectors.fixture.ts';
import { embedKnowledge } from './embed-knowledge.ts';
import { resumeEmbedding } from './plan-embedding.ts';
import { releaseAllVectors } from './vectors.store.ts';

let fixture: VectorFixture;
beforeAll(async () => {
  fixture = await createVectorFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.fake.reset();
  fixture.sent.length = 0;
  fixture.events.length = 0;
});

const TEXTS = [
  'You get a refund within thirty days.',
  'The car park is behind the house.',
  '営業時間は九時から六時。',
];
const never = new AbortController().signal;

async function makeBase(
  embeddingModel: string | null,
  texts: readonly string[] = TEXTS,
): Promise<KnowledgeId> {
  const { uuid } = await createKnowledge(fixture.dependencies, fixture.accountId, {
    name: 'Guide',
    settings: {
      embeddingModel,
    },
  });
  if (texts.length > 0) await fixture.addTexts(uuid, texts);
  return uuid;
}

const owner = (): Actor => ({
  ...by(fixture.accountId),
  role: 'owner',
  sessionId: newId<SessionId>(),
});
const choose = (base: KnowledgeId, embeddingModel: string | null) =>
  changeKnowledge(fixture.dependencies, { actor: owner(), id: base }, { settings: { embeddingModel } });
const vectorsOf = async (base: KnowledgeId) =>
  (await readKnowledge(fixture.dependencies, fixture.accountId, base)).vectors;
const stored = (base: KnowledgeId) =>
  fixture.rows<{ model: string; count: number }>(
    `select model, count(*) from embedding_vectors where knowledge_id = $1 group by model order by model`,
    [base],
  );
const retryNow = (base: KnowledgeId) =>
  fixture.dependencies.database.account(fixture.accountId, (transaction) =>
    transaction.run('update knowledges set vectors_retry_at = now() where id = $1', [base]),
  );

test('what is read is embedded, paid for, and found by its meaning in another language', async () => {
  const before = await fixture.balance();
  const base = await makeBase(PAID);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toEqual({
    model: PAID,
    dimensions: 512,
    next: null,
    embedded: 3,
    total: 3,
    paused: null,
  });
  expect((await fixture.near(base, PAID, '払い戻し'))[0]).toContain('refund');
  expect((await fixture.near(base, PAID, 'giờ mở cửa'))[0]).toContain('営業時間');
  const [entry] = await fixture.rows<{ tokens: number; input: number }>(
    `select tokens, input from ledger_entries where kind = 'call' and service_uuid = $1 order by created_at desc`,
    [PAID],
  );
  expect(entry?.input).toBeGreaterThan(10);
  expect(before + (entry?.tokens ?? 0)).toBe(await fixture.balance());
  expect(entry?.tokens).toBeLessThan(0);
  expect(await fixture.rows('select id from token_reservations')).toEqual([]);
  expect(fixture.events.map(({ event }) => event)).toContain('update-knowledge');
});

test('the model before serves until the next has everything; then its vectors go', async () => {
  const base = await makeBase(FREE);
  await fixture.runJobs();
  fixture.fake.behave('*', 'err500');
  await choose(base, PAID);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({
    model: FREE,
    dimensions: 384,
    next: PAID,
    paused: 'unavailable',
  });
  fixture.fake.reset();
  expect((await fixture.near(base, FREE, 'money back'))[0]).toContain('refund');
  await retryNow(base);
  expect(await resumeEmbedding(fixture.dependencies)).toBe(1);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ model: PAID, dimensions: 512, next: null, paused: null });
  expect(await stored(base)).toEqual([{ model: PAID, count: 3 }]);
  expect(await fixture.near(base, FREE, 'money back')).toEqual([]);
});

test('while answers hold the tokens it waits without a notice, and goes on by itself', async () => {
  const base = await makeBase(PAID);
  const run = (sql: string, values: readonly unknown[]) =>
    fixture.dependencies.database.account(fixture.accountId, (transaction) => transaction.run(sql, values));
  const letGo = await holdBalance(run, fixture.accountId);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 0, paused: null });
  expect(fixture.fake.requests).toEqual([]);
  await retryNow(base);
  expect(await resumeEmbedding(fixture.dependencies)).toBe(1);
  const resumed = fixture.runJobs();
  await letGo();
  await resumed;
  expect(await vectorsOf(base)).toMatchObject({ embedded: 3, paused: null });
});

test('without tokens it waits, and goes on once there are some', async () => {
  const base = await makeBase(PAID);
  const had = await fixture.balance();
  const setBalance = (tokens: number) =>
    fixture.dependencies.database.account(fixture.accountId, (transaction) =>
      transaction.run('update token_balances set balance = $1', [tokens]),
    );
  await setBalance(2);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 0, paused: 'no_tokens' });
  expect(fixture.fake.requests).toEqual([]);
  expect(await fixture.balance()).toBe(2);
  await setBalance(had);
  await retryNow(base);
  await resumeEmbedding(fixture.dependencies);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 3, paused: null });
});

test.each([
  ['err403', 'refused'],
  ['err404', 'model_gone'],
  ['nan', 'unavailable'],
])('%s waits as %s, and nothing is paid or stored', async (behaviour, paused) => {
  const base = await makeBase(PAID);
  const had = await fixture.balance();
  fixture.fake.behave('*', behaviour);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 0, paused });
  expect(await fixture.balance()).toBe(had);
  const [row] = await fixture.rows<{ due: boolean }>(
    `select vectors_retry_at between now() + interval '20 seconds' and now() + interval '40 seconds' as due
     from knowledges where id = $1`,
    [base],
  );
  expect(row?.due).toBe(true);
});

test('a stopped job goes on where it was, and no chunk is paid for twice', async () => {
  const base = await makeBase(
    FREE,
    Array.from({ length: 150 }, (_, index) => `Notice ${index}: ${'wombat '.repeat(60)}`),
  );
  const stop = new AbortController();
  const run = (signal: AbortSignal) =>
    embedKnowledge(fixture.dependencies, { accountId: fixture.accountId, knowledgeId: base }, signal);
  // Documents first, so that only the embedding is left.
  fixture.fake.behave('*', 'err500');
  await fixture.runJobs();
  fixture.fake.reset();
  const original = fixture.dependencies.knowledgeModels.embed;
  let batches = 0;
  const counting = {
    ...fixture.dependencies,
    knowledgeModels: {
      ...fixture.dependencies.knowledgeModels,
      embed: (request: Parameters<typeof original>[0]) => {
        batches += 1;
        if (batches === 2) stop.abort();
        return original(request);
      },
    },
  };
  const key = { accountId: fixture.accountId, knowledgeId: base };
  await expect(embedKnowledge(counting, key, stop.signal)).rejects.toThrow();
  const total = (await vectorsOf(base)).total;
  expect((await vectorsOf(base)).embedded).toBe(64);
  await run(never);
  expect(await vectorsOf(base)).toMatchObject({ embedded: total, model: FREE });
  const texts = fixture.fake.requests.flatMap(({ status, body }) =>
    status === 200 ? (body as { input: string[] }).input : [],
  );
  expect(new Set(texts).size).toBe(total);
});

test('two workers: the second leaves, and the first finds what came meanwhile', async () => {
  const base = await makeBase(FREE);
  const [first] = fixture.sent.splice(0, 1);
  expect(first).toBeDefined();
  await fixture.runJobs();
  const key = { accountId: fixture.accountId, knowledgeId: base };
  await Promise.all([
    embedKnowledge(fixture.dependencies, key, never),
    embedKnowledge(fixture.dependencies, key, never),
  ]);
  expect(await vectorsOf(base)).toMatchObject({ embedded: 3, model: FREE, paused: null });
});

test('a worker that died holds a base no longer than its lease, or until a restart', async () => {
  const base = await makeBase(FREE);
  await fixture.dependencies.database.account(fixture.accountId, (transaction) =>
    transaction.run(`update knowledges set vectors_busy_until = now() + interval '2 minutes' where id = $1`, [
      base,
    ]),
  );
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 0, total: 3 });
  const [row] = await fixture.rows<{ soon: boolean }>(
    `select vectors_retry_at < now() + interval '3 minutes' as soon from knowledges where id = $1`,
    [base],
  );
  expect(row?.soon).toBe(true);
  await fixture.dependencies.database.system(releaseAllVectors);
  await resumeEmbedding(fixture.dependencies);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ embedded: 3, model: FREE });
});

test('words only: the vectors go', async () => {
  const base = await makeBase(FREE);
  await fixture.runJobs();
  await choose(base, null);
  await fixture.runJobs();
  expect(await vectorsOf(base)).toMatchObject({ model: null, dimensions: null, next: null, total: 0 });
  expect(await stored(base)).toEqual([]);
});

test('a chunk that a person changes is found by its new meaning at once', async () => {
  const base = await makeBase(FREE);
  await fixture.runJobs();
  const [chunk] = await fixture.rows<{ id: never }>(
    `update embeddings set text = 'Dogs are welcome.' where knowledge_id = $1 and text like '%refund%' returning id`,
    [base],
  );
  if (!chunk) throw new Error('no chunk');
  await embedChunks(fixture.dependencies, { accountId: fixture.accountId, knowledgeId: base }, [chunk.id]);
  expect((await fixture.near(base, FREE, 'ペットは大丈夫ですか'))[0]).toBe('Dogs are welcome.');
  fixture.fake.behave('*', 'err500');
  await embedChunks(fixture.dependencies, { accountId: fixture.accountId, knowledgeId: base }, [chunk.id]);
  expect(fixture.sent.map(({ name }) => name)).toEqual(['knowledge.embed']);
});

test('a document that is deleted takes its vectors along and is never found again', async () => {
  const base = await makeBase(FREE);
  await fixture.runJobs();
  const documents = await fixture.rows<{ id: never }>('select id from documents where knowledge_id = $1', [
    base,
  ]);
  expect(await fixture.near(base, FREE, 'refund')).toHaveLength(3);
  for (const { id } of documents)
    await deleteDocument(fixture.dependencies, {
      actor: by(fixture.accountId),
      knowledgeId: base,
      documentId: id,
    });
  expect(await fixture.near(base, FREE, 'refund')).toEqual([]);
  expect(await stored(base)).toEqual([]);
});

test('a model that is not there can’t be chosen, but a base may keep one that has gone', async () => {
  const base = await makeBase(null, []);
  const unknown = { code: 'knowledge_model_unknown' };
  await expect(choose(base, 'google-gemini-embedding-001')).rejects.toMatchObject(unknown);
  await expect(choose(base, 'cohere-rerank-v3.5')).rejects.toMatchObject(unknown);
  await expect(makeBase('nothing', [])).rejects.toMatchObject(unknown);
  await fixture.dependencies.database.account(fixture.accountId, (transaction) =>
    transaction.run(`update knowledges set settings = '{"embeddingModel":"gone"}' where id = $1`, [base]),
  );
  const renamed = await changeKnowledge(
    fixture.dependencies,
    { actor: owner(), id: base },
    { name: 'Other' },
  );
  expect(renamed).toMatchObject({ name: 'Other', settings: { embeddingModel: 'gone' } });
});
