import {
  DEFAULT_MESSAGE_OPTIONS,
  type MessageOptions,
  type OutgoingPart,
  type QuickReply,
} from '@hanasu/channels/spec/outgoing';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertDeliveries, type OpenChannel, planDeliveries } from '../channels/public.ts';
import { messages } from '../conversations/public.ts';
import type { BuiltMessage } from '../message-templates/public.ts';
import type { ThreadKey } from './events.store.ts';

/** A composed message as it is stored and sent. */
export const builtWords = ({ text, bubbles, parts, options }: BuiltMessage): Said => ({
  text,
  data: { bubbles },
  parts: parts.map(({ part }) => part),
  options,
});

export interface Said {
  readonly text: string;
  /** Parts that go out; absent: the text. */
  readonly parts?: readonly OutgoingPart[];
  readonly options?: MessageOptions;
  readonly data?: Record<string, unknown>;
  readonly quickReplies?: readonly QuickReply[];
}

/** Where the bot says something: a thread of a channel, in the transaction that applies its events. */
export interface ReplyTarget {
  readonly transaction: AccountTransaction;
  readonly channel: OpenChannel;
  readonly key: ThreadKey;
  readonly conversationId: ConversationId;
  /** Lines, and what was said in the account's name. */
  readonly otherMessages: MessageId[];
}

/** Sends it as the bot at once, in this transaction. */
export async function say(
  target: ReplyTarget,
  replyToken: { readonly token: string; readonly expiresAt: Date } | null,
  { text, data = {}, quickReplies = [], parts = [{ kind: 'text', text }], options }: Said,
): Promise<boolean> {
  const { transaction, channel, key, conversationId } = target;
  const messageId = newId<MessageId>();
  const delivery = {
    ...key,
    conversationId,
    messageId,
    recipient: key.thread,
    replyToken,
    now: transaction.now(),
  };
  const { deliveries } = planDeliveries(
    channel.adapter,
    delivery,
    channel.adapter.toMessages(parts, options ?? { ...DEFAULT_MESSAGE_OPTIONS, quickReplies }),
  );
  const message = messages.newMessage({
    accountId: key.accountId,
    id: messageId,
    conversationId,
    sender: 'bot',
    text,
    data,
    deliveryState: 'pending',
  });
  await Promise.all([
    messages.insertMessages(transaction, [message]),
    insertDeliveries(transaction, deliveries),
  ]);
  target.otherMessages.push(messageId);
  return true;
}
