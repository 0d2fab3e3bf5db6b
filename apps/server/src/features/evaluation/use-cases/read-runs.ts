import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, QuestionSetId, TestRunId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type { listTestResults, TestRunView } from '@hanasu/contract/question-sets';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { rangeOf } from '../domain/page-range.ts';
import { endRun, selectResults, selectRun, selectRuns } from '../runs.store.ts';
import { selectSet } from '../sets.store.ts';
import { announceRun } from './announce-run.ts';
import { found } from './found.ts';

type Dependencies = Pick<QuestionSetDependencies, 'database' | 'realtime'>;

export async function readRuns(
  { database }: Dependencies,
  accountId: AccountId,
  setId: QuestionSetId,
  query: PageQuery,
) {
  const { items, total } = await database.account(accountId, async (transaction) => {
    found(await selectSet(transaction, setId), 'set');
    return selectRuns(transaction, setId, rangeOf(query));
  });
  return { items, total, page: query.page, pageSize: query.pageSize };
}

export async function readResults(
  { database }: Dependencies,
  accountId: AccountId,
  runId: TestRunId,
  query: PageQuery,
): Promise<EndpointOutput<typeof listTestResults>> {
  const { items, total } = await database.account(accountId, async (transaction) => {
    const run = found(await selectRun(transaction, runId), 'run');
    return selectResults(transaction, run, rangeOf(query));
  });
  // Written by this feature in the shape of the contract; the answer is checked by its schema.
  return { items: items as never, total, page: query.page, pageSize: query.pageSize };
}

/** What was measured so far is kept. Stopping one that is over changes nothing. */
export async function stopRun(
  dependencies: Dependencies,
  accountId: AccountId,
  runId: TestRunId,
): Promise<TestRunView> {
  const run = await dependencies.database.account(
    accountId,
    async (transaction) =>
      (await endRun(transaction, runId, { status: 'stopped' })) ??
      found(await selectRun(transaction, runId), 'run'),
  );
  announceRun(dependencies, accountId, run);
  return run;
}
