import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeSettings, KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectKnowledge, writeKnowledge } from '../knowledge.store.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { checkModels } from './check-models.ts';
import { found } from './found.ts';

/** Renames a base or changes its settings; what is absent stays as it is. */
export async function changeKnowledge(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'models' | 'jobs'>,
  accountId: AccountId,
  id: KnowledgeId,
  change: { readonly name?: string | undefined; readonly settings?: Partial<KnowledgeSettings> | undefined },
): Promise<KnowledgeView> {
  return dependencies.database.account(accountId, async (transaction) => {
    const { settings } = found(await selectKnowledge(transaction, id), 'knowledge base');
    checkModels(dependencies, { ...settings, ...change.settings }, settings);
    await writeKnowledge(transaction, id, change);
    const model = change.settings?.embeddingModel;
    if (model !== undefined && model !== settings.embeddingModel)
      await planEmbedding(dependencies, transaction, id, { isNew: true });
    return found(await selectKnowledge(transaction, id), 'knowledge base');
  });
}
