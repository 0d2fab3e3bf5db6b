import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/jobs/worker-registry.ts';
import type { FriendDependencies, SyncDependencies } from './dependencies.ts';
import { addFriendRoutes } from './routes.ts';
import { createFriendSyncer } from './sync/run-syncs.ts';

interface Context {
  readonly notifyWorker: (name: WorkerName) => void;
}

/** Whoever starts a sync notifies the worker; this finds those of a process that crashed. */
const SYNCS_MS = 15_000;

export const contactsFeature = defineFeature<
  Omit<FriendDependencies, 'notifySyncs'> & Context,
  Omit<SyncDependencies, 'onFree' | 'pausesMs'> & Context
>({
  name: 'contacts',
  routes(implement, context) {
    addFriendRoutes(implement, { ...context, notifySyncs: () => context.notifyWorker('syncs') });
  },
  workers({ notifyWorker, ...context }) {
    const syncer = createFriendSyncer({ ...context, onFree: () => notifyWorker('syncs') });
    return [{ name: 'syncs', runOnce: syncer.runOnce, idleMs: SYNCS_MS, stop: syncer.stop }];
  },
});
