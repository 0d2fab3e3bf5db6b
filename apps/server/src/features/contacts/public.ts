import * as contacts from './inbound-contacts.store.ts';

export { addFriendRoutes } from './routes.ts';
export { createFriendSyncer } from './sync/run-syncs.ts';
export { contacts };
