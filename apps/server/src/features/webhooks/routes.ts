import * as contract from '@hanasu/contract/web-hooks';
import type { Implement } from '../../platform/http/implement.ts';
import { changeWebHook } from './use-cases/change-web-hook.ts';
import { createWebHook } from './use-cases/create-web-hook.ts';
import { deleteWebHook } from './use-cases/delete-web-hook.ts';
import { listDeliveries, replayDelivery } from './use-cases/deliveries.ts';
import type { WebHooksDependencies } from './use-cases/hook-rules.ts';
import { hookView } from './use-cases/hook-views.ts';
import { rotateSecret } from './use-cases/rotate-secret.ts';
import { testWebHook } from './use-cases/test-web-hook.ts';
import { listHooks } from './web-hooks.store.ts';

export function addWebHookRoutes(implement: Implement, dependencies: WebHooksDependencies): void {
  implement(contract.listWebHooks, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listHooks)).map(hookView),
  }));
  implement(contract.createWebHook, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createWebHook(dependencies, session, body);
  });
  implement(contract.changeWebHook, ({ params, body }, { session }) =>
    changeWebHook(dependencies, session, params.uuid, body),
  );
  implement(contract.deleteWebHook, async ({ params }, { session }) => {
    await deleteWebHook(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.rotateWebHookSecret, ({ params }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(dependencies, session, params.uuid);
  });
  implement(contract.listWebHookDeliveries, ({ params, query }, { session }) =>
    listDeliveries(dependencies, session, params.uuid, query),
  );
  implement(contract.testWebHook, ({ params }, { session }) =>
    testWebHook(dependencies, session, params.uuid),
  );
  implement(contract.replayWebHookDelivery, ({ params }, { session }) =>
    replayDelivery(dependencies, session, params),
  );
}
