import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeSettings, KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectKnowledge, writeKnowledge } from '../knowledge.store.ts';
import { found } from './found.ts';

/** Renames a base or changes its settings; what is absent stays as it is. */
export async function changeKnowledge(
  { database }: Pick<KnowledgeDependencies, 'database'>,
  accountId: AccountId,
  id: KnowledgeId,
  change: { readonly name?: string | undefined; readonly settings?: Partial<KnowledgeSettings> | undefined },
): Promise<KnowledgeView> {
  return database.account(accountId, async (transaction) => {
    await writeKnowledge(transaction, id, change);
    return found(await selectKnowledge(transaction, id), 'knowledge base');
  });
}
