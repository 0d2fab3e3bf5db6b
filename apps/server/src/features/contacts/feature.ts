import type { Database } from '../../platform/database/database.ts';
import { type ConditionKind, defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { eraseCustomer } from './customers/erase-customer.ts';
import { addCustomerRoutes } from './customers/routes.ts';
import type { FriendDependencies, SyncDependencies } from './dependencies.ts';
import { addFieldRoutes } from './fields/routes.ts';
import { dropOldUndos } from './merges/merges.store.ts';
import { addMergeRoutes } from './merges/routes.ts';
import { addFriendRoutes } from './routes.ts';
import { CONTACT_CONDITIONS } from './segments/conditions.ts';
import { addSegmentRoutes, type SegmentDependencies } from './segments/routes.ts';
import { createSegmentLanguage } from './segments/segment-language.ts';
import { createFriendSyncer } from './sync/run-syncs.ts';
import { addTagRoutes } from './tags/routes.ts';

interface Context {
  readonly notifyWorker: (name: WorkerName) => void;
  /** Of all features. */
  readonly conditions: readonly ConditionKind[];
}

export const contactsFeature = defineFeature<
  Omit<FriendDependencies, 'notifySyncs'> & Omit<SegmentDependencies, 'language'> & Context,
  Omit<SyncDependencies, 'pausesMs'>,
  { readonly database: Database }
>({
  name: 'contacts',
  eraseCustomer,
  conditions: () => CONTACT_CONDITIONS,
  routes(implement, context) {
    const language = createSegmentLanguage(context.conditions);
    addCustomerRoutes(implement, { ...context, language });
    addSegmentRoutes(implement, { ...context, language });
    addMergeRoutes(implement, context);
    addFieldRoutes(implement, context);
    addTagRoutes(implement, context);
    addFriendRoutes(implement, { ...context, notifySyncs: () => context.notifyWorker('contact-syncs') });
  },
  workers: (context) => [createFriendSyncer(context)],
  jobs: ({ database }) => [scheduledJob('drop-old-merge-undos', HOURLY, () => database.system(dropOldUndos))],
});
