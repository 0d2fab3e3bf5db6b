import type { Database } from '../../platform/database/database.ts';
import { type ActionKind, defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { channelSettings } from '../automations/public.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import { findOpenForms } from '../forms/public.ts';
import { releaseLeases } from './menus/channel-menus.store.ts';
import { addLineRoutes } from './menus/line-routes.ts';
import { createMenuReconciler, type ReconcileDependencies } from './menus/reconcile-menus.ts';
import { findSegmentUses } from './menus/rich-menus.store.ts';
import { addMenuRoutes } from './menus/routes.ts';

interface Context {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly notifyWorker: (name: WorkerName) => void;
}
interface HttpContext extends Context {
  /** Of all features. */
  readonly actions: readonly ActionKind[];
}
interface WorkContext extends Context, Pick<ReconcileDependencies, 'renderPicture' | 'onError'> {}

const timesOf = channelSettings.findHours;

/** Menus under the chat of LINE, their pictures, and messages that are pictures. */
export const richMenusFeature = defineFeature<HttpContext, WorkContext, Context>({
  name: 'rich-menus',
  routes(implement, context) {
    const dependencies = {
      ...context,
      timesOf,
      findOpenForms,
      notify: () => context.notifyWorker('rich-menus'),
    };
    addMenuRoutes(implement, dependencies);
    addLineRoutes(implement, dependencies);
  },
  workers: (context) => [createMenuReconciler({ ...context, timesOf })],
  releaseLeases,
  findSegmentUses: async (transaction, id) =>
    (await findSegmentUses(transaction, id)).map(({ name }) => ({ kind: 'richMenu', name })),
});
