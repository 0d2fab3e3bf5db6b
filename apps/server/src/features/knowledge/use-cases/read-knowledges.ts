import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import type { PageQuery } from '@hanasu/contract/page';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { rangeOf } from '../domain/page-range.ts';
import { selectKnowledge, selectKnowledges } from '../knowledge.store.ts';
import { found } from './found.ts';

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readKnowledges({ database }: Reads, accountId: AccountId, query: PageQuery) {
  const { items, total } = await database.account(accountId, (transaction) =>
    selectKnowledges(transaction, rangeOf(query)),
  );
  return { items, total, page: query.page, pageSize: query.pageSize };
}

export async function readKnowledge(
  { database }: Reads,
  accountId: AccountId,
  id: KnowledgeId,
): Promise<KnowledgeView> {
  return database.account(accountId, async (transaction) =>
    found(await selectKnowledge(transaction, id), 'knowledge base'),
  );
}
