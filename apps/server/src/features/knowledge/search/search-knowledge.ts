import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { searchKnowledge as contract } from '@hanasu/contract/knowledge';
import { leastConfidence } from '@hanasu/models/builtin/extract-answer';
import { planQuery } from '@hanasu/retrieval/rank/search';
import { readKnowledge } from '../bases/bases.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectSearchable } from '../indexing/index.store.ts';
import type { KnowledgeKey } from '../keys.ts';
import { rankWords } from './find-candidates.ts';
import { runSearch, type Searching } from './run-search.ts';
import type { FoundPassage, KnowledgeSearch } from './search.ts';

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

interface Tried {
  readonly query: string;
  readonly limit: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly documentUuids: readonly DocumentId[];
}

/** Searches one base for a person who tries it out, and says what each stage did and how long it took. */
export async function searchOneKnowledge(
  dependencies: Searching,
  { accountId, knowledgeId }: KnowledgeKey,
  { query, limit, tags, metadata, documentUuids }: Tried,
): Promise<EndpointOutput<typeof contract>> {
  await readKnowledge(dependencies, accountId, knowledgeId);
  const isFiltered = tags.length + documentUuids.length + Object.keys(metadata).length > 0;
  const started = dependencies.now();
  const { passages, ...outcome } = await runSearch(dependencies, {
    accountId,
    knowledgeIds: [knowledgeId],
    query,
    limit,
    urgency: 'staff',
    ...(isFiltered && { filter: { tags, metadata, documentIds: documentUuids } }),
  });
  const milliseconds = Math.round((dependencies.now() - started) * 10) / 10;
  const confidences = passages.map(({ confidence }) => confidence);
  return {
    items: passages.map(({ embeddingId, documentId, title, headingPath, page, text, ...how }) => ({
      embeddingUuid: embeddingId,
      documentUuid: documentId,
      title,
      headingPath: [...headingPath],
      page,
      text,
      score: how.score,
      confidence: how.confidence,
      stages: how.stages,
    })),
    milliseconds,
    confidence: Math.max(0, ...confidences),
    least: leastConfidence(confidences),
    translated: outcome.translated,
    duplicates: outcome.duplicates,
    stages: [...outcome.stages],
  };
}
