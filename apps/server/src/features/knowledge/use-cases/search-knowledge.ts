import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { planQuery, type QueryPlan, wantedBlocks } from '@hanasu/retrieval/rank/query-plan';
import { rankChunks } from '@hanasu/retrieval/rank/search';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { selectPassages } from '../chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type BlockRow, selectSearchable } from '../index.store.ts';
import type { BlockCache } from '../indexing/block-cache.ts';

export interface KnowledgeSearch {
  readonly accountId: AccountId;
  readonly knowledgeIds: readonly KnowledgeId[];
  readonly query: string;
  readonly limit: number;
}

/** A found passage. `score` compares within one base only, `confidence` (0..1 of the best attainable) across bases. */
export interface FoundPassage {
  readonly embeddingId: EmbeddingId;
  readonly documentId: DocumentId;
  readonly knowledgeId: KnowledgeId;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly text: string;
  readonly score: number;
  readonly confidence: number;
}

/**
 * The best passages of some bases for a question, best first. Each base ranks its own by its own statistics; several
 * bases are merged by confidence. Bases that don't exist are left out: one may be deleted while a bot answers.
 */
export async function searchKnowledge(
  { database, blocks }: Pick<KnowledgeDependencies, 'database' | 'blocks'>,
  { accountId, knowledgeIds, query, limit }: KnowledgeSearch,
): Promise<FoundPassage[]> {
  const plan = planQuery(query);
  if (plan.terms.length === 0 || knowledgeIds.length === 0) return [];
  // One moment for all reads: a merge that commits in between would take the blocks away.
  return database.snapshot(accountId, async (transaction) => {
    const each = await rankEach(transaction, blocks, { plan, knowledgeIds, limit });
    return withPassages(transaction, merged(each, limit));
  });
}

/** How well each base could answer a question: its best passage's confidence; a base without any is left out. */
export async function bestConfidences(
  { database, blocks }: Pick<KnowledgeDependencies, 'database' | 'blocks'>,
  { accountId, knowledgeIds, query }: Omit<KnowledgeSearch, 'limit'>,
): Promise<ReadonlyMap<KnowledgeId, number>> {
  const plan = planQuery(query);
  if (plan.terms.length === 0 || knowledgeIds.length === 0) return new Map();
  const ranked = await database.snapshot(accountId, (transaction) =>
    rankEach(transaction, blocks, { plan, knowledgeIds, limit: 1 }),
  );
  return new Map(ranked.flatMap(([best]) => (best ? [[best.knowledgeId, best.confidence]] : [])));
}

interface Ranked {
  readonly knowledgeId: KnowledgeId;
  readonly ordinal: number;
  readonly score: number;
  readonly confidence: number;
}

async function rankEach(
  transaction: AccountTransaction,
  cache: BlockCache,
  {
    plan,
    knowledgeIds,
    limit,
  }: Pick<KnowledgeSearch, 'knowledgeIds' | 'limit'> & { readonly plan: QueryPlan },
): Promise<Ranked[][]> {
  const bases = await selectSearchable(transaction, knowledgeIds);
  const wanted = wantedBlocks(
    plan,
    bases.flatMap(({ segments }) => segments),
  );
  const blocks = bySegment(await cache.load(transaction, wanted));
  return bases.map((base) => {
    const segments = base.segments.map(({ id, removed }) => ({
      removed: new Set(removed),
      blocks: blocks.get(id) ?? [],
    }));
    const found = rankChunks({ plan, statistics: base, segments, limit });
    return found.map((chunk) => ({ ...chunk, knowledgeId: base.id }));
  });
}

function merged(each: readonly Ranked[][], limit: number): Ranked[] {
  const [only] = each;
  if (only && each.length === 1) return only;
  return each
    .flat()
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, limit);
}

function bySegment(rows: readonly BlockRow[]): Map<string, BlockRow[]> {
  return Map.groupBy(rows, ({ segmentId }) => segmentId);
}

async function withPassages(
  transaction: AccountTransaction,
  ranked: readonly Ranked[],
): Promise<FoundPassage[]> {
  const rows = await selectPassages(transaction, ranked);
  const keyOf = (at: { knowledgeId: string; ordinal: number }) => `${at.knowledgeId} ${at.ordinal}`;
  const passages = new Map(rows.map((row) => [keyOf(row), row]));
  return ranked.flatMap((chunk) => {
    const passage = passages.get(keyOf(chunk));
    if (!passage) return [];
    const { ordinal: _, ...found } = passage;
    return [{ ...found, score: chunk.score, confidence: chunk.confidence }];
  });
}
