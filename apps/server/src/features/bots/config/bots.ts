import type { BotConfig, BotInput, BotPatch, BotView } from '@hanasu/contract/bots';
import type { BotId, KnowledgeId, UserId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { insertBot, saveDraft, writeVersion } from '../versions/drafts.store.ts';
import { draftOf, editedConfig, newConfig, patchedConfig, stateOf } from './bot-config.ts';
import { type BotListRow, deleteBot as deleteRow, findById, lockBot } from './bots.store.ts';
import { findSampleText } from './sample-text.ts';

export interface BotDependencies extends ConfigChecks {
  readonly database: Database;
}

/** Published at once, unless it is to stay a draft or uses sample text. */
export const createBot = (
  dependencies: BotDependencies,
  session: Session,
  input: BotInput,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    const config = newConfig(input);
    await validateBotConfig(dependencies, transaction, { config, before: null });
    const [sampleText = []] = await findSampleText(transaction, [config]);
    const isDraft = input.draft || sampleText.length > 0;
    return viewBot(transaction, await addBot(transaction, config, isDraft ? null : session.userId));
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
  { session, id }: { readonly session: Session; readonly id: BotId },
  patch: BotPatch,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    const bot = await getLockedBot(transaction, id);
    const before = editedConfig(bot);
    const config = patchedConfig(before, patch);
    await validateBotConfig(dependencies, transaction, { config, before });
    await saveDraft(transaction, id, draftOf(bot, config));
    return viewBot(transaction, id);
  });

interface ConfigChecks {
  readonly isServiceAvailable: (transaction: AccountTransaction, serviceUuid: string) => Promise<boolean>;
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
export async function validateBotConfig(
  { isServiceAvailable, existingKnowledgeIds }: ConfigChecks,
  transaction: AccountTransaction,
  { config, before }: { readonly config: BotConfig; readonly before: BotConfig | null },
): Promise<void> {
  const kept = new Set(before ? Object.values(servicesOf(before)) : []);
  for (const [path, service] of Object.entries(servicesOf(config))) {
    if (service === null || kept.has(service) || (await isServiceAvailable(transaction, service))) continue;
    throw AppError.field(
      'service_unavailable_model',
      `body.${path}`,
      'not in the catalogue or without a key',
    );
  }
  const known = new Set(await existingKnowledgeIds(transaction, config.knowledgeUuids));
  const missing = config.knowledgeUuids.findIndex((id) => !known.has(id));
  if (missing >= 0) {
    throw AppError.field('validation_failed', `body.knowledgeUuids.${missing}`, 'knowledge base not found');
  }
}

export interface DeleteBotDependencies {
  readonly database: Database;
  /** Takes the bot off its channels, in the transaction that deletes it. */
  readonly releaseChannels: (transaction: AccountTransaction, id: BotId) => Promise<void>;
}

/** Its channels stay connected; their conversations wait for a person. */
export const deleteBot = (
  { database, releaseChannels }: DeleteBotDependencies,
  { accountId, userId, address }: Actor,
  id: BotId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const bot = await findById(transaction, id);
    if (bot) await releaseChannels(transaction, id);
    if (!bot || !(await deleteRow(transaction, id))) throw new AppError('not_found', 'Bot not found');
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'bot.deleted', target: bot.name, data });
  });

export async function getBot(transaction: AccountTransaction, id: BotId): Promise<BotListRow> {
  const row = await findById(transaction, id);
  if (!row) throw new AppError('not_found', 'Bot not found');
  return row;
}

/** Who changes a bot holds it, so that two changes at once are one after the other. */
export async function getLockedBot(transaction: AccountTransaction, id: BotId): Promise<BotListRow> {
  await lockBot(transaction, id);
  return getBot(transaction, id);
}

/** Bots as the API shows them: as they are being edited. */
export async function botViews(
  transaction: AccountTransaction,
  rows: readonly BotListRow[],
): Promise<BotView[]> {
  const configs = rows.map(editedConfig);
  const samples = await findSampleText(transaction, configs);
  return rows.map((row, index) => ({
    uuid: row.id,
    ...editedConfig(row),
    state: stateOf(row),
    version: row.version,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    channels: row.channels,
    sampleText: samples[index] ?? [],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

export async function viewBot(transaction: AccountTransaction, id: BotId): Promise<BotView> {
  const [view] = await botViews(transaction, [await getBot(transaction, id)]);
  return orNotFound(view ?? null, 'bot');
}
