import { createHash } from 'node:crypto';
import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import pg from 'pg';
import type {
  AccountTransaction,
  Database,
  SystemTransaction,
} from '../../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../../platform/database/unavailable.ts';
import type { KnowledgeDependencies } from '../../dependencies.ts';
import { toFloats } from '../float-bytes.ts';
import { type NearestRequest, SPARE_ROWS } from '../memory-index.ts';
import { byNearness, isSettled, SINGLE_ERROR } from '../top-rows.ts';
import { dotAt } from '../vector-arena.ts';
import type { NearChunk, VectorEngine, VectorKey } from '../vector-index.ts';
import { lockVectors, measureVectors, NO_ID } from '../vectors.store.ts';
import { type Candidate, columnOf, LONGEST_VECTOR, selectNearest, upsertVectors } from './pgvector.store.ts';

const PAGE = 200;

interface Base {
  readonly accountId: AccountId;
  readonly id: KnowledgeId;
}

/** Copies what was written without pgvector. Base by base, page by page: searches and writes go on meanwhile. */
async function fillBases(database: Database): Promise<number> {
  const bases = await database.system((transaction) =>
    transaction.rows<Base>(
      `select account_id as "accountId", id from knowledges where vectors_engine_version < vectors_version`,
    ),
  );
  for (const base of bases) await fillBase(database, base);
  return bases.length;
}

/** The last vector that was copied. */
interface Place {
  readonly model: string;
  readonly id: string;
}

async function fillBase(database: Database, { accountId, id }: Base): Promise<void> {
  for (let place: Place | null = { model: '', id: NO_ID }; place; ) {
    const from: Place = place;
    place = await database.account(accountId, (transaction) => fillPage(transaction, id, from));
  }
}

/** Holds the base, so that nobody writes a newer vector meanwhile. Null: it has all of them. */
async function fillPage(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  from: Place,
): Promise<Place | null> {
  const state = await lockVectors(transaction, knowledgeId);
  if (!state || state.engineVersion === state.version) return null;
  const rows = await transaction.rows<{ model: string; id: EmbeddingId; data: Buffer }>(
    `select model, embedding_id as id, data from embedding_vectors
     where account_id = $1 and knowledge_id = $2 and version > $3 and (model, embedding_id) > ($4, $5)
     order by model, embedding_id limit $6 for key share`,
    [transaction.accountId, knowledgeId, state.engineVersion, from.model, from.id, PAGE],
  );
  for (const [model, group] of Map.groupBy(rows, (row) => row.model)) {
    const vectors = group.map(({ id, data }) => ({ id, vector: toFloats(data) }));
    await upsertVectors(transaction, { knowledgeId, model }, vectors);
  }
  if (rows.length === PAGE) return rows.at(-1) ?? null;
  // Writers write to both meanwhile, so what came behind our back is there as well.
  await transaction.run(
    'update knowledges set vectors_engine_version = vectors_version where account_id = $1 and id = $2',
    [transaction.accountId, knowledgeId],
  );
  return null;
}

/** Vectors in half precision are further from the exact order. */
const SPARE_HALVES = 64;
/** Eleven bits of each number are kept. */
const HALF_ERROR = 5e-4;

interface EngineOptions {
  readonly database: Database;
  /** For statements that no transaction can hold. */
  readonly databaseUrl: string;
  readonly log: KnowledgeDependencies['log'];
}

/** Search by pgvector. The order of the best is that of the exact scores, computed as the memory index does. */
function createPgvectorEngine(options: EngineOptions): VectorEngine {
  const engine: VectorEngine = {
    async nearest(transaction, request) {
      if (request.limit < 1 || request.accept?.size === 0) return [];
      const isLong = request.query.length > LONGEST_VECTOR;
      const spare = isLong ? SPARE_HALVES : SPARE_ROWS;
      const error = isLong ? HALF_ERROR : SINGLE_ERROR;
      for (let window = request.limit + spare; ; window *= 4) {
        const candidates = await selectNearest(transaction, request, window);
        const found = exactly(request, candidates);
        const rows = candidates.length;
        if (isSettled(found, { limit: request.limit, window, rows, error }))
          return found.slice(0, request.limit);
      }
    },
    write: upsertVectors,
    fill: () => fillBases(options.database),
    tend: (accountId, key) => tendIndex(options, accountId, key),
    cleanUp: () => cleanUpIndexes(options),
  };
  return engine;
}

const exactly = ({ query }: NearestRequest, candidates: readonly Candidate[]): NearChunk[] =>
  candidates
    .flatMap(({ id, data, ordinal }) =>
      data && ordinal !== null ? [{ embeddingId: id, ordinal, score: dotAt(query, toFloats(data), 0) }] : [],
    )
    .sort(byNearness);

/** Two servers that start together take turns. */
const OPEN_PGVECTOR_LOCK = 7_265_318_403;
/** The first with half-precision vectors, which long ones are stored as. */
const LEAST_VERSION = 0.7;

/** Storage `plain` keeps a vector inside its row: an exact search reads no second table (2 to 4 times faster). */
const TABLE = `
  create table embedding_vectors_pg (
    account_id uuid not null, knowledge_id uuid not null, model text not null, embedding_id uuid not null,
    value vector, half halfvec,
    primary key (account_id, knowledge_id, model, embedding_id),
    constraint embedding_vectors_pg_vector foreign key (account_id, knowledge_id, model, embedding_id)
      references embedding_vectors (account_id, knowledge_id, model, embedding_id) on delete cascade);
  alter table embedding_vectors_pg alter column value set storage plain;
  alter table embedding_vectors_pg alter column half set storage plain;
  alter table embedding_vectors_pg enable row level security;
  alter table embedding_vectors_pg force row level security;
  create policy tenant on embedding_vectors_pg using (
    account_id = nullif(current_setting('app.account_id', true), '')::uuid
    or current_setting('app.scope', true) = 'system');
  update knowledges set vectors_engine_version = 0;
  -- Nothing is missing of a base that never had vectors.
  update knowledges set vectors_engine_version = vectors_version
    where not exists (select from embedding_vectors v
      where v.account_id = knowledges.account_id and v.knowledge_id = knowledges.id);`;

/** The engine when the database has the extension and this role may use it; null: vectors are compared in memory. */
export async function openPgvector(options: {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: KnowledgeDependencies['log'];
}): Promise<VectorEngine | null> {
  const { database, log } = options;
  try {
    const isThere = await database.system(prepare);
    return isThere ? createPgvectorEngine(options) : null;
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.warn(
      { err },
      'pgvector is there but this role can’t use it: vectors are compared in memory until an administrator runs "create extension vector"',
    );
    return null;
  }
}

async function prepare(transaction: SystemTransaction): Promise<boolean> {
  await transaction.run('select pg_advisory_xact_lock($1)', [OPEN_PGVECTOR_LOCK]);
  const offered = await transaction.one<{ installed: string | null; offered: string }>(
    `select installed_version as installed, default_version as offered from pg_available_extensions
     where name = 'vector'`,
  );
  if (!offered || Number.parseFloat(offered.installed ?? offered.offered) < LEAST_VERSION) return false;
  if (offered.installed === null) await transaction.run('create extension if not exists vector');
  const table = await transaction.one<{ isThere: boolean }>(
    `select to_regclass('public.embedding_vectors_pg') is not null as "isThere"`,
  );
  if (!table?.isThere) await transaction.run(TABLE);
  return true;
}

/** An exact search of more takes longer than it may; one over all bases would find too little of each. */
const LARGE_BASE = 20_000;
const PREFIX = 'vectors_hnsw_';
const OWN_INDEX_LOCK = 7_265_318_404;

interface Options {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: KnowledgeDependencies['log'];
}

const hash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
const prefixOf = (accountId: string, knowledgeId: string): string =>
  `${PREFIX}${hash(`${accountId} ${knowledgeId}`, 24)}_`;
export const indexName = (accountId: string, { knowledgeId, model }: VectorKey): string =>
  `${prefixOf(accountId, knowledgeId)}${hash(model, 16)}`;

/** Safe to run again; builds without holding up anybody. A failure is logged: an exact search is only slower. */
async function tendIndex(options: Options, accountId: AccountId, key: VectorKey): Promise<void> {
  const size = await options.database.account(accountId, (transaction) => measureVectors(transaction, key));
  const wanted = size?.dimensions && size.count > LARGE_BASE ? indexName(accountId, key) : null;
  await withClient(options, async (client) => {
    const existing = await indexesLike(client, prefixOf(accountId, key.knowledgeId));
    for (const { name, isValid } of existing) if (name !== wanted || !isValid) await drop(client, name);
    if (wanted && size?.dimensions && !existing.some(({ name, isValid }) => name === wanted && isValid))
      await build(client, {
        accountId,
        vectorKey: key,
        index: { name: wanted, dimensions: size.dimensions },
      });
  });
}

/** Indexes of bases that were deleted, or serve with another model now, are empty and in the way. */
async function cleanUpIndexes(options: Options): Promise<void> {
  await withClient(options, async (client) => {
    const existing = await indexesLike(client, PREFIX);
    if (existing.length === 0) return;
    await client.query(`set app.scope = 'system'`);
    const bases = await client.query<{
      accountId: AccountId;
      knowledgeId: VectorKey['knowledgeId'];
      model: string;
    }>(
      `select account_id as "accountId", id as "knowledgeId", vector_model as model from knowledges
       where vector_model is not null`,
    );
    const used = new Set(bases.rows.map((base) => indexName(base.accountId, base)));
    for (const { name } of existing) if (!used.has(name)) await drop(client, name);
  });
}

/** A connection of its own: these statements take minutes and stand outside of transactions. */
async function withClient({ databaseUrl, log }: Options, run: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hanasu-vectors' });
  client.on('error', (err) => log.warn({ err }, 'connection for vector indexes lost'));
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [OWN_INDEX_LOCK]);
    await run(client);
  } catch (err) {
    log.warn({ err }, 'building the vector index failed');
  } finally {
    await client.end();
  }
}

async function indexesLike(client: pg.Client, prefix: string) {
  const found = await client.query<{ name: string; isValid: boolean }>(
    `select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'embedding_vectors_pg'::regclass and starts_with(c.relname::text, $1)`,
    [prefix],
  );
  return found.rows;
}

const drop = (client: pg.Client, name: string) =>
  client.query(`drop index concurrently if exists ${pg.escapeIdentifier(name)}`);

async function build(
  client: pg.Client,
  {
    accountId,
    vectorKey: { knowledgeId, model },
    index: { name, dimensions },
  }: {
    readonly accountId: AccountId;
    readonly vectorKey: VectorKey;
    readonly index: { readonly name: string; readonly dimensions: number };
  },
): Promise<void> {
  const column = columnOf(dimensions);
  const [account, base, by] = [accountId, knowledgeId, model].map((text) => pg.escapeLiteral(text));
  await client.query(
    `create index concurrently ${pg.escapeIdentifier(name)} on embedding_vectors_pg
       using hnsw ((${column.name}::${column.type}) ${column.operators})
       where account_id = ${account} and knowledge_id = ${base} and model = ${by}`,
  );
}
