import type { AccountId } from '@hanasu/contract/ids';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { deleteOldDeliveries, eraseCustomer } from './deliveries.store.ts';
import { hookActions, listenForHooks } from './publish-hook-events.ts';
import { createHookSender, HOOK_TIMEOUT_MS } from './send-deliveries.ts';
import { addWebHookRoutes } from './web-hooks.ts';

interface Context {
  readonly database: Database;
  readonly box: SecretBox;
  readonly config: { readonly ALLOW_PRIVATE_HOSTS: PrivateHosts };
  readonly notifyWorker: (name: WorkerName) => void;
}

export const webhooksFeature = defineFeature<
  Context & { readonly hooksChanged: (accountId: AccountId) => void },
  Context & { readonly drainHooks: () => Promise<void>; readonly onError: (error: unknown) => void },
  Context
>({
  name: 'webhooks',
  eraseCustomer,
  actions: ({ notifyWorker }) => hookActions(() => notifyWorker('web-hooks')),
  listenToCustomerEvents: ({ notifyWorker }) => listenForHooks(() => notifyWorker('web-hooks')),
  routes(implement, { database, box, config, hooksChanged, notifyWorker }) {
    addWebHookRoutes(implement, {
      database,
      box,
      privateHosts: config.ALLOW_PRIVATE_HOSTS,
      forget: hooksChanged,
      notify: () => notifyWorker('web-hooks'),
    });
  },
  workers({ database, box, config, drainHooks, onError }) {
    const sender = createHookSender({
      database,
      box,
      ask: createGuardedFetch({ privateHosts: config.ALLOW_PRIVATE_HOSTS, timeoutMs: HOOK_TIMEOUT_MS }),
      onError,
    });
    const stop = async (): Promise<void> => {
      await drainHooks();
      await sender.stop();
    };
    return [{ ...sender, stop }];
  },
  jobs: ({ database }) => [
    scheduledJob('delete-old-hook-deliveries', HOURLY, () => database.system(deleteOldDeliveries)),
  ],
});
