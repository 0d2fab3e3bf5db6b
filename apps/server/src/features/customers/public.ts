export { addFriendRoutes } from './routes.ts';
export { createFriendSyncer } from './use-cases/run-syncs.ts';
