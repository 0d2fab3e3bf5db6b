import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { isQuotaShort } from '../domain/send-cost.ts';
import { quotaLeft } from '../quota.store.ts';

/** Whether a person may send one more message that the vendor counts: what a channel keeps is kept for them. */
export const mayPush = async (transaction: AccountTransaction, id: ChannelId): Promise<boolean> =>
  !isQuotaShort(await quotaLeft(transaction, id), 0, true);
