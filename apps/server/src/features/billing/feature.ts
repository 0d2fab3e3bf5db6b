import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { EVERY_MINUTE, scheduledJob } from '../../platform/workers/jobs.ts';
import { eraseCustomer, releaseAllReservations } from './billing.store.ts';
import { addBudgetRoutes } from './budgets/budgets.ts';
import type { ModelAccess, ModelAccessDependencies } from './model-keys/account-models.ts';
import type { ModelKeyDependencies } from './model-keys/model-keys.ts';
import { addModelKeyRoutes } from './model-keys/routes.ts';
import { addBillingRoutes } from './routes.ts';
import { expireAllTokens } from './token-lots.ts';

interface Context extends Pick<ModelKeyDependencies, 'database' | 'box'> {
  readonly models: ModelAccess;
  readonly modelAccess: ModelAccessDependencies;
  readonly knowledgeModels: KnowledgeModels;
  readonly config: { readonly ALLOW_PRIVATE_HOSTS: PrivateHosts };
}

export const billingFeature = defineFeature<Context, unknown, { readonly database: Database }>({
  name: 'billing',
  eraseCustomer,
  releaseLeases: releaseAllReservations,
  jobs: ({ database }) => [scheduledJob('expire-tokens', EVERY_MINUTE, () => expireAllTokens(database))],
  routes(implement, { database, models, modelAccess, knowledgeModels, config }) {
    // Models that answer and models that compare texts stand in one ledger.
    const compared = new Map(knowledgeModels.list().map(({ uuid, name }) => [uuid, name]));
    addBillingRoutes(implement, {
      database,
      async serviceNames(accountId) {
        const own = await models.of(accountId);
        return (uuid) => own.find(uuid)?.name ?? compared.get(uuid) ?? null;
      },
    });
    addBudgetRoutes(implement, { database, models });
    addModelKeyRoutes(implement, {
      ...modelAccess,
      access: models,
      privateHosts: config.ALLOW_PRIVATE_HOSTS,
    });
  },
});
