import { customerTimeline } from '@hanasu/contract/customers';
import type { FastifyInstance } from 'fastify';
import { defineFeature } from '../../platform/feature.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import { removeOrphans } from './chats/attachments.ts';
import type { ChatsDependencies } from './chats/chats.ts';
import { addChatRoutes } from './chats/routes.ts';
import type { WindowOf } from './conversations.store.ts';
import { eraseCustomer, showTimeline } from './customers.store.ts';
import type { FetchDependencies } from './media/dependencies.ts';
import { createMediaFetcher } from './media/fetch-media.ts';
import { addMediaFileRoute, addMediaRoutes, addPictureRoute } from './media/routes.ts';
import { removeUnsent } from './media/upload-media.ts';
import { createMessageIndexer } from './messages/search.store.ts';
import { conversationConditions } from './segment-conditions.ts';
import { releaseAllLeases } from './turns/turns.store.ts';

interface Channels {
  readonly adapters: { readonly kinds: readonly string[] };
  readonly manifestOf: (
    kind: string,
  ) => { readonly limits: { readonly window: ReturnType<WindowOf> } } | null;
}

interface Context extends Omit<ChatsDependencies, 'requireQuota'> {
  readonly storage: { readonly requireQuota: ChatsDependencies['requireQuota'] };
  readonly config: { readonly ALLOW_PRIVATE_HOSTS: PrivateHosts; readonly MAX_UPLOAD_BYTES: number };
}

type WorkContext = Context & Pick<FetchDependencies, 'directory' | 'onError'>;

/** Messages from before there was a search. */
const INDEX_MS = 60_000;
/** A large file over a slow line. */
const MEDIA_TIMEOUT_MS = 150_000;
/** Of somebody's picture, as a vendor has it. */
const PICTURE_BYTES = 2 * 1024 * 1024;
const PICTURE_MS = 10_000;

export const conversationsFeature = defineFeature<
  Context & { readonly app: FastifyInstance },
  WorkContext,
  Context & Channels
>({
  name: 'conversations',
  eraseCustomer,
  conditions: ({ adapters, manifestOf }) =>
    conversationConditions(adapters.kinds, (kind) => manifestOf(kind)?.limits.window ?? null),
  releaseLeases: releaseAllLeases,
  routes(implement, { app, config, storage, ...context }) {
    const { requireQuota } = storage;
    addChatRoutes(implement, { ...context, requireQuota });
    implement(customerTimeline, ({ params, query }, { session }) =>
      context.database.account(session.accountId, (transaction) =>
        // Keys read customers, not what they said.
        showTimeline(transaction, params.uuid, { ...query, hasTexts: session.apiKey === undefined }),
      ),
    );
    addMediaRoutes(implement, { ...context, requireQuota, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    addMediaFileRoute(app, context);
    addPictureRoute(app, {
      database: context.database,
      askForPicture: createGuardedFetch({
        privateHosts: config.ALLOW_PRIVATE_HOSTS,
        maxBytes: PICTURE_BYTES,
        timeoutMs: PICTURE_MS,
      }),
    });
  },
  workers({ config, storage, ...context }) {
    const fetcher = createMediaFetcher({
      ...context,
      requireQuota: storage.requireQuota,
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      ask: createGuardedFetch({
        privateHosts: config.ALLOW_PRIVATE_HOSTS,
        maxBytes: config.MAX_UPLOAD_BYTES,
        timeoutMs: MEDIA_TIMEOUT_MS,
      }),
    });
    return [
      { name: 'index-messages', runOnce: createMessageIndexer(context.database), idleMs: INDEX_MS },
      fetcher,
    ];
  },
  jobs: (context) => [
    scheduledJob('remove-unsent-files', HOURLY, async () => {
      await removeUnsent(context);
      await removeOrphans(context);
    }),
  ],
});
