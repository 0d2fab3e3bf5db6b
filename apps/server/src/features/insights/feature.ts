import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { ModelAccess, Storage } from '../billing/public.ts';
import { addInsightRoutes } from './routes.ts';

interface Context {
  readonly database: Database;
  readonly storage: Storage;
  readonly models: ModelAccess;
  readonly config: { readonly STARTING_TOKENS: number };
}

export const insightsFeature = defineFeature<Context>({
  name: 'insights',
  routes: (implement, { database, storage, models, config }) =>
    addInsightRoutes(implement, { database, startingTokens: config.STARTING_TOKENS, storage, models }),
});
