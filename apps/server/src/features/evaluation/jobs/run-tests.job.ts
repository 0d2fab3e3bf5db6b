import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { RUN_TESTS } from '../domain/job-names.ts';
import type { RunKey } from '../runs.store.ts';
import { runTests } from '../use-cases/run-tests.ts';

/** Idempotent by run: questions that have a result are not asked again. */
export const runTestsJob = (dependencies: QuestionSetDependencies): JobDefinition<RunKey> => ({
  name: RUN_TESTS,
  // One may wait for passages that are being made.
  concurrency: 2,
  retryLimit: 4,
  heartbeatSeconds: 10,
  handle: (key, signal) => runTests(dependencies, key, signal),
});
