import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { Block, Segment } from '@hanasu/retrieval/rank/block';
import type { Statistics } from '@hanasu/retrieval/rank/statistics';
import type { AccountTransaction } from '../../../platform/database/database.ts';

// bigint[] would come as strings.
const STATISTICS = 'chunks, length_sums::float8[] as "lengthSums", used_counts::float8[] as "usedCounts"';

/**
 * Statistics of a base, held until the transaction ends. Everything that changes an index takes this lock first, so
 * changes of one base take turns. It lets new documents refer to the base meanwhile. Null: no such base.
 */
export const lockIndex = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<Statistics | null> =>
  transaction.one<Statistics>(
    `select ${STATISTICS} from knowledges where account_id = $1 and id = $2 for no key update`,
    [transaction.accountId, knowledgeId],
  );

export async function writeStatistics(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  statistics: Statistics,
): Promise<void> {
  await transaction.run(
    `update knowledges set chunks = $3, length_sums = $4, used_counts = $5, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId, statistics.chunks, statistics.lengthSums, statistics.usedCounts],
  );
}

/** The first of `count` ordinals that nobody else gets, even if they stay unused. Null: no such base. */
export async function reserveOrdinals(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  count: number,
): Promise<number | null> {
  const found = await transaction.one<{ next: number }>(
    `update knowledges set next_ordinal = next_ordinal + $3 where account_id = $1 and id = $2
     returning next_ordinal as next`,
    [transaction.accountId, knowledgeId, count],
  );
  return found && found.next - count;
}

/** A segment without its blocks; `chunks` live ones. */
export interface SegmentRow {
  readonly id: string;
  readonly knowledgeId: KnowledgeId;
  readonly bucketBits: number;
  readonly chunks: number;
  readonly removed: readonly number[];
}

export const selectSegments = (
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
): Promise<SegmentRow[]> =>
  transaction.rows(
    `select id, knowledge_id as "knowledgeId", bucket_bits as "bucketBits", chunks, removed
     from index_segments where account_id = $1 and knowledge_id = any($2::uuid[]) order by id`,
    [transaction.accountId, knowledgeIds],
  );

export interface SearchableBase extends Statistics {
  readonly id: KnowledgeId;
  readonly settings: KnowledgeSettings;
  /** Whose vectors serve; null: none. */
  readonly vectorModel: string | null;
  readonly segments: readonly Pick<SegmentRow, 'id' | 'bucketBits' | 'removed'>[];
}

/** All that a search needs to know of some bases before it asks for blocks, in one round trip. */
export async function selectSearchable(
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
): Promise<SearchableBase[]> {
  const rows = await transaction.rows<Omit<SearchableBase, 'settings'> & { settings: object }>(
    `select id, ${STATISTICS}, settings, vector_model as "vectorModel", coalesce((
       select jsonb_agg(jsonb_build_object('id', s.id, 'bucketBits', s.bucket_bits, 'removed', s.removed) order by s.id)
       from index_segments s where s.account_id = k.account_id and s.knowledge_id = k.id), '[]'::jsonb) as segments
     from knowledges k where account_id = $1 and id = any($2::uuid[])`,
    [transaction.accountId, knowledgeIds],
  );
  return rows.map((row) => ({ ...row, settings: KnowledgeSettings.parse(row.settings) }));
}

export type BlockRow = Block & { readonly segmentId: string };

/** One look at the primary key for each block, whatever Postgres thinks of the tables' sizes. */
export const selectBlocks = (
  transaction: AccountTransaction,
  wanted: readonly { readonly segmentId: string; readonly bucket: number }[],
): Promise<BlockRow[]> =>
  transaction.rows(
    `select w.segment_id as "segmentId", w.bucket, b.data
     from unnest($2::uuid[], $3::int[]) as w(segment_id, bucket)
     cross join lateral (select data from index_blocks
       where account_id = $1 and segment_id = w.segment_id and bucket = w.bucket limit 1) b`,
    [transaction.accountId, wanted.map((one) => one.segmentId), wanted.map((one) => one.bucket)],
  );

export const selectAllBlocks = (transaction: AccountTransaction, segmentId: string): Promise<Block[]> =>
  transaction.rows(
    'select bucket, data from index_blocks where account_id = $1 and segment_id = $2 order by bucket',
    [transaction.accountId, segmentId],
  );

const BLOCKS_AT_ONCE = 1000;

export async function insertSegment(
  transaction: AccountTransaction,
  row: SegmentRow,
  { blocks }: Segment,
): Promise<void> {
  await transaction.run(
    `insert into index_segments (account_id, id, knowledge_id, bucket_bits, chunks, removed)
     values ($1, $2, $3, $4, $5, $6)`,
    [transaction.accountId, row.id, row.knowledgeId, row.bucketBits, row.chunks, row.removed],
  );
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE) {
    const some = blocks.slice(from, from + BLOCKS_AT_ONCE);
    await transaction.run(
      `insert into index_blocks (account_id, segment_id, bucket, data)
       select $1, $2, * from unnest($3::int[], $4::bytea[])`,
      [
        transaction.accountId,
        row.id,
        some.map((block) => block.bucket),
        some.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
      ],
    );
  }
}

/** Takes chunks out of the segment that holds them; a segment without live chunks goes as a whole. */
export async function removeFromSegment(
  transaction: AccountTransaction,
  segmentId: string,
  ordinals: readonly number[],
): Promise<void> {
  const left = await transaction.one<{ chunks: number }>(
    `update index_segments set removed = removed || $3::int[], chunks = chunks - cardinality($3::int[])
     where account_id = $1 and id = $2 returning chunks`,
    [transaction.accountId, segmentId, ordinals],
  );
  if (left && left.chunks <= 0) await deleteSegments(transaction, [segmentId]);
}

export async function deleteSegments(transaction: AccountTransaction, ids: readonly string[]): Promise<void> {
  await transaction.run('delete from index_segments where account_id = $1 and id = any($2::uuid[])', [
    transaction.accountId,
    ids,
  ]);
}

/** Says of the documents and chunks of some segments that they are in another one now. */
export async function moveDocuments(
  transaction: AccountTransaction,
  from: readonly string[],
  to: string,
): Promise<void> {
  const values = [transaction.accountId, from, to];
  await transaction.run(
    'update documents set segment_id = $3 where account_id = $1 and segment_id = any($2::uuid[])',
    values,
  );
  await transaction.run(
    `update embeddings e set segment_id = nullif($3::uuid, d.segment_id)
     from documents d where d.account_id = e.account_id and d.id = e.document_id
       and e.account_id = $1 and e.segment_id = any($2::uuid[])`,
    values,
  );
}

/** Where a document of a base stands; its row stays locked. Null: no such document. */
export const selectSegmentOf = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<{
  readonly segmentId: string | null;
  readonly status: DocumentStatus;
  readonly fileKey: string;
  readonly title: string;
} | null> =>
  transaction.one(
    `select segment_id as "segmentId", status, file_key as "fileKey", title from documents
     where account_id = $1 and knowledge_id = $2 and id = $3 for no key update`,
    [transaction.accountId, knowledgeId, documentId],
  );

/** The base of a document; null: no such document. */
export const selectDocumentBase = (
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<{ readonly knowledgeId: KnowledgeId } | null> =>
  transaction.one('select knowledge_id as "knowledgeId" from documents where account_id = $1 and id = $2', [
    transaction.accountId,
    documentId,
  ]);
