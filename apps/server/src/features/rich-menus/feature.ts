import type { FastifyInstance } from 'fastify';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import { addPictureRoutes, removeUnusedUploads } from './pictures/routes.ts';
import { addRichMessageRoutes, removeUnusedWidths } from './rich-messages/routes.ts';

interface AppContext {
  readonly database: Database;
  readonly files: FileStore;
}
interface Context extends AppContext {
  readonly app: FastifyInstance;
  readonly storage: {
    readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  };
  readonly config: { readonly publicUrl: string; readonly MAX_UPLOAD_BYTES: number };
}

/** Menus under LINE's chats and pictures that can be tapped, with what they are drawn from. */
export const richMenusFeature = defineFeature<Context, unknown, AppContext>({
  name: 'rich-menus',
  routes(implement, context) {
    const { app, database, files, config } = context;
    const { requireQuota } = context.storage;
    const stored = { app, database, files, requireQuota };
    addPictureRoutes(implement, { ...stored, maxUploadBytes: config.MAX_UPLOAD_BYTES });
    addRichMessageRoutes(implement, { ...stored, publicUrl: config.publicUrl });
  },
  jobs: (context) => [
    scheduledJob('remove-unused-line-pictures', HOURLY, () => removeUnusedUploads(context)),
    scheduledJob('remove-unused-rich-message-pictures', HOURLY, () => removeUnusedWidths(context)),
  ],
});
