import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { AccountId, MediaId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { type ChannelListener, defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { mediaFiles, type PublishConversationUpdate } from '../conversations/public.ts';
import { deleteOldOauthStates } from './access/oauth-states.store.ts';
import { createAccessRefresher } from './access/refresh-access.ts';
import type { OnChannelTrouble } from './access/renew-access.ts';
import type { ChannelAdapters, ChannelDirectory } from './channel-directory.ts';
import { createSandboxes, restoreSandboxAccounts } from './connect/sandboxes.ts';
import { adoptApps } from './connect/set-up-webhook.ts';
import type { ConnectDependencies } from './connect/store-channel.ts';
import { deleteOldCalls, deleteOldSends } from './log/log.store.ts';
import { createDeliverer } from './outbox/deliver-outbox.ts';
import { eraseCustomer, releaseDeliveries } from './outbox/outbox.store.ts';
import { createQuotaRefresher } from './quota.ts';
import { addChannelRoutes } from './routes.ts';

interface Context {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly publishChannelTrouble: OnChannelTrouble;
  readonly notifyWorker: (name: WorkerName) => void;
}

interface HttpContext extends Context, Pick<ConnectDependencies, 'box' | 'webhookUrl'> {
  readonly config: { readonly publicUrl: string; readonly BATCHING_DELAY_MS: number };
  readonly vendors: ReadonlyMap<string, SandboxVendor>;
  readonly onError: (error: unknown) => void;
  /** Of all features. */
  readonly onChannelChange: ChannelListener;
}

interface WorkContext extends Context, Omit<Parameters<typeof mediaFiles.readMedia>[0], 'database'> {
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly waitForThrottle: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Access is renewed hours before it ends. */
const ACCESS_MS = 5 * 60_000;
/** Half of the shortest time after which a vendor is asked again what may be sent. */
const QUOTAS_MS = 60_000;

export const channelsFeature = defineFeature<HttpContext, WorkContext, Context>({
  name: 'channels',
  eraseCustomer,
  routes(implement, context) {
    const { database, directory, config, vendors } = context;
    addChannelRoutes(implement, {
      database,
      adapters: context.adapters,
      directory,
      box: context.box,
      publicUrl: config.publicUrl,
      defaultBatchingDelay: config.BATCHING_DELAY_MS,
      webhookUrl: context.webhookUrl,
      onChannelChange: context.onChannelChange,
      sandboxes: createSandboxes(vendors, directory),
    });
  },
  releaseLeases: releaseDeliveries,
  beforeListening: adoptApps,
  afterListening: ({ database, directory, vendors, webhookUrl }) =>
    restoreSandboxAccounts(database, directory, vendors, webhookUrl),
  workers(context) {
    const { directory } = context;
    const refreshing = { ...context, onTrouble: context.publishChannelTrouble };
    const deliverer = createDeliverer({
      ...context,
      readMedia: (accountId: AccountId, mediaId) =>
        mediaFiles.readMedia(context, accountId, mediaId as MediaId),
    });
    const finishDeliveries = async (): Promise<void> => {
      await deliverer.stop();
      await directory.drain();
    };
    return [
      { ...deliverer, stop: finishDeliveries },
      { name: 'refresh-access', runOnce: createAccessRefresher(refreshing).runOnce, idleMs: ACCESS_MS },
      { name: 'refresh-quotas', runOnce: createQuotaRefresher(refreshing).runOnce, idleMs: QUOTAS_MS },
    ];
  },
  jobs: ({ database }) => [
    scheduledJob('clean-channel-logs', HOURLY, async () => {
      await database.system(deleteOldOauthStates);
      await deleteInBatches(database, deleteOldCalls);
      await deleteInBatches(database, deleteOldSends);
    }),
  ],
});
