import { type ConditionKind, defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { eraseCustomer } from './customers/erase-customer.ts';
import { addCustomerRoutes } from './customers/routes.ts';
import type { FriendDependencies, SyncDependencies } from './dependencies.ts';
import { addFieldRoutes } from './fields/routes.ts';
import { addImportRoutes, type ImportDependencies } from './imports/routes.ts';
import { dropOldUndos } from './merges/merges.store.ts';
import { addMergeRoutes } from './merges/routes.ts';
import { addFriendRoutes } from './routes.ts';
import { CONTACT_CONDITIONS } from './segments/conditions.ts';
import { addSegmentRoutes, type SegmentDependencies } from './segments/routes.ts';
import { createSegmentLanguage } from './segments/segment-language.ts';
import { createFriendSyncer } from './sync/run-syncs.ts';
import { addTagRoutes } from './tags/routes.ts';
import { addTaskRoutes } from './tasks/routes.ts';
import { customerTaskJobs, type TaskDependencies } from './tasks/run-tasks.ts';

interface Context {
  readonly notifyWorker: (name: WorkerName) => void;
  /** Of all features. */
  readonly conditions: readonly ConditionKind[];
  readonly config: { readonly MAX_UPLOAD_BYTES: number; readonly publicUrl: string };
  readonly storage: Pick<ImportDependencies, 'requireQuota'>;
}

export const contactsFeature = defineFeature<
  Omit<FriendDependencies, 'notifySyncs'> &
    Omit<SegmentDependencies, 'language'> &
    Pick<ImportDependencies, 'files' | 'jobs'> &
    Context,
  Omit<SyncDependencies, 'pausesMs'>,
  Omit<TaskDependencies, 'conditions'>
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
    const { config, storage, database, files, jobs } = context;
    const tasks = { database, files, jobs, language, publicUrl: config.publicUrl };
    addTaskRoutes(implement, tasks);
    addImportRoutes(implement, { ...tasks, ...storage, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    addFriendRoutes(implement, { ...context, notifySyncs: () => context.notifyWorker('contact-syncs') });
  },
  workers: (context) => [createFriendSyncer(context)],
  jobs: (context, { conditions }) => [
    ...customerTaskJobs({ ...context, conditions }),
    scheduledJob('drop-old-merge-undos', HOURLY, () => context.database.system(dropOldUndos)),
  ],
});
