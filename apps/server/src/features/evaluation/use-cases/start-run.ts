import type { AccountId, KnowledgeId, QuestionSetId, TestRunId } from '@hanasu/contract/ids';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { TestRunView } from '@hanasu/contract/question-sets';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { RUN_TESTS } from '../domain/job-names.ts';
import { endRun, insertRun, type RunKey, removeOldRuns, selectActiveRun } from '../runs.store.ts';
import { lockSet, selectSets } from '../sets.store.ts';
import { announceRun } from './announce-run.ts';
import { found } from './found.ts';

type Dependencies = Pick<QuestionSetDependencies, 'database' | 'jobs' | 'realtime'>;

const RUNS_KEPT = 100;

/** Queues a run of a set. One that waits or goes on already is given back instead: a set has one at a time. */
export async function startRun(
  dependencies: Dependencies,
  accountId: AccountId,
  setId: QuestionSetId,
): Promise<TestRunView> {
  const run = await dependencies.database.account(accountId, async (transaction) => {
    const set = found(await lockSet(transaction, setId), 'set');
    if (set.questions === 0) throw new AppError('question_set_empty', 'The set has no questions yet');
    const active = await selectActiveRun(transaction, setId);
    return active ?? queueRun(dependencies, transaction, { ...set, setId, cause: 'manual' });
  });
  announceRun(dependencies, accountId, run);
  return run;
}

/**
 * Runs every set of a base that has questions, because something about the base has changed. A run that waits or
 * goes on is stopped for it: it would say that it measured settings that are gone.
 */
export async function runAllSets(
  dependencies: Dependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  cause: Exclude<TestRunView['cause'], 'manual'>,
): Promise<TestRunView[]> {
  const runs = await dependencies.database.account(accountId, async (transaction) => {
    const told: TestRunView[] = [];
    for (const { uuid: setId } of await selectSets(transaction, knowledgeId)) {
      const set = await lockSet(transaction, setId);
      if (!set || set.questions === 0) continue;
      const active = await selectActiveRun(transaction, setId);
      const ended = active && (await endRun(transaction, active.uuid, { status: 'stopped' }));
      if (ended) told.push(ended);
      told.push(await queueRun(dependencies, transaction, { ...set, setId, cause }));
    }
    return told;
  });
  for (const run of runs) announceRun(dependencies, accountId, run);
  return runs.filter(({ status }) => status === 'queued');
}

async function queueRun(
  { jobs }: Dependencies,
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
