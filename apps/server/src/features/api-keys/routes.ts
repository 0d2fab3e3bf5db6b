import * as contract from '@hanasu/contract/api-keys';
import type { Implement } from '../../platform/http/implement.ts';
import { listKeys } from './api-keys.store.ts';
import { type ApiKeysDependencies, changeApiKey, createApiKey, keyView, revokeApiKey } from './api-keys.ts';

export function addApiKeyRoutes(implement: Implement, dependencies: ApiKeysDependencies): void {
  implement(contract.listApiKeys, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listKeys)).map(keyView),
  }));
  implement(contract.createApiKey, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createApiKey(dependencies, session, body);
  });
  implement(contract.changeApiKey, ({ params, body }, { session }) =>
    changeApiKey(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.revokeApiKey, async ({ params }, { session }) => {
    await revokeApiKey(dependencies, session, params.uuid);
    return undefined;
  });
}
