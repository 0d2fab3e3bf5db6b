import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { releaseAllReservations } from './billing.store.ts';
import { addBillingRoutes } from './routes.ts';

interface Models {
  readonly models: ModelRegistry;
  readonly knowledgeModels: KnowledgeModels;
}

/** Models that answer and models that compare texts stand in one ledger. */
const nameOfModel =
  ({ models, knowledgeModels }: Models) =>
  (uuid: string): string | null =>
    models.find(uuid)?.name ?? knowledgeModels.list().find((model) => model.uuid === uuid)?.name ?? null;

export const billingFeature = defineFeature<Models & { readonly database: Database }>({
  name: 'billing',
  releaseLeases: releaseAllReservations,
  routes: (implement, context) =>
    addBillingRoutes(implement, { database: context.database, serviceName: nameOfModel(context) }),
});
