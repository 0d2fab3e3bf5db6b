import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/jobs/worker-registry.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { createReturner } from './return-idle.ts';
import { addSettingsRoutes, type SettingsDependencies } from './settings/routes.ts';

/** Conversations that people have left idle are counted in minutes. */
const RETURNS_MS = 20_000;

export const automationsFeature = defineFeature<
  SettingsDependencies,
  {
    readonly database: Database;
    readonly announce: PublishConversationUpdate;
    readonly notifyWorker: (name: WorkerName) => void;
  }
>({
  name: 'automations',
  routes: addSettingsRoutes,
  workers({ database, announce, notifyWorker }) {
    const returner = createReturner({ database, announce, wakeTurns: () => notifyWorker('turns') });
    return [{ runOnce: returner.pass, idleMs: RETURNS_MS }];
  },
});
