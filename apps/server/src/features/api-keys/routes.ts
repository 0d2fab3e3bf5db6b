import * as contract from '@hanasu/contract/api-keys';
import type { Implement } from '../../platform/http/implement.ts';
import { listKeys } from './api-keys.store.ts';
import { changeApiKey } from './use-cases/change-api-key.ts';
import { createApiKey } from './use-cases/create-api-key.ts';
import type { ApiKeysDependencies } from './use-cases/key-rules.ts';
import { keyView } from './use-cases/key-view.ts';
import { revokeApiKey } from './use-cases/revoke-api-key.ts';

export function addApiKeyRoutes(implement: Implement, dependencies: ApiKeysDependencies): void {
  implement(contract.listApiKeys, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listKeys)).map(keyView),
  }));
  implement(contract.createApiKey, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createApiKey(dependencies, session, body);
  });
  implement(contract.changeApiKey, ({ params, body }, { session }) =>
    changeApiKey(dependencies, session, params.uuid, body),
  );
  implement(contract.revokeApiKey, async ({ params }, { session }) => {
    await revokeApiKey(dependencies, session, params.uuid);
    return undefined;
  });
}
