import type { ConversationId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { MEDIA_COLUMNS } from './media.store.ts';
import type { MediaRow, WantedMedia } from './media-files.ts';
import { mediaView, newFileKey } from './media-files.ts';

/**
 * Notes, in the transaction that stores the messages, that their bytes are to be fetched. Where they will lie is
 * settled here: a fetch that is repeated after a crash writes the same file again.
 */
export async function wantMedia(
  transaction: AccountTransaction,
  wanted: readonly WantedMedia[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(() => newId<MediaId>());
  await transaction.run(
    `insert into media (account_id, id, conversation_id, message_id, channel_id, reference, state, name, duration_ms,
       file_key, next_attempt_at)
     select $1, w.id, w.conversation_id, w.message_id, w.channel_id, w.reference, 'waiting', w.name, w.duration_ms,
       w.file_key, now()
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::jsonb[], $7::text[], $8::int[], $9::text[])
       as w(id, conversation_id, message_id, channel_id, reference, name, duration_ms, file_key)
     where not exists (select 1 from media m where m.account_id = $1 and m.message_id = w.message_id)`,
    [
      transaction.accountId,
      ids,
      wanted.map((each) => each.conversationId),
      wanted.map((each) => each.messageId),
      wanted.map((each) => each.channelId),
      wanted.map((each) => JSON.stringify(each.reference)),
      wanted.map((each) => each.name.replaceAll('\0', '').toWellFormed()),
      wanted.map((each) => each.durationMs),
      ids.map((id) => newFileKey(transaction.accountId, id)),
    ],
  );
}

/** What was taken back: nobody can read it from the commit on, and the fetcher removes the files. */
export async function dropMedia(
  transaction: AccountTransaction,
  messageIds: readonly MessageId[],
): Promise<void> {
  if (messageIds.length === 0) return;
  await transaction.run(
    `update media set state = 'gone', reference = null, name = '', detail = null, next_attempt_at = now()
     where account_id = $1 and message_id = any($2::uuid[])`,
    [transaction.accountId, messageIds],
  );
}

/** Media of messages, in one query for all of them. */
export async function findMediaViews(
  transaction: AccountTransaction,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, MediaView>> {
  if (messageIds.length === 0) return new Map();
  const rows = await transaction.rows<MediaRow & { readonly messageId: MessageId }>(
    `select ${MEDIA_COLUMNS} from media where account_id = $1 and message_id = any($2::uuid[])`,
    [transaction.accountId, messageIds],
  );
  return new Map(rows.map((row) => [row.messageId, mediaView(row, transaction.now())]));
}

export interface MediaToSend {
  readonly id: MediaId;
  readonly messageId: MessageId | null;
}

/** A stored file that was not sent yet, or one of this conversation, and no kept one (`copyToSend`); null: none of these. */
export const lockMediaToSend = (
  transaction: AccountTransaction,
  id: MediaId,
  conversationId: ConversationId,
) =>
  transaction.one<MediaToSend>(
    `select id, message_id as "messageId" from media where account_id = $1 and id = $2 and state = 'stored'
       and kept_at is null and (conversation_id is null or conversation_id = $3) for update`,
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
