import type { KnowledgeId } from '@hanasu/contract/ids';
import { type QueryPlan, wantedBlocks } from '@hanasu/retrieval/rank/query-plan';
import { type RankedChunk, rankChunks } from '@hanasu/retrieval/rank/search';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { BlockRow, SearchableBase } from '../index.store.ts';
import type { BlockCache } from '../indexing/block-cache.ts';
import type { Accepted } from '../search.store.ts';

export interface WordsRequest {
  readonly bases: readonly SearchableBase[];
  readonly plan: QueryPlan;
  readonly limit: number;
  /** Null: all chunks. */
  readonly accepted: ReadonlyMap<KnowledgeId, Accepted> | null;
}

/** The best chunks of each base by its words; each base ranks its own by its own statistics. */
export async function rankWords(
  transaction: AccountTransaction,
  cache: BlockCache,
  { bases, plan, limit, accepted }: WordsRequest,
): Promise<Map<KnowledgeId, RankedChunk[]>> {
  const wanted = wantedBlocks(
    plan,
    bases.flatMap(({ segments }) => segments),
  );
  const rows = await cache.load(transaction, wanted);
  const blocks: Map<string, BlockRow[]> = Map.groupBy(rows, ({ segmentId }) => segmentId);
  return new Map(
    bases.map((base) => {
      const segments = base.segments.map(({ id, removed }) => ({
        removed: new Set(removed),
        blocks: blocks.get(id) ?? [],
      }));
      const request = { plan, statistics: base, segments, limit };
      if (!accepted) return [base.id, rankChunks(request)];
      const among = accepted.get(base.id)?.ordinals;
      return [base.id, rankChunks({ ...request, accept: (ordinal) => among?.has(ordinal) ?? false })];
    }),
  );
}
