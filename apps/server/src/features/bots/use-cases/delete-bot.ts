import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { deleteBot as deleteRow, findById } from '../bots.store.ts';

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
    if (!bot || !(await deleteRow(transaction, id))) throw new AppError('not_found', 'There is no such bot');
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'bot.deleted', target: bot.name, data });
  });
