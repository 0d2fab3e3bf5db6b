import type { KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { EMBED_KNOWLEDGE } from '../job-names.ts';
import { expectVectors, selectVectorState, takeDueBases } from './vectors.store.ts';

/** A base is looked at again after this long, whatever became of its job. */
const LATEST_SECONDS = 600;

/**
 * Queues the embedding of a base whose chunks or settings have changed, in the transaction that changes them.
 * `isNew`: its settings have changed, so what it waited for before counts no more.
 */
export async function planEmbedding(
  { jobs }: Pick<KnowledgeDependencies, 'jobs'>,
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { isNew = false } = {},
): Promise<void> {
  const state = await selectVectorState(transaction, knowledgeId);
  if (!state || (state.wanted === null && !isNew)) return;
  await expectVectors(transaction, knowledgeId, { seconds: LATEST_SECONDS, isNew });
  await jobs().send(transaction, EMBED_KNOWLEDGE, { accountId: transaction.accountId, knowledgeId });
}

/** Queues bases that waited long enough, and those whose job was lost. */
export async function resumeEmbedding({
  database,
  jobs,
}: Pick<KnowledgeDependencies, 'database' | 'jobs'>): Promise<number> {
  return database.system(async (transaction) => {
    const due = await takeDueBases(transaction, LATEST_SECONDS);
    for (const base of due) await jobs().send(transaction, EMBED_KNOWLEDGE, base);
    return due.length;
  });
}
