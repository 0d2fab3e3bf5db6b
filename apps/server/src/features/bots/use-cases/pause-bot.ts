import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { setPaused } from '../drafts.store.ts';
import { botView } from './bot-view.ts';
import { existingBot, heldBot } from './existing-bot.ts';

export const pauseBot = (
  database: Database,
  { accountId, userId, address }: Actor,
  id: BotId,
  paused: boolean,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await heldBot(transaction, id);
    if (await setPaused(transaction, id, paused)) {
      const action = paused ? 'bot.paused' : 'bot.resumed';
      await recordAudit(transaction, { userId, address, action, target: bot.name, data: { uuid: id } });
    }
    return botView(await existingBot(transaction, id));
  });
