import type { KnowledgeId } from '@hanasu/contract/ids';
import { planQuery } from '@hanasu/retrieval/rank/query-plan';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { FoundPassage, KnowledgeSearch } from '../domain/search.ts';
import { selectSearchable } from '../index.store.ts';
import { rankWords } from './rank-words.ts';
import { runSearch, type Searching } from './run-search.ts';

export type { FoundPassage, KnowledgeSearch, PassagePart } from '../domain/search.ts';

/** The best passages of some bases for a question, best first; several bases are merged by confidence. */
export async function searchKnowledge(
  dependencies: Searching,
  search: KnowledgeSearch,
): Promise<FoundPassage[]> {
  return (await runSearch(dependencies, search)).passages;
}

/**
 * How well each base could answer a question: its best passage's confidence; a base without any is left out. By words
 * only: a message must not wait for a model before it is known which bot answers it.
 */
export async function bestConfidences(
  { database, blocks }: Pick<KnowledgeDependencies, 'database' | 'blocks'>,
  { accountId, knowledgeIds, query }: Pick<KnowledgeSearch, 'accountId' | 'knowledgeIds' | 'query'>,
): Promise<ReadonlyMap<KnowledgeId, number>> {
  const plan = planQuery(query);
  if (plan.terms.length === 0 || knowledgeIds.length === 0) return new Map();
  const ranked = await database.snapshot(accountId, async (transaction) => {
    const bases = await selectSearchable(transaction, knowledgeIds);
    return rankWords(transaction, blocks, { bases, plan, limit: 1, accepted: null });
  });
  return new Map([...ranked].flatMap(([id, [best]]) => (best ? [[id, best.confidence]] : [])));
}
