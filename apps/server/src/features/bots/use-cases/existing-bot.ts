import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type BotListRow, findById, lockBot } from '../bots.store.ts';

export async function existingBot(transaction: AccountTransaction, id: BotId): Promise<BotListRow> {
  const row = await findById(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such bot');
  return row;
}

/** Who changes a bot holds it, so that two changes at once are one after the other. */
export async function heldBot(transaction: AccountTransaction, id: BotId): Promise<BotListRow> {
  await lockBot(transaction, id);
  return existingBot(transaction, id);
}
