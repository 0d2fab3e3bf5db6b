import { createBot } from './features/bots/public.ts';
import { existingKnowledgeIds } from './features/knowledge/public.ts';
import {
  addEmbedRoutes,
  addGalleryRoutes,
  createSiteCheck,
  createVisitorTokens,
} from './features/web-chat/public.ts';
import { deriveKey } from './platform/crypto/secret-keys.ts';
import type { Implement } from './platform/http/implement.ts';
import type { Parts } from './server-parts.ts';

/** What people without an account use: public bots, and chats on web sites. */
export function addForVisitors(implement: Implement, parts: Parts): void {
  const { app, config, database, files, box, secretKeys, models } = parts;
  const tokens = createVisitorTokens(secretKeys);
  const shared = { database, tokens, chat: parts.answering };
  const bots = { database, isServiceAvailable: models.available, existingKnowledgeIds };
  addGalleryRoutes(
    implement,
    {
      ...shared,
      files,
      reporterKey: deriveKey(secretKeys.current, 'hanasu/gallery-reports'),
      caps: { perDay: config.PUBLIC_CHAT_PER_DAY, perMinute: config.PUBLIC_CHAT_PER_MINUTE },
      createBot: (session, input) => createBot(bots, session, input),
    },
    app,
  );
  addEmbedRoutes(implement, { ...shared, box, publicUrl: config.publicUrl }, app);
  parts.siteCheck.set(createSiteCheck(database));
}
