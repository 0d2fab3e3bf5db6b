import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { QuestionSetDependencies } from './dependencies.ts';
import { runTestsJob } from './jobs/run-tests.job.ts';

/** The kinds of background work of this feature, for `startJobs`. */
export const questionSetJobs = (dependencies: QuestionSetDependencies): JobDefinition<never>[] => [
  runTestsJob(dependencies),
];
