import type { ChannelLogEntry } from '@hanasu/contract/channel-log';
import type { AccountId, ChannelId, ChannelLogId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PublishConversationUpdate } from '../../conversations/public.ts';
import { deliveries } from '../../inbox/public.ts';
import { logEntry } from '../log.store.ts';
import { requeueDeliveries } from '../outbox.store.ts';
import { existingEntry } from './replay-events.ts';

export interface ResendDependencies {
  readonly database: Database;
  readonly announce: PublishConversationUpdate;
  /** Called after the commit: there is something to send. */
  readonly wakeDelivery: () => void;
}

/** The message of a call that failed is sent again. */
export async function resendCall(
  { database, announce, wakeDelivery }: ResendDependencies,
  accountId: AccountId,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<ChannelLogEntry> {
  const row = await database.account(accountId, async (transaction) => {
    const entry = await existingEntry(transaction, channelId, id);
    const { messageId, canResend } = entry;
    if (!messageId || !canResend || !(await requeueDeliveries(transaction, messageId))) {
      throw new AppError('message_not_failed', 'No message of this call failed');
    }
    await deliveries.redeliver(transaction, messageId);
    return existingEntry(transaction, channelId, id);
  });
  wakeDelivery();
  if (row.conversationId && row.messageId)
    announce(accountId, 'delivery', row.conversationId, [row.messageId]);
  return logEntry(row);
}
