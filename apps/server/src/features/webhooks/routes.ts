import * as contract from '@hanasu/contract/web-hooks';
import type { Implement } from '../../platform/http/implement.ts';
import { listHooks } from './web-hooks.store.ts';
import {
  changeWebHook,
  createWebHook,
  deleteWebHook,
  hookView,
  listDeliveries,
  replayDelivery,
  rotateSecret,
  testWebHook,
  type WebHooksDependencies,
} from './web-hooks.ts';

export function addWebHookRoutes(implement: Implement, dependencies: WebHooksDependencies): void {
  implement(contract.listWebHooks, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listHooks)).map(hookView),
  }));
  implement(contract.createWebHook, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createWebHook(dependencies, session, body);
  });
  implement(contract.changeWebHook, ({ params, body }, { session }) =>
    changeWebHook(dependencies, { actor: session, id: params.uuid }, body),
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
    listDeliveries(dependencies, { session, hookId: params.uuid }, query),
  );
  implement(contract.testWebHook, ({ params }, { session }) =>
    testWebHook(dependencies, session, params.uuid),
  );
  implement(contract.replayWebHookDelivery, ({ params }, { session }) =>
    replayDelivery(dependencies, session, params),
  );
}
