import type { BotFile, ImportWarning } from '@hanasu/contract/bot-files';
import type { BotView } from '@hanasu/contract/bots';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { newConfig } from '../domain/bot-config.ts';
import { findKnowledgeIds } from '../knowledge-names.store.ts';
import { botView } from './bot-view.ts';
import { existingBot } from './existing-bot.ts';
import { addBot, type BotDependencies } from './save-bot.ts';

const OPTIONAL_SERVICES = [
  ['fallbackServiceUuid', 'fallback_dropped'],
  ['cheaperServiceUuid', 'cheaper_dropped'],
] as const;

/** What this installation lacks is replaced or left out, and named. */
export const importBot = (
  { database, isServiceAvailable }: BotDependencies,
  { accountId, userId, address }: Actor,
  { bot: file }: BotFile,
): Promise<{ bot: BotView; warnings: ImportWarning[] }> =>
  database.account(accountId, async (transaction) => {
    const warnings: ImportWarning[] = [];
    const { knowledge, ...bot } = file;
    const found = await findKnowledgeIds(transaction, knowledge);
    for (const name of knowledge) {
      if (!found.has(name)) warnings.push({ code: 'knowledge_missing', value: name });
    }
    const config = newConfig({ ...bot, knowledgeUuids: [...found.values()], draft: true });
    if (!isServiceAvailable(config.serviceUuid)) {
      warnings.push({ code: 'model_unavailable', value: config.serviceUuid });
      config.serviceUuid = BUILTIN_MODEL_UUID;
    }
    for (const [field, code] of OPTIONAL_SERVICES) {
      const service = config.settings[field];
      if (service === null || isServiceAvailable(service)) continue;
      warnings.push({ code, value: service });
      config.settings = { ...config.settings, [field]: null };
    }
    const id = await addBot(transaction, config, null);
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'bot.imported', target: config.name, data });
    return { bot: botView(await existingBot(transaction, id)), warnings };
  });
