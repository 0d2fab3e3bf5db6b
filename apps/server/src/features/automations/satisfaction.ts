import { DEFAULT_MESSAGE_OPTIONS } from '@hanasu/channels/spec/outgoing';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import { insertDeliveries, planDeliveries } from '../channels/public.ts';
import { conversations, messages } from '../conversations/public.ts';
import { findSettings, findUnasked } from './automations.store.ts';
import { languageFor } from './customer-texts.ts';
import { offerScores, satisfactionQuestion } from './quick-replies.ts';
import { readSettings } from './settings/read-settings.ts';

/** Asks a customer how it was; the id of the message, or null where nothing is asked. */
export type AskSatisfaction = (
  transaction: AccountTransaction,
  conversation: { readonly conversationId: ConversationId; readonly channelId: ChannelId },
) => Promise<MessageId | null>;

/** For a conversation that is being closed, in the transaction that closes it: a person must have had it. */
export const askSatisfaction =
  (directory: ChannelDirectory): AskSatisfaction =>
  async (transaction, { conversationId, channelId }) => {
    const stored = await findSettings(transaction, channelId);
    const settings = stored && readSettings(stored);
    if (!settings?.satisfaction.ask) return null;
    const channel = await directory.open(transaction.accountId, channelId);
    const asked = await findUnasked(transaction, conversationId);
    if (!channel || channel.isPaused || !asked) return null;
    const text = satisfactionQuestion(
      settings.satisfaction.question,
      languageFor(settings, asked.lastText, asked.language),
    );
    const messageId = newId<MessageId>();
    const { accountId } = transaction;
    const { replyToken: token, replyTokenExpiresAt: expiresAt, recipient } = asked;
    const replyToken = token && expiresAt ? { token, expiresAt } : null;
    const { deliveries, usesReplyToken } = planDeliveries(
      channel.adapter,
      { accountId, channelId, conversationId, messageId, recipient, replyToken, now: transaction.now() },
      channel.adapter.toMessages([{ kind: 'text', text }], {
        ...DEFAULT_MESSAGE_OPTIONS,
        quickReplies: offerScores(),
      }),
    );
    await messages.insertMessages(transaction, [
      messages.newMessage({
        accountId,
        id: messageId,
        conversationId,
        sender: 'bot',
        text,
        data: { satisfaction: true },
        deliveryState: 'pending',
      }),
    ]);
    await insertDeliveries(transaction, deliveries);
    await conversations.recordSatisfactionRequest(transaction, conversationId, { messageId, usesReplyToken });
    return messageId;
  };
