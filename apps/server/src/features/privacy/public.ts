export { createPromiseKeeper } from './deletion/run-scheduled-deletions.job.ts';
export type { PrivacyDependencies } from './dependencies.ts';
export { cancelExports } from './exports/exports.store.ts';
export { privacyJobs } from './jobs.ts';
export { addPrivacyRoutes } from './routes.ts';
