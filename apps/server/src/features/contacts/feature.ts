import {
  type ActionKind,
  type ConditionKind,
  type CustomerEventListener,
  defineFeature,
} from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { createEventHandler } from './actions/handle-events.ts';
import { addRuleRoutes } from './actions/routes.ts';
import { findSegmentUses } from './actions/rules.store.ts';
import { deleteOldRuns } from './actions/runs.store.ts';
import { CONTACT_ACTIONS } from './customers/change-customer.ts';
import { deleteHeardEvents, releaseEvents } from './customers/customer-events.store.ts';
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
import { customerTaskJobs, recoverTasks, type TaskDependencies } from './tasks/run-tasks.ts';

interface Context {
  readonly notifyWorker: (name: WorkerName) => void;
  /** Of all features. */
  readonly conditions: readonly ConditionKind[];
  readonly actions: readonly ActionKind[];
  readonly config: { readonly MAX_UPLOAD_BYTES: number; readonly publicUrl: string };
  readonly storage: Pick<ImportDependencies, 'requireQuota'>;
}
interface WorkContext extends Omit<SyncDependencies, 'pausesMs'>, Pick<Context, 'conditions' | 'actions'> {
  readonly customerListeners: readonly CustomerEventListener[];
}

export const contactsFeature = defineFeature<
  Omit<FriendDependencies, 'notifySyncs'> &
    Omit<SegmentDependencies, 'language'> &
    Pick<ImportDependencies, 'files' | 'jobs'> &
    Context,
  WorkContext,
  Omit<TaskDependencies, 'conditions' | 'eraseOne'> & Pick<ImportDependencies, 'jobs'>
>({
  name: 'contacts',
  eraseCustomer,
  releaseLeases: releaseEvents,
  conditions: () => CONTACT_CONDITIONS,
  actions: () => CONTACT_ACTIONS,
  findSegmentUses,
  routes(implement, context) {
    const language = createSegmentLanguage(context.conditions);
    addCustomerRoutes(implement, { ...context, language });
    addSegmentRoutes(implement, { ...context, language });
    addRuleRoutes(implement, { ...context, language });
    addMergeRoutes(implement, context);
    addFieldRoutes(implement, context);
    addTagRoutes(implement, context);
    const { config, storage, database, files, jobs } = context;
    const tasks = { database, files, jobs, language, publicUrl: config.publicUrl };
    addTaskRoutes(implement, tasks);
    addImportRoutes(implement, { ...tasks, ...storage, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    addFriendRoutes(implement, { ...context, notifySyncs: () => context.notifyWorker('contact-syncs') });
  },
  workers: ({ conditions, customerListeners, ...context }) => [
    createFriendSyncer(context),
    createEventHandler({
      ...context,
      language: createSegmentLanguage(conditions),
      listeners: customerListeners,
    }),
  ],
  jobs: ({ database, ...context }, { conditions, eraseOne }) => [
    ...customerTaskJobs({ ...context, database, conditions, eraseOne }),
    scheduledJob('delete-old-action-runs', HOURLY, () =>
      database.system(async (transaction) => {
        await deleteOldRuns(transaction);
        await deleteHeardEvents(transaction);
      }),
    ),
    scheduledJob('drop-old-merge-undos', HOURLY, () => database.system(dropOldUndos)),
  ],
  recover: recoverTasks,
});
