import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { ChannelAdapters } from '../channels/public.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import { addCardRoutes, TABLE_BYTES } from './cards/routes.ts';
import type { MessageComposer } from './compose/message-composer.ts';
import { addTemplateRoutes } from './routes.ts';
import { findMediaInTemplates } from './templates.store.ts';

interface AppContext {
  readonly keptMedia: KeptMediaStore;
}
interface HttpContext extends AppContext {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly composer: MessageComposer;
  readonly config: { readonly ALLOW_PRIVATE_HOSTS: PrivateHosts };
}

const FETCH_MS = 15_000;
const PICTURE_BYTES = 10 * 1024 * 1024;

/** Composed messages: what they consist of, how they look on each channel, and templates of them. */
export const messageTemplatesFeature = defineFeature<HttpContext, unknown, AppContext>({
  name: 'message-templates',
  routes(implement, { database, keptMedia, adapters, composer, config }) {
    addTemplateRoutes(implement, { database, composer, keptMedia, adapters: adaptersOf(adapters) });
    const privateHosts = config.ALLOW_PRIVATE_HOSTS;
    addCardRoutes(implement, {
      keptMedia,
      ask: createGuardedFetch({ privateHosts, maxBytes: TABLE_BYTES, timeoutMs: FETCH_MS }),
      askForPicture: createGuardedFetch({ privateHosts, maxBytes: PICTURE_BYTES, timeoutMs: FETCH_MS }),
    });
  },
  findMediaUses: findMediaInTemplates,
  jobs: ({ keptMedia }, { findMediaUses }) => [
    scheduledJob('remove-unused-composed-media', HOURLY, () => keptMedia.removeUnused(findMediaUses)),
  ],
});

const adaptersOf = (adapters: ChannelAdapters): readonly ChannelAdapter[] =>
  adapters.kinds.flatMap(
    (kind) => adapters.find(kind, { sandbox: false }) ?? adapters.find(kind, { sandbox: true }) ?? [],
  );
