import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { Statistics } from '@hanasu/retrieval/rank/statistics';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { selectChunkTotals } from '../chunks.store.ts';
import { shiftStatistics } from '../domain/shift-statistics.ts';
import { removeFromSegment, writeStatistics } from '../index.store.ts';

/**
 * Takes a document's chunks out of its base's index; returns the statistics that are left. The chunks' own rows stay.
 * The index must be locked (`lockIndex`), `statistics` being what it said.
 */
export async function leaveIndex(
  transaction: AccountTransaction,
  document: { readonly id: DocumentId; readonly knowledgeId: KnowledgeId },
  statistics: Statistics,
): Promise<Statistics> {
  const { segments, ...sums } = await selectChunkTotals(transaction, document.id);
  if (segments.length === 0) return statistics;
  const gone = { ...sums, chunks: segments.reduce((count, { ordinals }) => count + ordinals.length, 0) };
  const left = shiftStatistics(statistics, gone, -1);
  for (const { segmentId, ordinals } of segments) await removeFromSegment(transaction, segmentId, ordinals);
  await writeStatistics(transaction, document.knowledgeId, left);
  return left;
}
