import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { addApiKeyRoutes } from './api-keys.ts';
import type { ApiKeyAuthenticator } from './authenticate-api-key.ts';

export const apiKeysFeature = defineFeature<{
  readonly database: Database;
  readonly apiKeys: ApiKeyAuthenticator;
}>({
  name: 'api-keys',
  routes: (implement, { database, apiKeys }) =>
    addApiKeyRoutes(implement, { database, forget: apiKeys.forget }),
});
