export { forgetCannedAuthor } from './canned.store.ts';
export type { EnqueueDelivery, ManifestOf } from './dependencies.ts';
export { createInboxPumps } from './inbox-pump.ts';
export { addInboxRoutes } from './routes.ts';
