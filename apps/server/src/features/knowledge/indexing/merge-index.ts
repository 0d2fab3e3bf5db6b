import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { Segment } from '@hanasu/retrieval/rank/block';
import { segmentsToMerge } from '@hanasu/retrieval/rank/segment';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { MERGE_INDEX } from '../job-names.ts';
import {
  deleteSegments,
  insertSegment,
  lockIndex,
  moveDocuments,
  type SegmentRow,
  selectAllBlocks,
  selectSegments,
} from './index.store.ts';

// Each round leaves fewer segments; more rounds than this means that others keep changing the base.
const ROUNDS = 20;

/**
 * Makes few large segments of many small ones. Reads and merges without a lock and swaps at the end, so searches and
 * uploads go on meanwhile. Running it twice is harmless: the second finds nothing to merge.
 */
export async function mergeIndex(
  { database, text }: Pick<KnowledgeDependencies, 'database' | 'text'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const sources = await database.snapshot(accountId, (transaction) => readCrowd(transaction, knowledgeId));
    if (sources.length === 0) return;
    const { segment } = await text.run({ kind: 'merge', segments: sources });
    await database.account(accountId, (transaction) => swap(transaction, knowledgeId, sources, segment));
  }
}

async function readCrowd(transaction: AccountTransaction, knowledgeId: KnowledgeId) {
  const sources = [];
  for (const row of await crowdedSegments(transaction, knowledgeId)) {
    const blocks = await selectAllBlocks(transaction, row.id);
    sources.push({ id: row.id, bucketBits: row.bucketBits, blocks, removed: new Set(row.removed) });
  }
  return sources;
}

type Source = Awaited<ReturnType<typeof readCrowd>>[number];

/** Does nothing when a source is gone: the next round chooses anew. */
async function swap(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  sources: readonly Source[],
  merged: Segment,
): Promise<void> {
  if (!(await lockIndex(transaction, knowledgeId))) return;
  const ids = sources.map(({ id }) => id);
  const now = (await selectSegments(transaction, [knowledgeId])).filter(({ id }) => ids.includes(id));
  if (now.length < ids.length) return;
  const row = {
    id: newId<string>(),
    knowledgeId,
    bucketBits: merged.bucketBits,
    chunks: now.reduce((sum, { chunks }) => sum + chunks, 0),
    removed: removedSince(now, sources),
  };
  await insertSegment(transaction, row, merged);
  await moveDocuments(transaction, ids, row.id);
  await deleteSegments(transaction, ids);
}

/** Chunks that were taken out while the merge was made; it still holds them. */
function removedSince(now: readonly SegmentRow[], sources: readonly Source[]): number[] {
  const dropped = new Map(sources.map(({ id, removed }) => [id, removed]));
  return now.flatMap(({ id, removed }) => removed.filter((ordinal) => !dropped.get(id)?.has(ordinal)));
}

/** The segments of a base that should become one now; none: it is well as it is. */
async function crowdedSegments(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<SegmentRow[]> {
  const segments = await selectSegments(transaction, [knowledgeId]);
  const sizes = segments.map(({ id, chunks, removed }) => ({ id, chunks, removed: removed.length }));
  const chosen = new Set(segmentsToMerge(sizes));
  return segments.filter(({ id }) => chosen.has(id));
}

/** Queues a merge after an index has changed, if one is due. */
export async function planMerge(
  { jobs }: Pick<KnowledgeDependencies, 'jobs'>,
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<void> {
  const crowded = await crowdedSegments(transaction, knowledgeId);
  if (crowded.length === 0) return;
  await jobs().send(transaction, MERGE_INDEX, { accountId: transaction.accountId, knowledgeId });
}
