import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { type EmbeddingDependencies, embedBatch } from './embed-batch.ts';
import { planEmbedding } from './plan-embedding.ts';
import { selectChunksById, selectVectorState } from './vectors.store.ts';

/** Somebody waits for their change to be found. */
const PATIENCE_MS = 10_000;
const BATCH = 64;

/**
 * Embeds chunks that a person has just changed, so that they are found by meaning when this returns. Call after the
 * commit. Never throws for what a model does: words find them at once, and the job embeds them later.
 */
export async function embedChunks(
  dependencies: EmbeddingDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  ids: readonly EmbeddingId[],
): Promise<void> {
  const { database } = dependencies;
  const found = await database.account(accountId, async (transaction) => {
    const state = await selectVectorState(transaction, knowledgeId);
    if (!state || (state.wanted === null && state.model === null)) return null;
    return { state, chunks: await selectChunksById(transaction, knowledgeId, ids) };
  });
  if (!found) return;
  // While another model is being made, the one before must know them too.
  const models = new Set([found.state.wanted, found.state.model].filter((model) => model !== null));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (const model of models) {
    for (let from = 0; from < found.chunks.length; from += BATCH) {
      const task = { accountId, knowledgeId, model, signal };
      const outcome = await embedBatch(dependencies, task, found.chunks.slice(from, from + BATCH));
      if (outcome.kind === 'stored') continue;
      await database.account(accountId, (transaction) =>
        planEmbedding(dependencies, transaction, knowledgeId),
      );
      return;
    }
  }
}
