import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeVectors } from '@hanasu/contract/knowledge-settings';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { toBytes } from './float-bytes.ts';
import type { VectorEngine, VectorKey } from './vector-index.ts';

type Pause = NonNullable<KnowledgeVectors['paused']>;

/** How a base stands with its vectors. */
export interface VectorState {
  /** What its settings ask for; null: words only. */
  readonly wanted: string | null;
  /** What serves searches. */
  readonly model: string | null;
  readonly version: number;
  readonly engineVersion: number;
}

const STATE = `settings ->> 'embeddingModel' as wanted, vector_model as model, vectors_version as version,
  vectors_engine_version as "engineVersion"`;

/** Null when there is no such base. */
export const selectVectorState = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<VectorState | null> =>
  transaction.one(`select ${STATE} from knowledges where account_id = $1 and id = $2`, [
    transaction.accountId,
    knowledgeId,
  ]);

/** Makes others who write vectors of the base wait until the transaction ends. */
export const lockVectors = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<VectorState | null> =>
  transaction.one(`select ${STATE} from knowledges where account_id = $1 and id = $2 for no key update`, [
    transaction.accountId,
    knowledgeId,
  ]);

/** Takes a base for embedding, or keeps it; null: somebody else has it, or it is gone. */
export const leaseVectors = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { seconds, isMine }: { readonly seconds: number; readonly isMine: boolean },
): Promise<VectorState | null> =>
  transaction.one(
    `update knowledges set vectors_busy_until = now() + make_interval(secs => $3)
     where account_id = $1 and id = $2 and ($4 or coalesce(vectors_busy_until, '-infinity') < now())
     returning ${STATE}`,
    [transaction.accountId, knowledgeId, seconds, isMine],
  );

/** Somebody else has the base: should that one have died, it is looked at again when its lease is over. */
export async function awaitLease(transaction: AccountTransaction, knowledgeId: KnowledgeId): Promise<void> {
  await transaction.run(
    `update knowledges set vectors_retry_at = least(vectors_retry_at, vectors_busy_until + interval '5 seconds')
     where account_id = $1 and id = $2 and vectors_busy_until > now()`,
    [transaction.accountId, knowledgeId],
  );
}

/** After a restart of the only process: those who were embedding have died with the one before. */
export async function releaseAllVectors(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    'update knowledges set vectors_busy_until = null, vectors_retry_at = now() where vectors_busy_until is not null',
  );
}

/** Lets go of a base; `done`: nothing is left to be embedded, so nobody need look again. */
export async function releaseVectors(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { done }: { readonly done: boolean },
): Promise<void> {
  await transaction.run(
    `update knowledges set vectors_busy_until = null,
       vectors_retry_at = case when $3 then null else vectors_retry_at end,
       vectors_retries = case when $3 then 0 else vectors_retries end,
       vectors_paused = case when $3 then null else vectors_paused end
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, done],
  );
}

/** Embedding waits: each time twice as long as before, between half a minute and an hour. */
export async function pauseVectors(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  reason: Pause,
): Promise<void> {
  await transaction.run(
    `update knowledges set vectors_paused = $3, vectors_busy_until = null, vectors_retries = vectors_retries + 1,
       vectors_retry_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(vectors_retries, 7)))
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, reason],
  );
}

/** Tokens are held by others for a moment: nothing is wrong, and it goes on soon. */
export async function postponeVectors(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  seconds: number,
): Promise<void> {
  await transaction.run(
    `update knowledges set vectors_paused = null, vectors_busy_until = null, vectors_retries = 0,
       vectors_retry_at = now() + make_interval(secs => $3)
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, seconds],
  );
}

/** Somebody must look at the base by then at the latest, whatever happens to its job. */
export async function expectVectors(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { seconds, isNew }: { readonly seconds: number; readonly isNew: boolean },
): Promise<void> {
  await transaction.run(
    `update knowledges set vectors_retry_at = now() + make_interval(secs => $3),
       vectors_paused = case when $4 then null else vectors_paused end,
       vectors_retries = case when $4 then 0 else vectors_retries end
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, seconds, isNew],
  );
}

export interface DueBase {
  readonly accountId: AccountTransaction['accountId'];
  readonly knowledgeId: KnowledgeId;
}

/** Bases that somebody must look at now; the next look is later, should nothing come of this one. */
export const takeDueBases = (transaction: SystemTransaction, laterSeconds: number): Promise<DueBase[]> =>
  transaction.rows(
    `update knowledges set vectors_retry_at = now() + make_interval(secs => $1)
     where (account_id, id) in (select account_id, id from knowledges where vectors_retry_at <= now()
       order by vectors_retry_at limit 50 for update skip locked)
     returning account_id as "accountId", id as "knowledgeId"`,
    [laterSeconds],
  );

/** A chunk that has no vector yet. */
export interface BareChunk {
  readonly id: EmbeddingId;
  readonly ordinal: number;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly documentId: DocumentId;
}

const CHUNK =
  'e.id, e.document_id as "documentId", e.ordinal, d.title, e.heading_path as "headingPath", e.text';

/** The next chunks behind an ordinal that the model has no vector of. */
export const selectBareChunks = (
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<BareChunk[]> =>
  transaction.rows(
    `select ${CHUNK} from embeddings e
       join documents d on d.account_id = e.account_id and d.id = e.document_id
     where e.account_id = $1 and e.knowledge_id = $2 and e.ordinal > $4 and e.enabled
       and not exists (select from embedding_vectors v where v.account_id = $1 and v.knowledge_id = $2
         and v.model = $3 and v.embedding_id = e.id)
     order by e.ordinal limit $5`,
    [transaction.accountId, knowledgeId, model, after, limit],
  );

/** Chunks of a base by id, whether they have vectors or not. */
export const selectChunksById = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  ids: readonly EmbeddingId[],
): Promise<BareChunk[]> =>
  transaction.rows(
    `select ${CHUNK} from embeddings e
       join documents d on d.account_id = e.account_id and d.id = e.document_id
     where e.account_id = $1 and e.knowledge_id = $2 and e.id = any($3::uuid[]) and e.enabled
     order by e.ordinal`,
    [transaction.accountId, knowledgeId, ids],
  );

export interface NewVector {
  readonly id: EmbeddingId;
  /** The chunk's text that it was made from: a chunk that has changed meanwhile gets none. */
  readonly text: string;
  readonly vector: Float32Array;
}

/** Stores vectors in place of older ones of the same chunks; returns how many. */
export async function writeVectors(
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  vectors: readonly NewVector[],
  engine: VectorEngine | null,
): Promise<number> {
  const base = await transaction.one<{ version: number }>(
    `update knowledges set vectors_version = vectors_version + 1, vectors_engine_version =
       case when $3 and vectors_engine_version = vectors_version then vectors_version + 1
         else vectors_engine_version end
     where account_id = $1 and id = $2 returning vectors_version as version`,
    [transaction.accountId, knowledgeId, engine !== null],
  );
  if (!base) return 0;
  const written = await transaction.rows<{ id: EmbeddingId }>(
    `insert into embedding_vectors (account_id, knowledge_id, model, embedding_id, data, version)
     select $1, $2, $3, e.id, v.data, $4 from unnest($5::uuid[], $6::bytea[], $7::text[]) as v(id, data, text)
       join embeddings e on e.account_id = $1 and e.knowledge_id = $2 and e.id = v.id and e.text = v.text
     on conflict (account_id, knowledge_id, model, embedding_id)
       do update set data = excluded.data, version = excluded.version
     returning embedding_id as id`,
    [
      transaction.accountId,
      knowledgeId,
      model,
      base.version,
      vectors.map(({ id }) => id),
      vectors.map(({ vector }) => toBytes(vector)),
      vectors.map(({ text }) => text),
    ],
  );
  const ids = new Set(written.map(({ id }) => id));
  if (engine)
    await engine.write(
      transaction,
      { knowledgeId, model },
      vectors.filter(({ id }) => ids.has(id)),
    );
  return written.length;
}

/** Deletes some of the vectors of a base that are not of `kept`; returns how many. Small statements hold no lock for long. */
export const removeOtherVectors = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { kept, most }: { readonly kept: string | null; readonly most: number },
): Promise<number> =>
  transaction.run(
    `delete from embedding_vectors where ctid = any(array(select ctid from embedding_vectors
       where account_id = $1 and knowledge_id = $2 and model is distinct from $3 limit $4))`,
    [transaction.accountId, knowledgeId, kept, most],
  );

/** From now on these vectors serve; `dimensions` null: it has none. */
export async function switchVectors(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  model: string | null,
): Promise<void> {
  await transaction.run(
    `update knowledges set vector_model = $3, vector_dimensions = (
       select octet_length(data) / 4 from embedding_vectors v
       where v.account_id = $1 and v.knowledge_id = $2 and v.model = $3 limit 1)
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, model],
  );
}

export const measureVectors = (
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
): Promise<{ readonly count: number; readonly dimensions: number | null } | null> =>
  transaction.one(
    `select count(*) as count, (select octet_length(data) / 4 from embedding_vectors
       where account_id = $1 and knowledge_id = $2 and model = $3 limit 1) as dimensions
     from embedding_vectors where account_id = $1 and knowledge_id = $2 and model = $3`,
    [transaction.accountId, knowledgeId, model],
  );

export interface VectorRow {
  readonly id: EmbeddingId;
  readonly version: number;
  readonly data: Buffer;
}

export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Vectors written after a version, in the order of writing, behind the given one. */
export const selectVectorsSince = (
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  { version, id, limit }: { readonly version: number; readonly id: string; readonly limit: number },
): Promise<VectorRow[]> =>
  transaction.rows(
    `select embedding_id as id, version, data from embedding_vectors
     where account_id = $1 and knowledge_id = $2 and model = $3 and (version, embedding_id) > ($4, $5)
     order by version, embedding_id limit $6`,
    [transaction.accountId, knowledgeId, model, version, id, limit],
  );

/** Vectors of chunks that are switched on, by id; `ids`: only of these chunks. */
export const selectVectorPage = (
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  {
    after,
    limit,
    ids,
  }: { readonly after: string; readonly limit: number; readonly ids: readonly string[] | null },
): Promise<(Omit<VectorRow, 'version'> & { readonly ordinal: number })[]> =>
  transaction.rows(
    `select v.embedding_id as id, v.data, e.ordinal from embedding_vectors v
       join embeddings e on e.account_id = $1 and e.id = v.embedding_id and e.enabled
     where v.account_id = $1 and v.knowledge_id = $2 and v.model = $3 and v.embedding_id > $4
       and ($6::uuid[] is null or v.embedding_id = any($6::uuid[]))
     order by v.embedding_id limit $5`,
    [transaction.accountId, knowledgeId, model, after, limit, ids],
  );

/**
 * Those of the chunks that are there, switched on, and have a vector, with their ordinals. The laterals ask for nothing but keys: on a table
 * without fresh statistics Postgres would rather walk through a whole base for each.
 */
export async function selectFindable(
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  ids: readonly EmbeddingId[],
): Promise<ReadonlyMap<EmbeddingId, number>> {
  const rows = await transaction.rows<{ id: EmbeddingId; ordinal: number }>(
    `select w.id, e.ordinal from unnest($4::uuid[]) as w(id)
     cross join lateral (select knowledge_id, enabled, ordinal from embeddings
       where account_id = $1 and id = w.id limit 1) e
     cross join lateral (select from embedding_vectors v
       where v.account_id = $1 and v.knowledge_id = $2 and v.model = $3 and v.embedding_id = w.id limit 1) v
     where e.knowledge_id = $2 and e.enabled`,
    [transaction.accountId, knowledgeId, model, ids],
  );
  return new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
}
