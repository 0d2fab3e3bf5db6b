import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { editedConfig } from '../domain/bot-config.ts';
import { botView } from './bot-view.ts';
import { existingBot } from './existing-bot.ts';
import { addBot } from './save-bot.ts';

export const duplicateBot = (
  database: Database,
  session: Session,
  id: BotId,
  name: string,
): Promise<BotView> =>
  database.account(session.accountId, async (transaction) => {
    const config = { ...editedConfig(await existingBot(transaction, id)), name };
    return botView(await existingBot(transaction, await addBot(transaction, config, null)));
  });
