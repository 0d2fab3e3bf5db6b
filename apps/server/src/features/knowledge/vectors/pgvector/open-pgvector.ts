import type { Database, SystemTransaction } from '../../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../../platform/database/unavailable.ts';
import type { KnowledgeDependencies } from '../../dependencies.ts';
import type { VectorEngine } from '../vector-engine.ts';
import { createPgvectorEngine } from './pgvector-engine.ts';

/** Two servers that start together take turns. */
const LOCK = 7_265_318_403;
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
  await transaction.run('select pg_advisory_xact_lock($1)', [LOCK]);
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
