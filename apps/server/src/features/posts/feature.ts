import type { FastifyInstance } from 'fastify';
import { deriveKey, type SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { ModelAccess } from '../billing/public.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import type { DocumentCopies } from '../knowledge/public.ts';
import { addHelpRoutes, type HelpDependencies } from './help/write-help.ts';
import { createPostCopier, releaseCopies } from './post-copies.ts';
import { addPostMessageRoute } from './post-message.ts';
import { addPublicPages } from './public/public-routes.ts';
import { createPostScheduler } from './publish-post.ts';
import { addAdminPostRoutes, addPostRoutes, type PostDependencies } from './routes.ts';
import { findMediaInPosts } from './versions.store.ts';

interface AppContext {
  readonly database: Database;
  readonly keptMedia: KeptMediaStore;
  readonly notifyWorker: (name: WorkerName) => void;
  readonly config: { readonly publicUrl: string };
}

interface HttpContext extends AppContext {
  readonly app: FastifyInstance;
  readonly storage: Pick<PostDependencies, 'requireQuota'>;
  readonly secretKeys: SecretKeys;
  readonly models: ModelAccess;
  readonly knowledge: { readonly searchKnowledge: HelpDependencies['search'] };
  readonly answering: Pick<HelpDependencies, 'onModelFailure'>;
}
interface WorkContext extends AppContext {
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  readonly knowledge: { readonly copies: DocumentCopies };
  readonly onError: (error: unknown) => void;
}

/** Articles of an account with a public page. */
export const postsFeature = defineFeature<HttpContext, WorkContext, AppContext>({
  name: 'posts',
  async routes(implement, context) {
    const { database, notifyWorker, config, secretKeys, storage } = context;
    const { publicUrl } = config;
    addPostRoutes(implement, {
      ...context,
      publicUrl,
      requireQuota: storage.requireQuota,
      notifyHooks: () => notifyWorker('web-hooks'),
    });
    addAdminPostRoutes(implement, database);
    addPostMessageRoute(implement, { database, publicUrl });
    const { searchKnowledge: search } = context.knowledge;
    addHelpRoutes(implement, { ...context, search, onModelFailure: context.answering.onModelFailure });
    const reporterKey = deriveKey(secretKeys.current, 'hanasu/post-reports');
    await addPublicPages({ ...context, publicUrl, reporterKey });
  },
  workers({ config, ...context }) {
    const { publicUrl } = config;
    return [createPostScheduler({ ...context, publicUrl }), createPostCopier({ ...context, publicUrl })];
  },
  releaseLeases: releaseCopies,
  findMediaUses: findMediaInPosts,
});
