import { answersWithin } from '../../platform/database/watch-database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { deleteRemovedFiles } from '../../platform/files/removed-files.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { AccountsDependencies } from '../accounts/public.ts';
import { requeueDeliveries } from '../channels/public.ts';
import { addAdminRoutes } from './admin/admin.ts';
import { addSystemRoutes, type SystemDependencies } from './routes.ts';

interface Context
  extends Pick<
    SystemDependencies,
    'database' | 'disk' | 'view' | 'outboxCode' | 'isHealthy' | 'isWorkerReady' | 'details'
  > {
  readonly accounts: AccountsDependencies;
  readonly database: AccountsDependencies['database'];
  readonly jobs: { isReady(): boolean };
  readonly notifyWorker: (name: WorkerName) => void;
}

const READY_MS = 2_000;

interface AppContext extends Pick<Context, 'database'> {
  readonly files: FileStore;
}

export const systemFeature = defineFeature<Context, unknown, AppContext>({
  name: 'system',
  routes(implement, { accounts, database, jobs, notifyWorker, ...context }) {
    addSystemRoutes(implement, {
      ...context,
      database,
      registration: accounts.registration.mode,
      hasPeople: accounts.registration.hasPeople,
      isDatabaseReady: () => answersWithin(database.ping(), READY_MS),
      areJobsReady: jobs.isReady,
    });
    addAdminRoutes(implement, { ...accounts, retryDelivery: requeueDeliveries, notify: notifyWorker });
  },
  jobs: (context) => [scheduledJob('delete-removed-files', HOURLY, () => deleteRemovedFiles(context))],
});
