import type { KnowledgeId } from '@hanasu/contract/ids';
import { segmentsToMerge } from '@hanasu/retrieval/rank/segment';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { MERGE_INDEX } from '../domain/job-names.ts';
import { type SegmentRow, selectSegments } from '../index.store.ts';

/** The segments of a base that should become one now; none: it is well as it is. */
export async function crowdedSegments(
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
