import type { ChannelId, ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface FollowedInbound {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId | null;
  readonly customerMessages: readonly MessageId[];
}

/** After a customer wrote: the clock of a person who owes an answer, the end of a snooze, whose turn it is. */
export async function followInbound(
  _transaction: AccountTransaction,
  _inbound: FollowedInbound,
): Promise<void> {}
