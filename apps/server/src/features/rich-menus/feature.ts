import type { FastifyInstance } from 'fastify';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { type AccountTransaction, type Database, within } from '../../platform/database/database.ts';
import { type ActionKind, defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { channelSettings, createStaffMessages } from '../automations/public.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import type { KeptMediaStore, PublishConversationUpdate } from '../conversations/public.ts';
import { findOpenForms } from '../forms/public.ts';
import { createTrackedLinks } from '../links/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import { listPeople, plainText, publishNow, writeNotifications } from '../notifications/public.ts';
import { releaseLeases } from './menus/channel-menus.store.ts';
import { menuActions, tapped } from './menus/customer-rules.ts';
import { addLineRoutes } from './menus/line-routes.ts';
import { addMenuFileRoutes } from './menus/menu-files.ts';
import { installationOf } from './menus/menu-marks.ts';
import type { DueRemoval } from './menus/menu-removals.store.ts';
import { addReportRoutes } from './menus/menu-reports.ts';
import { createMenuReconciler } from './menus/reconcile-menus.ts';
import { createMenuRemover, listenToChannels } from './menus/remove-menus.ts';
import { findSegmentUses, listLostOfLinks } from './menus/rich-menus.store.ts';
import { addMenuRoutes } from './menus/routes.ts';
import { listenForMenus } from './menus/take-tap.ts';
import { createRenderPicture } from './pictures/render-picture.ts';
import { addPictureRoutes, removeUnusedUploads } from './pictures/routes.ts';
import { VIDEO_FETCH } from './rich-messages/check-video.ts';
import { findMediaInRichMessages } from './rich-messages/rich-messages.store.ts';
import { addRichMessageRoutes, removeUnusedWidths } from './rich-messages/routes.ts';

interface AppContext {
  readonly database: Database;
  readonly files: FileStore;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly notifyWorker: (name: WorkerName) => void;
  readonly config: { readonly publicUrl: string };
}
interface HttpContext extends AppContext {
  readonly app: FastifyInstance;
  readonly storage: {
    readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  };
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly keptMedia: KeptMediaStore;
  readonly composer: MessageComposer;
  readonly config: AppContext['config'] & {
    readonly MAX_UPLOAD_BYTES: number;
    readonly ALLOW_PRIVATE_HOSTS: PrivateHosts;
  };
  /** Of all features. */
  readonly actions: readonly ActionKind[];
}
interface WorkContext extends AppContext {
  readonly adapters: ChannelAdapters;
  readonly box: SecretBox;
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  readonly onError: (error: unknown) => void;
}

const timesOf = channelSettings.findHours;

/** Menus go with their channel; their links lead on for a while. */
const endLostLinks = ({ database, config }: Pick<AppContext, 'database' | 'config'>): Promise<void> =>
  database.system(async (transaction) => {
    const links = createTrackedLinks(config.publicUrl);
    for (const { accountId, id } of await listLostOfLinks(transaction))
      await links.end(within(transaction, accountId), { kind: 'richMenu', id });
  });

/** Notifies staff of menus that are left at the vendor of a channel that was disconnected or deleted. */
async function reportLeft(
  { database, realtime, notifyWorker }: Pick<WorkContext, 'database' | 'realtime' | 'notifyWorker'>,
  { accountId, channelId, name, leftAt }: DueRemoval,
): Promise<void> {
  const written = await database.account(accountId, async (transaction) =>
    writeNotifications(transaction, await listPeople(transaction), [
      {
        event: 'channel_failed',
        key: `channel_failed:${channelId}:menus_left:${leftAt.getTime()}`,
        subject: plainText(name, 'subject'),
        body: 'menus_left',
        path: '/Channel',
      },
    ]),
  );
  publishNow({ realtime, notify: () => notifyWorker('notifications') }, written);
}

/** Menus under LINE's chats and pictures that can be tapped, with what they are drawn from. */
export const richMenusFeature = defineFeature<HttpContext, WorkContext, AppContext>({
  name: 'rich-menus',
  routes(implement, context) {
    const { app, database, files, config } = context;
    const { requireQuota } = context.storage;
    const stored = { app, database, files, requireQuota };
    addPictureRoutes(implement, { ...stored, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    const { publicUrl } = config;
    addRichMessageRoutes(implement, {
      ...stored,
      publicUrl,
      keptMedia: context.keptMedia,
      test: {
        ...context,
        sendOwn: createStaffMessages(context.directory).sendOwn,
        notifyDelivery: () => context.notifyWorker('outbox'),
      },
      askForVideo: createGuardedFetch({ ...VIDEO_FETCH, privateHosts: config.ALLOW_PRIVATE_HOSTS }),
    });
    const notify = () => context.notifyWorker('rich-menus');
    const trackedLinks = createTrackedLinks(publicUrl);
    const menus = { ...context, timesOf, findOpenForms, notify, trackedLinks };
    addMenuRoutes(implement, menus);
    addLineRoutes(implement, menus);
    addReportRoutes(implement, menus);
    addMenuFileRoutes(implement, { ...menus, requireQuota, maxUploadBytes: config.MAX_UPLOAD_BYTES });
  },
  conditions: () => [tapped],
  actions: ({ notifyWorker }) => menuActions(() => notifyWorker('rich-menus')),
  workers: (context) => [
    createMenuReconciler({
      ...context,
      timesOf,
      renderPicture: createRenderPicture(context),
      installation: installationOf(context.config.publicUrl),
      trackedLinks: createTrackedLinks(context.config.publicUrl),
    }),
    createMenuRemover({
      ...context,
      installation: installationOf(context.config.publicUrl),
      reportLeft: (removal) => reportLeft(context, removal),
    }),
  ],
  listenToChannels,
  jobs: (context) => [
    scheduledJob('remove-unused-line-pictures', HOURLY, () => removeUnusedUploads(context)),
    scheduledJob('remove-unused-rich-message-pictures', HOURLY, () => removeUnusedWidths(context)),
    scheduledJob('end-links-of-lost-rich-menus', HOURLY, () => endLostLinks(context)),
  ],
  releaseLeases,
  findMediaUses: findMediaInRichMessages,
  listenToCustomerEvents: ({ notifyWorker }) => listenForMenus(() => notifyWorker('rich-menus')),
  findSegmentUses: async (transaction, id) =>
    (await findSegmentUses(transaction, id)).map(({ name }) => ({ kind: 'richMenu', name })),
});
