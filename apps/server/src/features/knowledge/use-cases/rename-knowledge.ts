import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectKnowledge, writeName } from '../knowledge.store.ts';
import { found } from './found.ts';

export async function renameKnowledge(
  { database }: Pick<KnowledgeDependencies, 'database'>,
  accountId: AccountId,
  id: KnowledgeId,
  name: string,
): Promise<KnowledgeView> {
  return database.account(accountId, async (transaction) => {
    await writeName(transaction, id, name);
    return found(await selectKnowledge(transaction, id), 'knowledge base');
  });
}
