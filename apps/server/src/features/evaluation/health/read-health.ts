import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { getKnowledgeHealth } from '@hanasu/contract/knowledge-health';
import { orNotFound } from '../../../platform/app-error.ts';
import type { KnowledgeKey, QuestionSetDependencies } from '../dependencies.ts';
import type { Conflict } from './find-conflicts.ts';
import { selectByIds, selectCompared, selectNeverHit, selectState, selectTroubles } from './health.store.ts';

type Health = EndpointOutput<typeof getKnowledgeHealth>;

/**
 * What is wrong with a base. Passages are compared with each other once for each state of its documents, beside the
 * server's own thread; the 20,000 passages of its newest documents at most.
 */
export async function readHealth(
  dependencies: Pick<QuestionSetDependencies, 'database' | 'compare' | 'conflicts'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<Health> {
  const { database, compare, conflicts } = dependencies;
  const { troubles, state, neverHit } = await database.account(accountId, async (transaction) => ({
    troubles: orNotFound(await selectTroubles(transaction, knowledgeId), 'knowledge base'),
    state: await selectState(transaction, knowledgeId),
    neverHit: await selectNeverHit(transaction, knowledgeId),
  }));
  const pairs = await conflicts.get(`${accountId} ${knowledgeId}`, state, async () => {
    const passages = await database.account(accountId, (transaction) =>
      selectCompared(transaction, knowledgeId),
    );
    return passages.length < 2 ? [] : compare.findConflicts(passages);
  });
  return {
    ...troubles,
    stale: troubles.stale.map((one) => ({ ...one, checkedAt: one.checkedAt?.toISOString() ?? null })),
    conflicting: await withPassages(dependencies, { accountId, knowledgeId }, pairs),
    neverHit,
    checkedAt: new Date(database.now()).toISOString(),
  };
}

async function withPassages(
  { database }: Pick<QuestionSetDependencies, 'database'>,
  { accountId, knowledgeId }: KnowledgeKey,
  pairs: readonly Conflict[],
): Promise<Health['conflicting']> {
  if (pairs.length === 0) return [];
  const ids = pairs.flatMap(({ one, other }) => [one, other]);
  const passages = await database.account(accountId, (transaction) =>
    selectByIds(transaction, knowledgeId, ids),
  );
  return pairs.flatMap(({ one, other, differs }) => {
    const [left, right] = [passages.get(one), passages.get(other)];
    return left && right ? [{ one: left, other: right, differs: [...differs] }] : [];
  });
}
