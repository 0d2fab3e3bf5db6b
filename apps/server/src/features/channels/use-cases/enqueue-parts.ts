import { AppError } from '../../../platform/app-error.ts';
import type { EnqueueDelivery } from '../../inbox/public.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { insertDeliveries } from '../outbox.store.ts';
import { planDeliveries } from './enqueue-delivery.ts';
import { operatorLook } from './operator-look.ts';

/** Queues what a person says for delivery on its channel, in the channel's own form. */
export const enqueueParts =
  (directory: ChannelDirectory): EnqueueDelivery =>
  async (transaction, { parts, look, ...target }) => {
    const channel = await directory.find(transaction.accountId, target.channelId);
    if (!channel) throw new AppError('message_not_deliverable', 'The channel is not connected any more');
    const plan = planDeliveries(
      channel.adapter,
      { ...target, accountId: transaction.accountId, now: transaction.now() },
      channel.adapter.toMessages(parts, await operatorLook(transaction, channel, target.messageId, look)),
    );
    await insertDeliveries(transaction, plan.deliveries);
    return { usesReplyToken: plan.usesReplyToken };
  };
