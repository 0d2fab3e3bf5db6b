import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { eraseCustomer } from './customers/erase-customer.ts';
import { addCustomerRoutes } from './customers/routes.ts';
import type { FriendDependencies, SyncDependencies } from './dependencies.ts';
import { addFieldRoutes } from './fields/routes.ts';
import { addFriendRoutes } from './routes.ts';
import { createFriendSyncer } from './sync/run-syncs.ts';
import { addTagRoutes } from './tags/routes.ts';

interface Context {
  readonly notifyWorker: (name: WorkerName) => void;
}

export const contactsFeature = defineFeature<
  Omit<FriendDependencies, 'notifySyncs'> & Context,
  Omit<SyncDependencies, 'pausesMs'>
>({
  name: 'contacts',
  eraseCustomer,
  routes(implement, context) {
    addCustomerRoutes(implement, context);
    addFieldRoutes(implement, context);
    addTagRoutes(implement, context);
    addFriendRoutes(implement, { ...context, notifySyncs: () => context.notifyWorker('contact-syncs') });
  },
  workers: (context) => [createFriendSyncer(context)],
});
