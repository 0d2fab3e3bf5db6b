import type { ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { findGroupSize, quotaLeft } from '../quota.store.ts';
import { isQuotaShort } from './send-request.ts';

/** Whether a person may send one more message that the vendor counts: what a channel keeps is kept for them. */
export async function mayPush(
  transaction: AccountTransaction,
  id: ChannelId,
  conversationId: ConversationId,
): Promise<boolean> {
  const left = await quotaLeft(transaction, id);
  if (left === null) return true;
  // Who is not counted yet is counted when it is sent.
  const recipients = Math.max(1, (await findGroupSize(transaction, conversationId))?.people ?? 1);
  return !isQuotaShort(left, { keep: 0, isByPerson: true, recipients });
}
