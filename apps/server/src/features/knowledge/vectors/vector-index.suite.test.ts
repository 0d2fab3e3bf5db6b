import { randomBytes } from 'node:crypto';
import { env } from 'node:process';
import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { migrateDatabase } from '../../../platform/database/migrate.ts';
import { newId } from '../../../platform/ids.ts';
import { noDebianPostgres, startDebianPostgres } from '../../../testing/debian-postgres.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { tenantTables } from '../../privacy/deletion/erase-person.ts';
import { removeKnowledge } from '../bases/knowledge.store.ts';
import { makeVector, makeVectorBase, numbers } from '../testing/made-vectors.ts';
import { createMemoryIndex, type NearestRequest } from './memory-index.ts';
import { indexName, openPgvector } from './pgvector/open-pgvector.ts';
import { byNearness } from './top-rows.ts';
import { createVectorArena, dotAt } from './vector-arena.ts';
import { createVectorCache } from './vector-cache.ts';
import { createVectorIndex, type VectorEngine, type VectorIndex } from './vector-index.ts';
import { removeOtherVectors, selectVectorState, writeVectors } from './vectors.store.ts';

const PGVECTOR = env.TEST_PGVECTOR_URL ?? '';
const MODEL = 'made';
const log = pino({ level: 'silent' });

interface Place {
  readonly database: Database;
  readonly engine: VectorEngine | null;
  readonly index: VectorIndex;
  close(): Promise<void>;
}

const inMemory = (bytes: number, plain = false) =>
  createMemoryIndex(createVectorCache(createVectorArena(bytes, { plain })));

async function openMemory(index: VectorIndex): Promise<Place> {
  const made = await createTestDatabase();
  const database = openDatabase({ url: made.url, poolSize: 4, onError: () => undefined });
  const close = async () => {
    await database.close();
    await made.drop();
  };
  return { database, engine: null, index, close };
}

/** A role that is no superuser (else row-level security is not tested) on a server with pgvector in template1. */
async function startPgvector(): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (PGVECTOR !== '') return { url: PGVECTOR, close: async () => undefined };
  const postgres = await startDebianPostgres({ fsync: 'off' });
  const template = new pg.Client(new URL('/template1', postgres.url).href);
  await template.connect();
  await template.query('create extension vector; create role tester login createdb');
  await template.end();
  return { url: postgres.url.replace('postgres@', 'tester@'), close: postgres.close };
}

/** A database of its own on the server that has the extension. */
async function openReal(): Promise<Place> {
  const name = `hanasu_vectors_${randomBytes(5).toString('hex')}`;
  const server = await startPgvector();
  const administrator = new pg.Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  const database = openDatabase({ url: url.href, poolSize: 4, onError: () => undefined });
  const engine = await openPgvector({ database, databaseUrl: url.href, log });
  if (!engine) throw new Error('the server has no pgvector');
  const never: VectorIndex = {
    nearest: async () => {
      throw new Error('the memory of the process was asked');
    },
  };
  const close = async () => {
    await database.close();
    await administrator.query(`drop database ${name} with (force)`);
    await administrator.end();
    await server.close();
  };
  return { database, engine, index: createVectorIndex(never, () => engine, selectVectorState), close };
}

const places: readonly [name: string, open: () => Promise<Place>, skip: boolean][] = [
  ['in memory, four numbers at a time', () => openMemory(inMemory(32 * 1024 * 1024)), false],
  ['in memory without WebAssembly', () => openMemory(inMemory(32 * 1024 * 1024, true)), false],
  ['a base that is larger than all the memory', () => openMemory(inMemory(256 * 1024)), false],
  ['pgvector', openReal, PGVECTOR === '' && noDebianPostgres !== null],
];
const why = `${noDebianPostgres ?? ''} or TEST_PGVECTOR_URL (a role that may create databases)`;

/** What is nearest. Each ordinal is the chunk's own. */
const askIndex = (
  { database, index }: Pick<Place, 'database' | 'index'>,
  accountId: AccountId,
  request: NearestRequest,
) =>
  database.snapshot(accountId, async (transaction) => {
    const found = await index.nearest(transaction, request);
    const rows = await transaction.rows<{ id: EmbeddingId; ordinal: number }>(
      'select id, ordinal from embeddings where id = any($1::uuid[])',
      [found.map(({ embeddingId }) => embeddingId)],
    );
    const ordinals = new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
    return found.map(({ ordinal, ...chunk }) => {
      expect(ordinal).toBe(ordinals.get(chunk.embeddingId));
      return chunk;
    });
  });

describe.each(places)('%s', (name, open, skip) => {
  if (skip) return void test.skip(`${name}: ${why}`, () => undefined);

  let place: Place;
  const accountId = newId<AccountId>();
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.close());

  const make = (vectors: readonly Float32Array[]) =>
    makeVectorBase(place.database, { accountId, model: MODEL, vectors, engine: place.engine });
  const nearest = (
    knowledgeId: KnowledgeId,
    query: Float32Array,
    limit: number,
    accept?: ReadonlySet<EmbeddingId>,
  ) => askIndex(place, accountId, { knowledgeId, model: MODEL, query, limit, ...(accept && { accept }) });
  const account = (sql: string, values: readonly unknown[]) =>
    place.database.account(accountId, (transaction) => transaction.run(sql, values));

  test.each([96, 1000, 2100])('what comparing everything finds, of length %i', async (dimensions) => {
    const next = numbers(dimensions);
    const vectors = Array.from({ length: 150 }, () => makeVector(dimensions, next));
    // The same thing said many times: equals in order of their ids.
    for (let copy = 100; copy < 145; copy += 1) vectors[copy] = vectors[7] ?? new Float32Array();
    const { knowledgeId, ids } = await make(vectors);
    const off = ids.filter((_, index) => index % 13 === 0);
    await account('update embeddings set enabled = false where id = any($1::uuid[])', [off]);
    const wanted = (query: Float32Array, limit: number, accept: (id: EmbeddingId) => boolean) =>
      vectors
        .map((vector, index) => ({ embeddingId: ids[index] as EmbeddingId, score: dotAt(query, vector, 0) }))
        .filter(({ embeddingId }) => !off.includes(embeddingId) && accept(embeddingId))
        .sort(byNearness)
        .slice(0, limit);
    const half = new Set(ids.filter((_, index) => index % 2 === 0));
    for (const query of [
      makeVector(dimensions, next),
      makeVector(dimensions, next),
      vectors[7] as Float32Array,
    ]) {
      expect(await nearest(knowledgeId, query, 10)).toEqual(wanted(query, 10, () => true));
      expect(await nearest(knowledgeId, query, 9, half)).toEqual(wanted(query, 9, (id) => half.has(id)));
      expect(await nearest(knowledgeId, query, 1000)).toEqual(wanted(query, 1000, () => true));
    }
  });

  test('what is written, changed and deleted counts at once', async () => {
    const next = numbers(5);
    const vectors = Array.from({ length: 40 }, () => makeVector(64, next));
    const { knowledgeId, ids } = await make(vectors);
    const query = makeVector(64, next);
    const [best] = await nearest(knowledgeId, query, 1);
    await account('delete from embeddings where id = $1', [best?.embeddingId]);
    expect((await nearest(knowledgeId, query, 40)).map(({ embeddingId }) => embeddingId)).not.toContain(
      best?.embeddingId,
    );
    const id = ids.find((one) => one !== best?.embeddingId) as EmbeddingId;
    await place.database.account(accountId, (transaction) =>
      writeVectors(
        transaction,
        { knowledgeId, model: MODEL },
        [{ id, text: 'made', vector: query }],
        place.engine,
      ),
    );
    expect((await nearest(knowledgeId, query, 1))[0]?.embeddingId).toBe(id);
    const changed = [{ id, text: 'what it was made from is not what it is', vector: query }];
    await place.database.account(accountId, async (transaction) => {
      const written = await writeVectors(transaction, { knowledgeId, model: MODEL }, changed, place.engine);
      expect(written).toBe(0);
      await removeOtherVectors(transaction, knowledgeId, { kept: 'other', most: 100 });
    });
    expect(await nearest(knowledgeId, query, 5)).toEqual([]);
  });

  test('another account, another model and a base that is gone have nothing', async () => {
    const next = numbers(6);
    const { knowledgeId } = await make([makeVector(64, next)]);
    const query = makeVector(64, next);
    const request = { knowledgeId, model: MODEL, query, limit: 3 };
    const other = await place.database.account(newId<AccountId>(), (transaction) =>
      place.index.nearest(transaction, request),
    );
    expect(other).toEqual([]);
    await place.database.account(accountId, async (transaction) => {
      expect(await place.index.nearest(transaction, { ...request, model: 'other' })).toEqual([]);
      expect(await place.index.nearest(transaction, { ...request, limit: 0 })).toEqual([]);
      await removeKnowledge(transaction, knowledgeId);
    });
    expect(await nearest(knowledgeId, query, 3)).toEqual([]);
  });
});

test('what was asked for longest ago makes room', async () => {
  const arena = createVectorArena(3 * 256 * 1024);
  const place = await openMemory(createMemoryIndex(createVectorCache(arena)));
  const accountId = newId<AccountId>();
  const next = numbers(9);
  const queries: (Awaited<ReturnType<typeof makeVectorBase>> & { query: Float32Array })[] = [];
  for (let base = 0; base < 5; base += 1) {
    const vectors = Array.from({ length: 30 }, () => makeVector(1024, next));
    const made = await makeVectorBase(place.database, { accountId, model: MODEL, vectors, engine: null });
    queries.push({ ...made, query: vectors[3] as Float32Array });
  }
  const ask = ({ knowledgeId, query }: (typeof queries)[number]) =>
    place.database.snapshot(accountId, (transaction) =>
      place.index.nearest(transaction, { knowledgeId, model: MODEL, query, limit: 1 }),
    );
  // All at once, too: one that is being loaded is never thrown out.
  const together = await Promise.all(queries.map(ask));
  const again = await Promise.all([...queries].reverse().map(ask));
  expect(together.map(([best]) => best?.embeddingId)).toEqual(queries.map(({ ids }) => ids[3]));
  expect(again.reverse()).toEqual(together);
  expect(arena.usedBytes()).toBeLessThanOrEqual(arena.capacityBytes);
  await place.close();
});

describe.skipIf(PGVECTOR === '' && noDebianPostgres !== null)('pgvector beside what was there before', () => {
  test('takes over what was written without it, is erased with its account, and large bases get an index', async () => {
    const place = await openReal();
    const { database, engine } = place;
    const accountId = newId<AccountId>();
    const next = numbers(11);
    const vectors = Array.from({ length: 450 }, () => makeVector(32, next));
    const { knowledgeId } = await makeVectorBase(database, {
      accountId,
      model: MODEL,
      vectors,
      engine: null,
    });
    const query = makeVector(32, next);
    const request = { knowledgeId, model: MODEL, query, limit: 12 };
    const memory = inMemory(4 * 1024 * 1024);
    const wanted = await askIndex({ database, index: memory }, accountId, request);
    const both = createVectorIndex(memory, () => engine, selectVectorState);
    expect(await askIndex({ database, index: both }, accountId, request)).toEqual(wanted);
    expect(await engine?.fill()).toBe(1);
    expect(await engine?.fill()).toBe(0);
    const state = await database.account(accountId, (transaction) =>
      selectVectorState(transaction, knowledgeId),
    );
    expect(state?.engineVersion).toBe(state?.version);
    expect(await askIndex(place, accountId, request)).toEqual(wanted);
    await engine?.tend(accountId, { knowledgeId, model: MODEL });
    expect(indexName(accountId, { knowledgeId, model: MODEL })).toMatch(
      /^vectors_hnsw_[0-9a-f]{24}_[0-9a-f]{16}$/,
    );
    const tables = await database.system(tenantTables);
    expect(tables.map(({ name }) => name)).toContain('embedding_vectors_pg');
    expect(tables.findIndex(({ name }) => name === 'embedding_vectors_pg')).toBeLessThan(
      tables.findIndex(({ name }) => name === 'embedding_vectors'),
    );
    await database.account(accountId, (transaction) => removeKnowledge(transaction, knowledgeId));
    const left = await database.system((transaction) =>
      transaction.rows('select 1 from embedding_vectors_pg'),
    );
    expect(left).toEqual([]);
    await engine?.cleanUp();
    await place.close();
  });
});
