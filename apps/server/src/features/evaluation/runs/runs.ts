import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, QuestionSetId, TestRunId } from '@hanasu/contract/ids';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { PageQuery } from '@hanasu/contract/page';
import type { listTestResults, TestRunView } from '@hanasu/contract/question-sets';
import { UPDATE_TEST_RUN, type UpdateTestRun } from '@hanasu/contract/realtime';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeKey, QuestionSetDependencies, SetKey } from '../dependencies.ts';
import { lockSet, selectSet, selectSets } from '../questions/sets.store.ts';
import {
  endRun,
  insertRun,
  type RunKey,
  removeOldRuns,
  selectActiveRun,
  selectResults,
  selectRun,
  selectRuns,
} from './runs.store.ts';

type StartRunDependencies = Pick<QuestionSetDependencies, 'database' | 'jobs' | 'realtime'>;

const RUNS_KEPT = 100;

/** Queues a run of a set. One that waits or goes on already is given back instead: a set has one at a time. */
export async function startRun(
  dependencies: StartRunDependencies,
  accountId: AccountId,
  setId: QuestionSetId,
): Promise<TestRunView> {
  const run = await dependencies.database.account(accountId, async (transaction) => {
    const set = orNotFound(await lockSet(transaction, setId), 'set');
    if (set.questions === 0) throw new AppError('question_set_empty', 'The question set is empty');
    const active = await selectActiveRun(transaction, setId);
    return active ?? queueRun(dependencies, transaction, { ...set, setId, cause: 'manual' });
  });
  publishRunUpdate(dependencies, accountId, run);
  return run;
}

/**
 * Runs every set of a base that has questions, because something about the base has changed. A run that waits or
 * goes on is stopped for it: it would say that it measured settings that are gone.
 */
export async function runAllSets(
  dependencies: StartRunDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  cause: Exclude<TestRunView['cause'], 'manual'>,
): Promise<TestRunView[]> {
  const runs = await dependencies.database.account(accountId, async (transaction) => {
    const changedRuns: TestRunView[] = [];
    for (const { uuid: setId } of await selectSets(transaction, knowledgeId)) {
      const set = await lockSet(transaction, setId);
      if (!set || set.questions === 0) continue;
      const active = await selectActiveRun(transaction, setId);
      const ended = active && (await endRun(transaction, active.uuid, { status: 'stopped' }));
      if (ended) changedRuns.push(ended);
      changedRuns.push(await queueRun(dependencies, transaction, { ...set, setId, cause }));
    }
    return changedRuns;
  });
  for (const run of runs) publishRunUpdate(dependencies, accountId, run);
  return runs.filter(({ status }) => status === 'queued');
}

async function queueRun(
  { jobs }: StartRunDependencies,
  transaction: AccountTransaction,
  set: {
    readonly setId: QuestionSetId;
    readonly cause: TestRunView['cause'];
    readonly settings: object;
    readonly questions: number;
  },
): Promise<TestRunView> {
  const id = newId<TestRunId>();
  const settings = KnowledgeSettings.parse(set.settings);
  const run = await insertRun(transaction, { ...set, id, settings });
  await removeOldRuns(transaction, set.setId, RUNS_KEPT);
  const key: RunKey = { accountId: transaction.accountId, runId: id };
  await jobs().send(transaction, RUN_TESTS, key);
  return run;
}

type ReadRunsDependencies = Pick<QuestionSetDependencies, 'database' | 'realtime'>;

export async function readRuns(
  { database }: ReadRunsDependencies,
  { accountId, setId }: SetKey,
  query: PageQuery,
) {
  const { items, total } = await database.account(accountId, async (transaction) => {
    orNotFound(await selectSet(transaction, setId), 'set');
    return selectRuns(transaction, setId, rangeOf(query));
  });
  return { items, total, page: query.page, pageSize: query.pageSize };
}

export async function readResults(
  { database }: ReadRunsDependencies,
  { accountId, runId }: { readonly accountId: AccountId; readonly runId: TestRunId },
  query: PageQuery,
): Promise<EndpointOutput<typeof listTestResults>> {
  const { items, total } = await database.account(accountId, async (transaction) => {
    const run = orNotFound(await selectRun(transaction, runId), 'run');
    return selectResults(transaction, run, rangeOf(query));
  });
  // Written by this feature in the shape of the contract; the answer is checked by its schema.
  return { items: items as never, total, page: query.page, pageSize: query.pageSize };
}

/** What was measured so far is kept. Stopping one that is over changes nothing. */
export async function stopRun(
  dependencies: ReadRunsDependencies,
  accountId: AccountId,
  runId: TestRunId,
): Promise<TestRunView> {
  const run = await dependencies.database.account(
    accountId,
    async (transaction) =>
      (await endRun(transaction, runId, { status: 'stopped' })) ??
      orNotFound(await selectRun(transaction, runId), 'run'),
  );
  publishRunUpdate(dependencies, accountId, run);
  return run;
}

/** Tells the account's browsers how a run stands. Call after the commit. */
export function publishRunUpdate(
  { realtime }: Pick<QuestionSetDependencies, 'realtime'>,
  accountId: AccountId,
  run: TestRunView,
): void {
  realtime.emit(accountId, UPDATE_TEST_RUN, { run } satisfies UpdateTestRun);
}

export const RUN_TESTS = 'question-sets.run';
