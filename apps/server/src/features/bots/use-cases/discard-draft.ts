import type { BotView } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { saveDraft } from '../drafts.store.ts';
import { botView } from './bot-view.ts';
import { existingBot, heldBot } from './existing-bot.ts';

/** A bot that was never published is nothing but its draft and keeps it. */
export const discardDraft = (database: Database, session: Session, id: BotId): Promise<BotView> =>
  database.account(session.accountId, async (transaction) => {
    const bot = await heldBot(transaction, id);
    if (bot.version > 0 && bot.draft) await saveDraft(transaction, id, null);
    return botView(await existingBot(transaction, id));
  });
