import { PLAIN_LOOK } from '@hanasu/channels/spec/outgoing';
import { AppError } from '../../../platform/app-error.ts';
import type { EnqueueDelivery } from '../../inbox/public.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { insertDeliveries } from '../outbox.store.ts';
import { planDeliveries } from './enqueue-delivery.ts';

/** Queues what a person wrote, word for word, for delivery on its channel. */
export const enqueueText =
  (directory: ChannelDirectory): EnqueueDelivery =>
  async (transaction, { text, ...target }) => {
    const channel = await directory.find(transaction.accountId, target.channelId);
    if (!channel) throw new AppError('message_not_deliverable', 'The channel is not connected any more');
    const plan = planDeliveries(
      channel.adapter,
      { ...target, accountId: transaction.accountId },
      channel.adapter.toMessages([{ kind: 'text', text }], PLAIN_LOOK),
    );
    await insertDeliveries(transaction, plan.deliveries);
    return { usesReplyToken: plan.usesReplyToken };
  };
