import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { ErrorCode } from '@hanasu/contract/errors';
import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { LockedConversation } from '../../conversations/public.ts';
import { findGroupSize, quotaLeft } from '../quota.store.ts';
import type { NewDelivery } from './outbox.store.ts';
import { isQuotaShort } from './send-request.ts';

interface DeliveryTarget {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly recipient: string;
  readonly replyToken: { readonly token: string; readonly expiresAt: Date } | null;
  /** By the database's clock. */
  readonly now: number;
}

/**
 * The vendor calls that bring messages to their recipient: as many messages in each as the channel takes. The first
 * uses the reply token while it lives; what doesn't fit is pushed.
 */
export function planDeliveries(
  adapter: ChannelAdapter,
  target: DeliveryTarget,
  messages: readonly VendorMessage[],
): { readonly deliveries: NewDelivery[]; readonly usesReplyToken: boolean } {
  const size = adapter.manifest.limits.messagesPerSend;
  const isTokenLive = target.replyToken !== null && target.replyToken.expiresAt.getTime() > target.now;
  const deliveries: NewDelivery[] = [];
  for (let start = 0; start < messages.length; start += size) {
    const token = start === 0 && isTokenLive ? target.replyToken : null;
    deliveries.push({
      accountId: target.accountId,
      id: newId(),
      channelId: target.channelId,
      conversationId: target.conversationId,
      messageId: target.messageId,
      recipient: target.recipient,
      messages: messages.slice(start, start + size),
      replyToken: token?.token ?? null,
      replyTokenExpiresAt: token?.expiresAt ?? null,
      retryKey: newId(),
    });
  }
  return { deliveries, usesReplyToken: isTokenLive && deliveries.length > 0 };
}

/** Whether a person may send one more message that the vendor counts: what a channel keeps is kept for them. */
async function hasPushQuota(
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

/** Why nothing can be sent in a conversation now. */
export interface Obstacle {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Null: it can be sent. `hasQuota` is asked only where the vendor would count it. */
export async function findObstacle(
  transaction: AccountTransaction,
  conversation: LockedConversation,
  { limits: { window } }: Pick<ChannelManifest, 'limits'>,
  hasQuota: typeof hasPushQuota = hasPushQuota,
): Promise<Obstacle | null> {
  const { channelId, isDisconnected, isBlocked, lastCustomerAt } = conversation;
  if (isDisconnected) return { code: 'channel_disconnected', detail: 'Connect the channel again first' };
  if (isBlocked) return { code: 'message_not_deliverable', detail: 'This person has blocked the channel' };
  const { replyToken, replyTokenExpiresAt } = conversation;
  const hasToken =
    replyToken !== null && replyTokenExpiresAt !== null && replyTokenExpiresAt.getTime() > transaction.now();
  if (hasToken) return null;
  const silentMs = lastCustomerAt ? transaction.now() - lastCustomerAt.getTime() : 0;
  if (window && silentMs > window.openMs)
    return { code: 'sending_window_closed', detail: 'The customer has to write first' };
  if (window && silentMs <= window.freeMs) return null;
  if (!channelId || (await hasQuota(transaction, channelId, conversation.id))) return null;
  return { code: 'sending_quota_short', detail: "The channel's message quota for this month is used up" };
}
