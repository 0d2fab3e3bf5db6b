import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { UPDATE_KNOWLEDGE, type UpdateKnowledge } from '@hanasu/contract/realtime';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectKnowledge } from '../knowledge.store.ts';

/** Tells the account's browsers how a base stands. Call after the commit. */
export async function announceKnowledge(
  { database, realtime }: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<void> {
  const knowledge = await database.account(accountId, (transaction) =>
    selectKnowledge(transaction, knowledgeId),
  );
  if (knowledge) realtime.emit(accountId, UPDATE_KNOWLEDGE, { knowledge } satisfies UpdateKnowledge);
}
