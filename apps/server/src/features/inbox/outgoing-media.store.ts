import type { ConversationId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface MediaToSend {
  readonly id: MediaId;
  readonly messageId: MessageId | null;
}

/** A stored file that nobody has sent yet, or one of this conversation; null: none of these. */
export const lockMediaToSend = (
  transaction: AccountTransaction,
  id: MediaId,
  conversationId: ConversationId,
) =>
  transaction.one<MediaToSend>(
    `select id, message_id as "messageId" from media where account_id = $1 and id = $2 and state = 'stored'
       and (conversation_id is null or conversation_id = $3) for update`,
    [transaction.accountId, id, conversationId],
  );

/** The file belongs to the message from now on; one that another message shows already is shown by both. */
export async function linkMedia(
  transaction: AccountTransaction,
  media: MediaToSend,
  to: { readonly conversationId: ConversationId; readonly messageId: MessageId },
): Promise<void> {
  const values = [transaction.accountId, media.id, to.conversationId, to.messageId];
  if (media.messageId === null) {
    await transaction.run(
      'update media set conversation_id = $3, message_id = $4 where account_id = $1 and id = $2',
      values,
    );
    return;
  }
  await transaction.run(
    `insert into media (account_id, id, conversation_id, message_id, channel_id, reference, state, name, content_type,
       bytes, width, height, duration_ms, file_key, thumbnail_key, created_by)
     select account_id, $5, $3, $4, channel_id, reference, state, name, content_type, bytes, width, height,
       duration_ms, file_key, thumbnail_key, created_by
     from media where account_id = $1 and id = $2`,
    [...values, newId<MediaId>()],
  );
}
