import type { ChannelId, ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { writeLine } from './conversation-lock.ts';
import { noteCustomer, startClock } from './conversations.store.ts';

export interface FollowedInbound {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId | null;
  readonly customerMessages: readonly MessageId[];
}

/**
 * After a customer wrote: the clock of a person who owes an answer, the end of a snooze. To whom the conversation goes
 * is decided a moment later by the inbox's pump, so that a webhook never waits for it.
 */
export async function followInbound(
  transaction: AccountTransaction,
  { conversationId, customerMessages }: FollowedInbound,
): Promise<void> {
  const newest = customerMessages.toSorted().at(-1);
  if (!newest) return;
  const { wokeUp, isPeoples } = await noteCustomer(transaction, conversationId, newest);
  if (isPeoples) await startClock(transaction, conversationId);
  if (wokeUp) await writeLine(transaction, conversationId, 'woken', { by: null });
}
