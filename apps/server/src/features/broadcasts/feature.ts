import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { createStaffMessages } from '../automations/public.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { createTrackedLinks } from '../links/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import { addAbRoutes } from './ab-routes.ts';
import type { NewsDependencies } from './announce-news.ts';
import { findMediaUses, findSegmentUses } from './broadcasts.store.ts';
import { eraseCustomer, releaseLeases } from './recipients.store.ts';
import { addReportRoutes } from './report-routes.ts';
import { addBroadcastRoutes } from './routes.ts';
import { createBroadcastSender } from './send-broadcasts.ts';
import { addSettingsRoutes } from './settings-routes.ts';
import { addSumRoutes, readSums } from './unit-sums.ts';

export { findClickers } from './message-links.ts';

interface AppContext {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly composer: MessageComposer;
  readonly notifyWorker: (name: WorkerName) => void;
  readonly config: { readonly publicUrl: string };
}
interface HttpContext extends AppContext {
  readonly publishConversationUpdate: PublishConversationUpdate;
}
interface WorkContext extends AppContext {
  readonly realtime: NewsDependencies['realtime'];
  readonly waitForThrottle: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** One message to many people: to the chosen audience exactly, once, within what the plan pays. */
export const broadcastsFeature = defineFeature<HttpContext, WorkContext, AppContext>({
  name: 'broadcasts',
  routes(implement, context) {
    const notify = () => context.notifyWorker('broadcasts');
    addSettingsRoutes(implement, { ...context, notify });
    addBroadcastRoutes(implement, {
      ...context,
      trackedLinks: createTrackedLinks(context.config.publicUrl),
      sendOwn: createStaffMessages(context.directory).sendOwn,
      notifyDelivery: () => context.notifyWorker('outbox'),
      notify,
    });
    addReportRoutes(implement, context.database);
    addAbRoutes(implement, { database: context.database, notify });
    addSumRoutes(implement, context.database);
  },
  workers: (context) => [
    createBroadcastSender({ ...context, trackedLinks: createTrackedLinks(context.config.publicUrl) }),
  ],
  jobs: (context) => [scheduledJob('read-broadcast-sums', HOURLY, () => readSums(context))],
  releaseLeases,
  eraseCustomer,
  findMediaUses,
  findSegmentUses: async (transaction, id) =>
    (await findSegmentUses(transaction, id)).map(({ name }) => ({ kind: 'broadcast', name })),
});
