import type { FastifyInstance } from 'fastify';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { deriveKey, type SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Authenticate } from '../../platform/http/context.ts';
import type { ChatDependencies } from '../answering/public.ts';
import type { FormTalk } from '../automations/public.ts';
import type { ModelAccess } from '../billing/public.ts';
import { createBot } from '../bots/public.ts';
import { createFormTokens } from '../forms/public.ts';
import { existingKnowledgeIds } from '../knowledge/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import type { NewsForVisitors } from './chat/news-for-visitors.ts';
import { addDemoRoutes } from './demo/routes.ts';
import { addGalleryRoutes } from './gallery/routes.ts';
import { addEmbedRoutes } from './routes.ts';
import { adoptEmbeds } from './settings/embed-settings.ts';
import { createVisitorTokens } from './visitors/visitor-tokens.ts';
import { eraseCustomer } from './visitors/visitors.store.ts';

interface Context {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly files: FileStore;
  readonly box: SecretBox;
  readonly secretKeys: SecretKeys;
  readonly models: ModelAccess;
  readonly answering: ChatDependencies;
  readonly authenticator: { readonly authenticate: Authenticate };
  readonly newsForVisitors: NewsForVisitors;
  readonly formTalk: FormTalk;
  readonly composer: MessageComposer;
  readonly config: {
    readonly publicUrl: string;
    readonly DEMO_BOT: 'on' | 'off';
    readonly PUBLIC_CHAT_PER_DAY: number;
    readonly PUBLIC_CHAT_PER_MINUTE: number;
  };
}

/** What people without an account use: public bots, and chats on web sites. */
export const webChatFeature = defineFeature<Context>({
  name: 'web-chat',
  eraseCustomer,
  routes(implement, { app, config, database, files, box, secretKeys, models, answering, ...context }) {
    const shared = { database, tokens: createVisitorTokens(secretKeys), chat: answering };
    const isServiceAvailable: Parameters<typeof createBot>[0]['isServiceAvailable'] = async (
      transaction,
      uuid,
    ) => (await models.of(transaction.accountId, transaction)).available(uuid);
    const caps = { perDay: config.PUBLIC_CHAT_PER_DAY, perMinute: config.PUBLIC_CHAT_PER_MINUTE };
    const bots = { database, isServiceAvailable, existingKnowledgeIds };
    addGalleryRoutes(
      implement,
      {
        ...shared,
        files,
        reporterKey: deriveKey(secretKeys.current, 'hanasu/gallery-reports'),
        caps,
        createBot: (session, input) => createBot(bots, session, input),
      },
      app,
    );
    if (config.DEMO_BOT === 'on') addDemoRoutes(implement, caps);
    addEmbedRoutes(
      implement,
      {
        ...shared,
        box,
        publicUrl: config.publicUrl,
        news: context.newsForVisitors,
        formTalk: context.formTalk,
        composer: context.composer,
        formTokens: createFormTokens(secretKeys),
        authenticate: context.authenticator.authenticate,
      },
      app,
    );
  },
  beforeListening: adoptEmbeds,
});
