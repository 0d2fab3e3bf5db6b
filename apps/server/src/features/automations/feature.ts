import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { findMediaInSettings } from './automations.store.ts';
import { createIdleReturner } from './return-idle.ts';
import { addSettingsRoutes, type SettingsDependencies } from './settings/routes.ts';

/** Conversations that people have left idle are counted in minutes. */
const RETURNS_MS = 20_000;

export const automationsFeature = defineFeature<
  SettingsDependencies,
  {
    readonly database: Database;
    readonly publishConversationUpdate: PublishConversationUpdate;
    readonly notifyWorker: (name: WorkerName) => void;
  }
>({
  name: 'automations',
  findMediaUses: findMediaInSettings,
  routes: addSettingsRoutes,
  workers({ database, publishConversationUpdate, notifyWorker }) {
    const returner = createIdleReturner({
      database,
      publishConversationUpdate,
      notifyTurns: () => notifyWorker('turns'),
    });
    return [{ name: 'return-idle', runOnce: returner.runOnce, idleMs: RETURNS_MS }];
  },
});
