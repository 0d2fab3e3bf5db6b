import type { BotId, GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type Answerer, answererExists } from '../channels.store.ts';

/** The bot or the group of a request, which has to be the account's own. */
export async function checkedAnswerer(
  transaction: AccountTransaction,
  { botUuid, groupUuid }: { botUuid?: BotId | undefined; groupUuid?: GroupId | undefined },
): Promise<Answerer> {
  const answerer = { botId: botUuid ?? null, groupId: groupUuid ?? null };
  if (await answererExists(transaction, answerer)) return answerer;
  throw groupUuid
    ? AppError.field('validation_failed', 'body.groupUuid', 'group not found')
    : AppError.field('validation_failed', 'body.botUuid', 'bot not found');
}
