import { setTimeout } from 'node:timers/promises';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { TestRunView } from '@hanasu/contract/question-sets';
import { createCompareThread, createFindingsCache } from './comparing/compare-thread.ts';
import type { QuestionSetDependencies } from './dependencies.ts';
import { selectForsakenRuns } from './runs/runs.store.ts';
import { RUN_TESTS, runAllSets } from './runs/runs.ts';

export interface QuestionSetFeature extends QuestionSetDependencies {
  /** Call it when the settings or passages of a base have changed, after the commit. */
  runAllSets(
    accountId: AccountId,
    knowledgeId: KnowledgeId,
    cause: Exclude<TestRunView['cause'], 'manual'>,
  ): Promise<TestRunView[]>;
  /** Queues runs that a server left behind; call once the jobs have started. */
  recoverInterruptedWork(): Promise<void>;
  close(): Promise<void>;
}

export type QuestionSetOptions = Pick<
  QuestionSetDependencies,
  'database' | 'jobs' | 'realtime' | 'log' | 'models' | 'search' | 'addAnswer'
>;

/** Puts the feature together; nothing runs before its first job. */
export function createQuestionSetFeature(given: QuestionSetOptions): QuestionSetFeature {
  const compare = createCompareThread();
  const dependencies: QuestionSetDependencies = {
    ...given,
    compare,
    findings: createFindingsCache(),
    now: () => performance.now(),
    pause: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
  };
  return {
    ...dependencies,
    runAllSets: (accountId, knowledgeId, cause) =>
      runAllSets(dependencies, { accountId, knowledgeId }, cause),
    recoverInterruptedWork: () => resumeRuns(dependencies),
    close: () => compare.close(),
  };
}

/** For the start of a server: queues runs that are unfinished. One that has a job after all is asked no question twice. */
export async function resumeRuns({
  database,
  jobs,
  log,
}: Pick<QuestionSetDependencies, 'database' | 'jobs' | 'log'>): Promise<void> {
  const count = await database.system(async (transaction) => {
    const keys = await selectForsakenRuns(transaction);
    for (const key of keys) await jobs().send(transaction, RUN_TESTS, key);
    return keys.length;
  });
  if (count > 0) log.info({ count }, 'resumed test runs');
}
