import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { ANALYSER_VERSION } from '@hanasu/retrieval/analyse/analyse';
import { emptyStatistics } from '@hanasu/retrieval/rank/statistics';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { insertKnowledge, selectKnowledge } from '../knowledge.store.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { checkModels } from './check-models.ts';
import { found } from './found.ts';

export async function createKnowledge(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'knowledgeModels' | 'jobs'>,
  accountId: AccountId,
  name: string,
  settings: Partial<KnowledgeSettings> = {},
): Promise<KnowledgeView> {
  checkModels(dependencies, settings);
  const id = newId<KnowledgeId>();
  return dependencies.database.account(accountId, async (transaction) => {
    await insertKnowledge(
      transaction,
      { id, name, analyserVersion: ANALYSER_VERSION, settings },
      emptyStatistics(),
    );
    await planEmbedding(dependencies, transaction, id);
    return found(await selectKnowledge(transaction, id), 'knowledge base');
  });
}
