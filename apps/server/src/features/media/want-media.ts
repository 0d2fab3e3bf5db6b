import type { MediaReference } from '@hanasu/channels/spec/channel';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** Bytes of a message that lie with its vendor. */
export interface WantedMedia {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly reference: MediaReference;
  readonly name: string;
  readonly durationMs: number | null;
}

/** Notes, in the transaction that stores the message, that its bytes are to be fetched. */
export async function wantMedia(
  _transaction: AccountTransaction,
  _wanted: readonly WantedMedia[],
): Promise<void> {}

/** Their senders took these messages back: their files go. */
export async function dropMedia(
  _transaction: AccountTransaction,
  _messageIds: readonly MessageId[],
): Promise<void> {}
