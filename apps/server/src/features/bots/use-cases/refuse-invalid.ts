import type { BotConfig } from '@hanasu/contract/bots';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface ConfigChecks {
  readonly isServiceAvailable: (serviceUuid: string) => boolean;
  readonly existingKnowledgeIds: (
    transaction: AccountTransaction,
    ids: readonly KnowledgeId[],
  ) => Promise<readonly KnowledgeId[]>;
}

const servicesOf = ({ serviceUuid, settings }: BotConfig) => ({
  serviceUuid,
  'settings.fallbackServiceUuid': settings.fallbackServiceUuid,
  'settings.cheaperServiceUuid': settings.cheaperServiceUuid,
});

/** A bot may keep a model that has become unavailable since, but not choose one. */
export async function refuseInvalid(
  { isServiceAvailable, existingKnowledgeIds }: ConfigChecks,
  transaction: AccountTransaction,
  config: BotConfig,
  before: BotConfig | null,
): Promise<void> {
  const kept = new Set(before ? Object.values(servicesOf(before)) : []);
  for (const [path, service] of Object.entries(servicesOf(config))) {
    if (service === null || kept.has(service) || isServiceAvailable(service)) continue;
    throw AppError.field(
      'service_unavailable_model',
      `body.${path}`,
      'not in the catalogue or without a key',
    );
  }
  const known = new Set(await existingKnowledgeIds(transaction, config.knowledgeUuids));
  const missing = config.knowledgeUuids.findIndex((id) => !known.has(id));
  if (missing >= 0) {
    throw AppError.field('validation_failed', `body.knowledgeUuids.${missing}`, 'no such knowledge base');
  }
}
