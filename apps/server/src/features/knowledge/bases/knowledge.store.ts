import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { KnowledgeSettings, type KnowledgeVectors } from '@hanasu/contract/knowledge-settings';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';

type KnowledgeRow = Omit<KnowledgeView, 'createdAt' | 'updatedAt' | 'settings' | 'vectors'> & {
  readonly settings: object;
  readonly vectorModel: string | null;
  readonly vectorDimensions: number | null;
  readonly vectorsPaused: KnowledgeVectors['paused'];
  readonly embedded: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Of a sample that was read: somebody has yet to change or switch off some of its passages. */
const IS_SAMPLE_IN_USE = `(d.status <> 'ready' or exists (select from embeddings e
  where e.account_id = d.account_id and e.document_id = d.id and e.edit_id is null and e.enabled))`;

// bot_knowledges belongs to the bots feature, whose foreign key removes its rows with the base.
const SELECT = `select k.id as uuid, k.name, k.settings, k.vector_model as "vectorModel",
    k.vector_dimensions as "vectorDimensions", k.vectors_paused as "vectorsPaused", d.stale,
    case when k.settings ->> 'embeddingModel' is null then 0 else (select count(*) from embedding_vectors v
      where v.account_id = k.account_id and v.knowledge_id = k.id
        and v.model = k.settings ->> 'embeddingModel') end as embedded,
    d.documents, d.ready, d.failed, d.sample, k.chunks as embeddings, d.bytes,
    (select count(*) from bot_knowledges b
      where b.account_id = k.account_id and b.knowledge_id = k.id) as bots,
    k.created_at as "createdAt", k.updated_at as "updatedAt"
  from knowledges k
  cross join lateral (
    select count(*) as documents, count(*) filter (where status = 'ready') as ready,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where stale is not null) as stale,
      coalesce(bool_or(d.sample and ${IS_SAMPLE_IN_USE}), false) as sample, coalesce(sum(bytes), 0)::bigint as bytes
    from documents d where d.account_id = k.account_id and d.knowledge_id = k.id) d`;

function toView(row: KnowledgeRow): KnowledgeView {
  const { vectorModel, vectorDimensions, vectorsPaused, embedded, ...shown } = row;
  const settings = KnowledgeSettings.parse(row.settings);
  const { embeddingModel } = settings;
  return {
    ...shown,
    settings,
    vectors: {
      model: vectorModel,
      dimensions: vectorDimensions,
      next: embeddingModel === vectorModel ? null : embeddingModel,
      embedded,
      total: embeddingModel === null ? 0 : row.embeddings,
      paused: vectorsPaused,
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function selectKnowledges(
  transaction: AccountTransaction,
  range: PageRange,
): Promise<{ items: KnowledgeView[]; total: number }> {
  const where = `where k.account_id = $1 and ($2::text is null or k.name ilike $2)`;
  const values = [transaction.accountId, containing(range.q)];
  const rows = await transaction.rows<KnowledgeRow>(
    `${SELECT} ${where} order by k.created_at desc, k.id desc limit $3 offset $4`,
    [...values, range.limit, range.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*) as total from knowledges k ${where}`,
    values,
  );
  return { items: rows.map(toView), total: count?.total ?? 0 };
}

export async function selectKnowledge(
  transaction: AccountTransaction,
  id: KnowledgeId,
): Promise<KnowledgeView | null> {
  const row = await transaction.one<KnowledgeRow>(`${SELECT} where k.account_id = $1 and k.id = $2`, [
    transaction.accountId,
    id,
  ]);
  return row && toView(row);
}

export async function insertKnowledge(
  transaction: AccountTransaction,
  base: {
    readonly id: KnowledgeId;
    readonly name: string;
    readonly analyserVersion: string;
    readonly settings: Partial<KnowledgeSettings>;
  },
  noStatistics: { readonly lengthSums: readonly number[]; readonly usedCounts: readonly number[] },
): Promise<void> {
  await transaction.run(
    `insert into knowledges (account_id, id, name, analyser_version, length_sums, used_counts, settings)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      transaction.accountId,
      base.id,
      base.name,
      base.analyserVersion,
      noStatistics.lengthSums,
      noStatistics.usedCounts,
      JSON.stringify(base.settings),
    ],
  );
}

/** What is absent stays as it is. False when there is no such base. */
export async function writeKnowledge(
  transaction: AccountTransaction,
  id: KnowledgeId,
  change: { readonly name?: string | undefined; readonly settings?: Partial<KnowledgeSettings> | undefined },
): Promise<boolean> {
  const changed = await transaction.run(
    `update knowledges set name = coalesce($3, name), settings = settings || $4, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, change.name ?? null, JSON.stringify(change.settings ?? {})],
  );
  return changed > 0;
}

/** Keeps everybody else from adding to a base until the transaction ends. False when there is no such base. */
export async function lockKnowledge(transaction: AccountTransaction, id: KnowledgeId): Promise<boolean> {
  const found = await transaction.one(
    'select id from knowledges where account_id = $1 and id = $2 for update',
    [transaction.accountId, id],
  );
  return found !== null;
}

/** Takes its documents, chunks and index along; says what it was called. */
export const removeKnowledge = (transaction: AccountTransaction, id: KnowledgeId) =>
  transaction.one<{ name: string }>(
    'delete from knowledges where account_id = $1 and id = $2 returning name',
    [transaction.accountId, id],
  );

/** Those of the given ids that are bases of the account, in the given order. */
export async function existingKnowledgeIds(
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<KnowledgeId[]> {
  const rows = await transaction.rows<{ id: KnowledgeId }>(
    'select id from knowledges where account_id = $1 and id = any($2::uuid[])',
    [transaction.accountId, ids],
  );
  const existing = new Set(rows.map((row) => row.id));
  return ids.filter((id) => existing.has(id));
}

export interface SampleRow {
  readonly knowledgeId: KnowledgeId;
  readonly name: string;
  readonly documentId: DocumentId;
  readonly passages: number;
}

/** The samples of these bases whose text is still in use. */
export const selectSamples = (
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<SampleRow[]> =>
  transaction.rows<SampleRow>(
    `select k.id as "knowledgeId", k.name, d.id as "documentId",
       (select count(*) from embeddings e where e.account_id = d.account_id and e.document_id = d.id
         and e.edit_id is null and e.enabled)::int as passages
     from documents d join knowledges k on k.account_id = d.account_id and k.id = d.knowledge_id
     where d.account_id = $1 and d.knowledge_id = any($2::uuid[]) and d.sample and ${IS_SAMPLE_IN_USE}
     order by d.created_at, d.id`,
    [transaction.accountId, ids],
  );

/** Whether the account has a base that is more than a template's sample. */
export async function hasOwnKnowledge(transaction: AccountTransaction): Promise<boolean> {
  const own = await transaction.one<{ id: KnowledgeId }>(
    `select k.id from knowledges k where k.account_id = $1
       and coalesce((select not bool_and(d.sample) from documents d
         where d.account_id = k.account_id and d.knowledge_id = k.id), true) limit 1`,
    [transaction.accountId],
  );
  return own !== null;
}

/** How long passages of a base are; of one that is gone, as usual. */
export async function selectPassageSizes(
  transaction: AccountTransaction,
  id: KnowledgeId,
): Promise<Pick<KnowledgeSettings, 'chunkTokens' | 'overlapPercent'>> {
  const row = await transaction.one<{ settings: object }>(
    'select settings from knowledges where account_id = $1 and id = $2',
    [transaction.accountId, id],
  );
  const { chunkTokens, overlapPercent } = KnowledgeSettings.parse(row?.settings ?? {});
  return { chunkTokens, overlapPercent };
}
