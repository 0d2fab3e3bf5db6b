import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { draftOf, editedConfig } from '../domain/bot-config.ts';
import { writeVersion } from '../drafts.store.ts';
import { botView } from './bot-view.ts';
import { existingBot, heldBot } from './existing-bot.ts';

/** Of two who publish at once, the second finds nothing left to publish. */
export const publishBot = (
  database: Database,
  { accountId, userId, address }: Actor,
  id: BotId,
  note: string,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await heldBot(transaction, id);
    const config = bot.draft && draftOf(bot, editedConfig(bot));
    if (!config) throw new AppError('nothing_to_publish', 'Nothing was changed since it was published');
    const number = bot.version + 1;
    await writeVersion(transaction, id, { number, config, note, userId });
    const data = { uuid: id, version: number };
    await recordAudit(transaction, { userId, address, action: 'bot.published', target: config.name, data });
    return botView(await existingBot(transaction, id));
  });
