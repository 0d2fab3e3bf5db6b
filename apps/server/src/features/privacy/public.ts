export { createScheduledDeletions } from './deletion/run-scheduled-deletions.job.ts';
export type { PrivacyDependencies } from './dependencies.ts';
export { privacyJobs } from './jobs.ts';
export { addPrivacyRoutes } from './routes.ts';
