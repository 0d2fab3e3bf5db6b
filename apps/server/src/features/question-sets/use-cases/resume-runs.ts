import type { QuestionSetDependencies } from '../dependencies.ts';
import { RUN_TESTS } from '../domain/job-names.ts';
import { selectForsakenRuns } from '../runs.store.ts';

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
  if (count > 0) log.info({ count }, 'test runs go on');
}
