import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectFileKeys } from '../documents.store.ts';
import { lockKnowledge, removeKnowledge } from '../knowledge.store.ts';

/** Removes a base with its documents, index and files; bots that used it go on without it. */
export async function deleteKnowledge(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<void> {
  const fileKeys = await database.account(accountId, async (transaction) => {
    const isThere = await lockKnowledge(transaction, knowledgeId);
    if (!isThere) throw new AppError('not_found', 'There is no such knowledge base');
    const keys = await selectFileKeys(transaction, knowledgeId);
    await removeKnowledge(transaction, knowledgeId);
    return keys;
  });
  for (const key of fileKeys) await files.remove(key);
}
