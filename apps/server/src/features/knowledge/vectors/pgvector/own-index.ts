import { createHash } from 'node:crypto';
import type { AccountId } from '@hanasu/contract/ids';
import pg from 'pg';
import type { Database } from '../../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../../dependencies.ts';
import { measureVectors, type VectorKey } from '../vectors.store.ts';
import { columnOf } from './pgvector.store.ts';

/** An exact search of more takes longer than it may; one over all bases would find too little of each. */
const LARGE_BASE = 20_000;
const PREFIX = 'vectors_hnsw_';
const LOCK = 7_265_318_404;

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
export async function tendIndex(options: Options, accountId: AccountId, key: VectorKey): Promise<void> {
  const size = await options.database.account(accountId, (transaction) => measureVectors(transaction, key));
  const wanted = size?.dimensions && size.count > LARGE_BASE ? indexName(accountId, key) : null;
  await withClient(options, async (client) => {
    const existing = await indexesLike(client, prefixOf(accountId, key.knowledgeId));
    for (const { name, isValid } of existing) if (name !== wanted || !isValid) await drop(client, name);
    if (wanted && size?.dimensions && !existing.some(({ name, isValid }) => name === wanted && isValid))
      await build(client, accountId, key, { name: wanted, dimensions: size.dimensions });
  });
}

/** Indexes of bases that were deleted, or serve with another model now, are empty and in the way. */
export async function cleanUpIndexes(options: Options): Promise<void> {
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
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await run(client);
  } catch (err) {
    log.warn({ err }, 'index for vectors not built');
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
  accountId: AccountId,
  { knowledgeId, model }: VectorKey,
  { name, dimensions }: { readonly name: string; readonly dimensions: number },
): Promise<void> {
  const column = columnOf(dimensions);
  const [account, base, by] = [accountId, knowledgeId, model].map((text) => pg.escapeLiteral(text));
  await client.query(
    `create index concurrently ${pg.escapeIdentifier(name)} on embedding_vectors_pg
       using hnsw ((${column.name}::${column.type}) ${column.operators})
       where account_id = ${account} and knowledge_id = ${base} and model = ${by}`,
  );
}
