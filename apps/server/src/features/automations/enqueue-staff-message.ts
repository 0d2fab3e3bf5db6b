import type { MessageOptions, OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { ChannelDirectory, OpenChannel } from '../channels/public.ts';
import { insertDeliveries, planDeliveries } from '../channels/public.ts';
import { findSettings, findWriter } from './automations.store.ts';
import { languageFor } from './customer-texts.ts';
import { offerBot } from './quick-replies.ts';
import { readSettings } from './settings/read-settings.ts';

/** Queues what a person says for delivery on its channel, in the channel's own form. */
export const enqueueParts =
  (directory: ChannelDirectory): EnqueueDelivery =>
  async (transaction, { parts, look, ...target }) => {
    const channel = await directory.find(transaction.accountId, target.channelId);
    if (!channel) throw new AppError('message_not_deliverable', 'The channel is no longer connected');
    const plan = planDeliveries(
      channel.adapter,
      { ...target, accountId: transaction.accountId, now: transaction.now() },
      channel.adapter.toMessages(
        parts,
        await staffMessageOptions(transaction, channel, target.messageId, look),
      ),
    );
    await insertDeliveries(transaction, plan.deliveries);
    return { usesReplyToken: plan.usesReplyToken };
  };

/** What the channel's settings add to how a message of staff looks. */
async function staffMessageOptions(
  transaction: AccountTransaction,
  { id, adapter }: OpenChannel,
  messageId: MessageId,
  look: MessageOptions,
): Promise<MessageOptions> {
  const stored = await findSettings(transaction, id);
  if (!stored) return look;
  const settings = readSettings(stored);
  const { capabilities } = adapter.manifest;
  const offers = settings.giveBack.offer && capabilities.quickReplies;
  const shows = settings.look.showSender && capabilities.senderIdentity && look.sender === null;
  if (!offers && !shows) return look;
  const writer = await findWriter(transaction, messageId);
  const language = languageFor(settings, writer?.lastText ?? '', writer?.language ?? null);
  return {
    ...look,
    quickReplies: offers ? [...look.quickReplies, offerBot(language)] : look.quickReplies,
    sender: shows && writer?.name ? { name: writer.name, iconUrl: null } : look.sender,
  };
}

/** Hands what is to be said to a channel for delivery, in the caller's transaction. */
export type EnqueueDelivery = (
  transaction: AccountTransaction,
  delivery: {
    readonly channelId: ChannelId;
    readonly conversationId: ConversationId;
    readonly messageId: MessageId;
    readonly recipient: string;
    readonly parts: readonly OutgoingPart[];
    readonly look: MessageOptions;
    readonly replyToken: { readonly token: string; readonly expiresAt: Date } | null;
  },
) => Promise<{ readonly usesReplyToken: boolean }>;
