import type { BotConfig, BotInput, BotPatch, BotView } from '@hanasu/contract/bots';
import type { BotId, KnowledgeId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { draftOf, editedConfig, newConfig, patchedConfig } from '../domain/bot-config.ts';
import { insertBot, saveDraft, writeVersion } from '../drafts.store.ts';
import { botView } from './bot-view.ts';
import { existingBot, heldBot } from './existing-bot.ts';

export interface BotDependencies extends ConfigChecks {
  readonly database: Database;
}

/** Published at once, unless it is to stay a draft. */
export const createBot = (
  dependencies: BotDependencies,
  session: Session,
  input: BotInput,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    const config = newConfig(input);
    await refuseInvalid(dependencies, transaction, config, null);
    const id = await addBot(transaction, config, input.draft ? null : session.userId);
    return botView(await existingBot(transaction, id));
  });

/** `publisher`: null leaves it a draft. */
export async function addBot(
  transaction: AccountTransaction,
  config: BotConfig,
  publisher: UserId | null,
): Promise<BotId> {
  const id = newId<BotId>();
  await insertBot(transaction, id, config);
  if (publisher) await writeVersion(transaction, id, { number: 1, config, note: '', userId: publisher });
  return id;
}

/** Fields that are absent stay as they are. What answers stays as it is too, until it is published. */
export const changeBot = (
  dependencies: BotDependencies,
  session: Session,
  id: BotId,
  patch: BotPatch,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    const bot = await heldBot(transaction, id);
    const before = editedConfig(bot);
    const config = patchedConfig(before, patch);
    await refuseInvalid(dependencies, transaction, config, before);
    await saveDraft(transaction, id, draftOf(bot, config));
    return botView(await existingBot(transaction, id));
  });

interface ConfigChecks {
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
async function refuseInvalid(
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
