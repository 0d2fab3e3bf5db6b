import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { searchKnowledge as contract } from '@hanasu/contract/knowledge';
import { leastConfidence } from '@hanasu/models/builtin/extractive-model';
import { readKnowledge } from './read-knowledges.ts';
import { runSearch, type Searching } from './run-search.ts';

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
  accountId: AccountId,
  knowledgeId: KnowledgeId,
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
