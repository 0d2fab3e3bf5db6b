import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { ApiKeyAuthenticator } from './authenticator.ts';
import { addApiKeyRoutes } from './routes.ts';

export const apiKeysFeature = defineFeature<{
  readonly database: Database;
  readonly apiKeys: ApiKeyAuthenticator;
}>({
  name: 'api-keys',
  routes: (implement, { database, apiKeys }) =>
    addApiKeyRoutes(implement, { database, forget: apiKeys.forget }),
});
