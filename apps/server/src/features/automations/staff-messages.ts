import {
  DEFAULT_MESSAGE_OPTIONS,
  type MessageOptions,
  type OutgoingPart,
  type QuickReply,
} from '@hanasu/channels/spec/outgoing';
import type { ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ChannelDirectory, Obstacle, OpenChannel } from '../channels/public.ts';
import { findObstacle, insertDeliveries, planDeliveries } from '../channels/public.ts';
import { conversations, type LockedConversation, messages } from '../conversations/public.ts';
import { findLastTexts, findRuled, findSettings, findUnasked, findWriter } from './automations.store.ts';
import { offerBot, offerScores, satisfactionQuestion, type Voice, voiceFor } from './customer-texts.ts';
import { readSettings } from './settings/read-settings.ts';

/** What the inbox sends, with what the channel's settings add to it, and what the product sends by itself. */
export const createStaffMessages = (directory: ChannelDirectory) => ({
  enqueueDelivery: enqueueParts(directory),
  askSatisfaction: askSatisfaction(directory),
  sendOwn: sendOwn(directory),
  voiceIn,
});

/** What the product says by itself. */
interface OwnMessage {
  readonly part: OutgoingPart | readonly OutgoingPart[];
  /** As it stands in the thread. */
  readonly text: string;
  readonly data?: Record<string, unknown>;
  readonly quickReplies?: readonly QuickReply[];
  /** Replaces the sender that the account uses by itself. */
  readonly sender?: MessageOptions['sender'];
  /** The member in whose name it is said; absent: the bot says it. */
  readonly operatorId?: UserId;
}

/** Says something in a conversation that is locked, in the caller's transaction, or answers why it can't be said. */
export type SendOwn = (
  transaction: AccountTransaction,
  conversation: LockedConversation,
  message: OwnMessage,
) => Promise<{ readonly messageId: MessageId } | { readonly obstacle: Obstacle }>;

const sendOwn =
  (directory: ChannelDirectory): SendOwn =>
  async (transaction, conversation, message) => {
    const { id: conversationId, channelId, threadExternalId: recipient } = conversation;
    const channel = channelId && (await directory.findIn(transaction, channelId));
    if (!channel || recipient === null)
      return { obstacle: { code: 'channel_disconnected', detail: 'There is no channel to send it on' } };
    const obstacle = await findObstacle(transaction, conversation, channel.adapter.manifest);
    if (obstacle) return { obstacle };
    const said = await sayOn(transaction, channel, { ...conversation, conversationId, recipient, message });
    const { messageId, usesReplyToken } = said;
    await conversations.touchConversation(transaction, conversationId, {
      lastMessageId: messageId,
      usesReplyToken,
    });
    return { messageId };
  };

interface Said {
  readonly conversationId: ConversationId;
  readonly recipient: string;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
  readonly message: OwnMessage;
}

/** Stores a message with what brings it to the customer. */
async function sayOn(
  transaction: AccountTransaction,
  { id: channelId, adapter }: OpenChannel,
  { conversationId, recipient, replyToken: token, replyTokenExpiresAt: expiresAt, message }: Said,
): Promise<{ readonly messageId: MessageId; readonly usesReplyToken: boolean }> {
  const messageId = newId<MessageId>();
  const { accountId } = transaction;
  const { part, text, data = {}, quickReplies = [], sender = null, operatorId } = message;
  const replyToken = token && expiresAt ? { token, expiresAt } : null;
  const { deliveries, usesReplyToken } = planDeliveries(
    adapter,
    { accountId, channelId, conversationId, messageId, recipient, replyToken, now: transaction.now() },
    adapter.toMessages([part].flat(), { ...DEFAULT_MESSAGE_OPTIONS, quickReplies, sender }),
  );
  await messages.insertMessages(transaction, [
    messages.newMessage({
      accountId,
      id: messageId,
      conversationId,
      sender: operatorId ? 'operator' : 'bot',
      operatorId: operatorId ?? null,
      text,
      data,
      deliveryState: 'pending',
    }),
  ]);
  await insertDeliveries(transaction, deliveries);
  return { messageId, usesReplyToken };
}

/** Queues what a person says for delivery on its channel, in the channel's own form. */
const enqueueParts =
  (directory: ChannelDirectory): EnqueueDelivery =>
  async (transaction, { parts, look, ...target }) => {
    const channel = await directory.findIn(transaction, target.channelId);
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
  const hearer = {
    texts: [writer?.lastText ?? ''],
    known: writer?.language ?? null,
    tone: writer?.tone ?? null,
  };
  const { words } = voiceFor(settings, hearer);
  return {
    ...look,
    quickReplies: offers ? [...look.quickReplies, offerBot(words)] : look.quickReplies,
    sender: shows && writer?.name ? { name: writer.name, iconUrl: null } : look.sender,
  };
}

/** How the product speaks in a conversation, by its channel's settings. */
async function voiceIn(
  transaction: AccountTransaction,
  { id, channelId }: Pick<LockedConversation, 'id' | 'channelId'>,
): Promise<Voice> {
  const [stored, known, texts] = await Promise.all([
    channelId && findSettings(transaction, channelId),
    findRuled(transaction, id),
    findLastTexts(transaction, id),
  ]);
  const place = stored ? readSettings(stored) : ({ language: 'auto' } as const);
  return voiceFor(place, { texts, known: known?.language ?? null, tone: known?.tone ?? null });
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

/** Asks a customer how it was; the id of the message, or null where nothing is asked. */
type AskSatisfaction = (
  transaction: AccountTransaction,
  conversation: { readonly conversationId: ConversationId; readonly channelId: ChannelId },
) => Promise<MessageId | null>;

/** For a conversation that is being closed, in the transaction that closes it: a person must have had it. */
const askSatisfaction =
  (directory: ChannelDirectory): AskSatisfaction =>
  async (transaction, { conversationId, channelId }) => {
    const stored = await findSettings(transaction, channelId);
    const settings = stored && readSettings(stored);
    if (!settings?.satisfaction.ask) return null;
    const channel = await directory.findIn(transaction, channelId);
    const asked = await findUnasked(transaction, conversationId);
    if (!channel || channel.isPaused || !asked) return null;
    const text = satisfactionQuestion(
      settings.satisfaction.question,
      voiceFor(settings, { texts: [asked.lastText], known: asked.language, tone: asked.tone }).words,
    );
    const { messageId, usesReplyToken } = await sayOn(transaction, channel, {
      ...asked,
      conversationId,
      message: {
        part: { kind: 'text', text },
        text,
        data: { satisfaction: true },
        quickReplies: offerScores(transaction.now()),
      },
    });
    await conversations.recordSatisfactionRequest(transaction, conversationId, { messageId, usesReplyToken });
    return messageId;
  };
