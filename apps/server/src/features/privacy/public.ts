export type { PrivacyDependencies } from './dependencies.ts';
export { privacyJobs } from './jobs.ts';
export { addPrivacyRoutes } from './routes.ts';
export { createPromiseKeeper } from './use-cases/keep-promises.ts';
