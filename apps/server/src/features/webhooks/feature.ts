import type { AccountId } from '@hanasu/contract/ids';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/jobs/worker-registry.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { createHookSender, HOOK_TIMEOUT_MS } from './send-deliveries.ts';
import { addWebHookRoutes } from './web-hooks.ts';

interface Context {
  readonly database: Database;
  readonly box: SecretBox;
  readonly config: { readonly ALLOW_PRIVATE_ADDRESSES: boolean };
  readonly notifyWorker: (name: WorkerName) => void;
}

const IDLE_MS = 2_000;

export const webhooksFeature = defineFeature<
  Context & { readonly hooksChanged: (accountId: AccountId) => void },
  Context & { readonly drainHooks: () => Promise<void>; readonly onError: (error: unknown) => void }
>({
  name: 'webhooks',
  routes(implement, { database, box, config, hooksChanged, notifyWorker }) {
    addWebHookRoutes(implement, {
      database,
      box,
      allowPrivate: config.ALLOW_PRIVATE_ADDRESSES,
      forget: hooksChanged,
      notify: () => notifyWorker('hooks'),
    });
  },
  workers({ database, box, config, notifyWorker, drainHooks, onError }) {
    const sender = createHookSender({
      database,
      box,
      ask: createGuardedFetch({ allowPrivate: config.ALLOW_PRIVATE_ADDRESSES, timeoutMs: HOOK_TIMEOUT_MS }),
      onFree: () => notifyWorker('hooks'),
      onError,
    });
    const drain = async (): Promise<void> => {
      await drainHooks();
      await sender.drain();
    };
    return [{ name: 'hooks', runOnce: sender.runOnce, idleMs: IDLE_MS, stop: drain }];
  },
});
