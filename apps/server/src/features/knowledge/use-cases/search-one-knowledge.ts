import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { searchKnowledge as contract } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { readKnowledge } from './read-knowledges.ts';
import { searchKnowledge } from './search-knowledge.ts';

/** Searches one base for a person who tries it out, and says how long that took. */
export async function searchOneKnowledge(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'blocks' | 'now'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<EndpointOutput<typeof contract>> {
  await readKnowledge(dependencies, accountId, knowledgeId);
  const started = dependencies.now();
  const passages = await searchKnowledge(dependencies, {
    accountId,
    knowledgeIds: [knowledgeId],
    query,
    limit,
  });
  const milliseconds = Math.round((dependencies.now() - started) * 10) / 10;
  const items = passages.map(
    ({ embeddingId, documentId, knowledgeId: _, headingPath, ...passage }, index) => ({
      embeddingUuid: embeddingId,
      documentUuid: documentId,
      headingPath: [...headingPath],
      ...passage,
      stages: {
        words: { rank: index + 1, score: passage.score },
        meaning: null,
        fused: null,
        reranked: null,
      },
    }),
  );
  return {
    items,
    milliseconds,
    confidence: items[0]?.confidence ?? 0,
    least: 0,
    translated: null,
    duplicates: 0,
    stages: [{ name: 'words', milliseconds, passages: items.length, skipped: null }],
  };
}
