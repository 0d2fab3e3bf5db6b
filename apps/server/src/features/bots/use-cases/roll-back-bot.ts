import type { BotView } from '@hanasu/contract/bots';
import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { draftOf } from '../domain/bot-config.ts';
import { findVersion, saveDraft } from '../drafts.store.ts';
import { botView } from './bot-view.ts';
import { existingBot, heldBot } from './existing-bot.ts';
import type { BotDependencies } from './save-bot.ts';

/** Only the draft goes back; it answers once it is published. Knowledge that is gone by now is left out. */
export const rollBackBot = (
  { database, existingKnowledgeIds }: BotDependencies,
  { accountId, userId, address }: Actor,
  id: BotId,
  number: number,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await heldBot(transaction, id);
    const version = await findVersion(transaction, id, number);
    if (!version) throw new AppError('not_found', 'There is no such version');
    const known = new Set(await existingKnowledgeIds(transaction, version.config.knowledgeUuids));
    const config = {
      ...version.config,
      knowledgeUuids: version.config.knowledgeUuids.filter((uuid) => known.has(uuid)),
      settings: { ...DEFAULT_BOT_SETTINGS, ...version.config.settings },
    };
    await saveDraft(transaction, id, draftOf(bot, config));
    const data = { uuid: id, version: number };
    await recordAudit(transaction, { userId, address, action: 'bot.rolled_back', target: bot.name, data });
    return botView(await existingBot(transaction, id));
  });
