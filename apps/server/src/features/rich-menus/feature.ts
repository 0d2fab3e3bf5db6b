import type { FastifyInstance } from 'fastify';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { type ActionKind, defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { channelSettings } from '../automations/public.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import { findOpenForms } from '../forms/public.ts';
import { releaseLeases } from './menus/channel-menus.store.ts';
import { addLineRoutes } from './menus/line-routes.ts';
import { createMenuReconciler } from './menus/reconcile-menus.ts';
import { findSegmentUses } from './menus/rich-menus.store.ts';
import { addMenuRoutes } from './menus/routes.ts';
import { hearForMenus } from './menus/take-tap.ts';
import { createRenderPicture } from './pictures/render-picture.ts';
import { addPictureRoutes, removeUnusedUploads } from './pictures/routes.ts';
import { addRichMessageRoutes, removeUnusedWidths } from './rich-messages/routes.ts';

interface AppContext {
  readonly database: Database;
  readonly files: FileStore;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly notifyWorker: (name: WorkerName) => void;
}
interface HttpContext extends AppContext {
  readonly app: FastifyInstance;
  readonly storage: {
    readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  };
  readonly config: { readonly publicUrl: string; readonly MAX_UPLOAD_BYTES: number };
  /** Of all features. */
  readonly actions: readonly ActionKind[];
}
interface WorkContext extends AppContext {
  readonly onError: (error: unknown) => void;
}

const timesOf = channelSettings.findHours;

/** Menus under LINE's chats and pictures that can be tapped, with what they are drawn from. */
export const richMenusFeature = defineFeature<HttpContext, WorkContext, AppContext>({
  name: 'rich-menus',
  routes(implement, context) {
    const { app, database, files, config } = context;
    const { requireQuota } = context.storage;
    const stored = { app, database, files, requireQuota };
    addPictureRoutes(implement, { ...stored, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    addRichMessageRoutes(implement, { ...stored, publicUrl: config.publicUrl });
    const notify = () => context.notifyWorker('rich-menus');
    const menus = { ...context, timesOf, findOpenForms, notify };
    addMenuRoutes(implement, menus);
    addLineRoutes(implement, menus);
  },
  workers: (context) => [
    createMenuReconciler({ ...context, timesOf, renderPicture: createRenderPicture(context.files) }),
  ],
  jobs: (context) => [
    scheduledJob('remove-unused-line-pictures', HOURLY, () => removeUnusedUploads(context)),
    scheduledJob('remove-unused-rich-message-pictures', HOURLY, () => removeUnusedWidths(context)),
  ],
  releaseLeases,
  hearCustomerEvent: ({ notifyWorker }) => hearForMenus(() => notifyWorker('rich-menus')),
  findSegmentUses: async (transaction, id) =>
    (await findSegmentUses(transaction, id)).map(({ name }) => ({ kind: 'richMenu', name })),
});
