export type { PrivacyDependencies } from './dependencies.ts';
export { cancelExports } from './exports.store.ts';
export { privacyJobs } from './jobs.ts';
export { addPrivacyRoutes } from './routes.ts';
export { createPromiseKeeper } from './use-cases/keep-promises.ts';
