import { type OutgoingLook, type OutgoingPart, PLAIN_LOOK } from '@hanasu/channels/spec/outgoing';
import type { AccountId, ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Announce } from '../announce.ts';
import {
  type ConversationState,
  lockConversation,
  touchConversation,
  updateHandling,
} from '../conversations.store.ts';
import { newMessage } from '../domain/new-message.ts';
import { findMessages, insertMessages } from '../messages.store.ts';

/** Hands what is to be said to a channel for delivery, in the caller's transaction. */
export type EnqueueDelivery = (
  transaction: AccountTransaction,
  delivery: {
    readonly channelId: ChannelId;
    readonly conversationId: ConversationId;
    readonly messageId: MessageId;
    readonly recipient: string;
    readonly parts: readonly OutgoingPart[];
    readonly look: OutgoingLook;
    readonly replyToken: { readonly token: string; readonly expiresAt: Date } | null;
  },
) => Promise<{ readonly usesReplyToken: boolean }>;

export interface InboxDependencies {
  readonly database: Database;
  readonly announce: Announce;
  readonly enqueueDelivery: EnqueueDelivery;
  /** Called after the commit: there is something to send. */
  readonly wakeDelivery: () => void;
  /** Called after the commit: the bot may owe an answer. */
  readonly wakeTurns: () => void;
  readonly retryDelivery: (transaction: AccountTransaction, messageId: MessageId) => Promise<boolean>;
  /** Asks the customer of a conversation that is being closed how it was; null: nothing was asked. */
  readonly askSatisfaction: (
    transaction: AccountTransaction,
    conversation: { readonly conversationId: ConversationId; readonly channelId: ChannelId },
  ) => Promise<MessageId | null>;
}

/** A person writes to the customer; a conversation nobody had becomes theirs. */
export async function sendOperatorMessage(
  { database, announce, enqueueDelivery, wakeDelivery }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  text: string,
): Promise<MessageView> {
  const id = newId<MessageId>();
  const message = await database.account(session.accountId, async (transaction) => {
    const conversation = await lockConversation(transaction, conversationId);
    if (!conversation) throw new AppError('not_found', 'There is no such conversation');
    await takeOver(transaction, conversation, session.userId);
    await insertMessages(transaction, [
      newMessage({
        accountId: session.accountId as AccountId,
        id,
        conversationId,
        sender: 'operator',
        operatorId: session.userId,
        text,
        deliveryState: conversation.channelId ? 'pending' : 'none',
      }),
    ]);
    const usesReplyToken = await deliver(transaction, enqueueDelivery, conversation, id, text);
    await touchConversation(transaction, conversationId, { lastMessageId: id, usesReplyToken });
    return (await findMessages(transaction, [id]))[0];
  });
  if (!message) throw new Error('the message just stored is not there');
  wakeDelivery();
  announce(session.accountId, 'operator_chat', conversationId, [id]);
  return message;
}

async function takeOver(
  transaction: AccountTransaction,
  conversation: ConversationState,
  userId: UserId,
): Promise<void> {
  if (conversation.handling === 'operator') return;
  await updateHandling(transaction, conversation.id, {
    handling: 'operator',
    operatorId: userId,
    waitingReason: null,
  });
}

async function deliver(
  transaction: AccountTransaction,
  enqueueDelivery: EnqueueDelivery,
  conversation: ConversationState,
  messageId: MessageId,
  text: string,
): Promise<boolean> {
  if (!conversation.channelId || !conversation.threadExternalId) return false;
  const { replyToken: token, replyTokenExpiresAt: expiresAt } = conversation;
  const { usesReplyToken } = await enqueueDelivery(transaction, {
    channelId: conversation.channelId,
    conversationId: conversation.id,
    messageId,
    recipient: conversation.threadExternalId,
    parts: [{ kind: 'text', text }],
    look: PLAIN_LOOK,
    replyToken: token && expiresAt ? { token, expiresAt } : null,
  });
  return usesReplyToken;
}
