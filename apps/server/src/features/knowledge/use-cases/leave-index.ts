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
  document: { readonly id: DocumentId; readonly knowledgeId: KnowledgeId; readonly segmentId: string | null },
  statistics: Statistics,
): Promise<Statistics> {
  if (!document.segmentId) return statistics;
  const totals = await selectChunkTotals(transaction, document.id);
  const gone = { ...totals, chunks: totals.ordinals.length };
  const left = shiftStatistics(statistics, gone, -1);
  await removeFromSegment(transaction, document.segmentId, totals.ordinals);
  await writeStatistics(transaction, document.knowledgeId, left);
  return left;
}
