import type { AttachmentView } from '@hanasu/contract/chat';
import type { AccountId, AttachmentId, ConversationId, UserId, VisitorId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

interface Sending {
  readonly accountId: AccountId;
  readonly attachmentIds: readonly AttachmentId[];
  readonly conversationId: ConversationId | null;
  readonly userId: UserId | null;
  readonly visitorId: VisitorId | null;
}

/**
 * Uploads that are sent with a question, in the order of their ids. Null: one of them is not there, is somebody
 * else's, or was sent in another conversation. An edited question may take those of the one it replaces.
 */
export async function findSendable(
  transaction: SystemTransaction,
  { accountId, attachmentIds, conversationId, userId, visitorId }: Sending,
): Promise<AttachmentView[] | null> {
  if (attachmentIds.length === 0) return [];
  const found = await transaction.rows<AttachmentView>(
    `select id as uuid, kind, name, media_type as "mediaType", size from attachments
     where account_id = $1 and id = any($2::uuid[])
       and (conversation_id = $3 or conversation_id is null and created_by = $4)
     for update`,
    [accountId, attachmentIds, conversationId, userId ?? visitorId],
  );
  const byId = new Map(found.map((attachment) => [attachment.uuid, attachment]));
  const views = [...new Set(attachmentIds)].map((id) => byId.get(id));
  return views.every((view) => view !== undefined) ? views : null;
}

/** Uploads belong to the conversation they were sent in, and go with it. */
export async function markSent(
  transaction: SystemTransaction,
  accountId: AccountId,
  conversationId: ConversationId,
  attachments: readonly AttachmentView[],
): Promise<void> {
  if (attachments.length === 0) return;
  await transaction.run(
    `update attachments set conversation_id = $2, expires_at = null
     where account_id = $1 and id = any($3::uuid[]) and conversation_id is null`,
    [accountId, conversationId, attachments.map(({ uuid }) => uuid)],
  );
}

export interface AttachmentRow extends AttachmentView {
  readonly fileKey: string;
  /** Text of a document; null for pictures. */
  readonly text: string | null;
}

export async function insertAttachment(
  transaction: AccountTransaction,
  attachment: AttachmentRow & { readonly createdBy: UserId | VisitorId },
): Promise<void> {
  await transaction.run(
    `insert into attachments (account_id, id, kind, name, media_type, size, file_key, text, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '1 day')`,
    [
      transaction.accountId,
      attachment.uuid,
      attachment.kind,
      attachment.name,
      attachment.mediaType,
      attachment.size,
      attachment.fileKey,
      attachment.text,
      attachment.createdBy,
    ],
  );
}

/** Uploads of this person that wait to be sent. */
export async function countWaiting(transaction: AccountTransaction, createdBy: UserId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from attachments
     where account_id = $1 and created_by = $2 and conversation_id is null`,
    [transaction.accountId, createdBy],
  );
  return row?.count ?? 0;
}

const ROW = `select id as uuid, kind, name, media_type as "mediaType", size, file_key as "fileKey", text
  from attachments where account_id = $1`;

/** An own upload, or one that was sent: whoever reads the account's conversations may see it. */
export const findReadable = (transaction: AccountTransaction, id: AttachmentId, userId: UserId) =>
  transaction.one<AttachmentRow>(`${ROW} and id = $2 and (created_by = $3 or conversation_id is not null)`, [
    transaction.accountId,
    id,
    userId,
  ]);

export const findAttachments = (transaction: AccountTransaction, ids: readonly AttachmentId[]) =>
  transaction.rows<AttachmentRow>(`${ROW} and id = any($2::uuid[])`, [transaction.accountId, ids]);

/** Uploads that were never sent; returns the keys of their files. */
export async function deleteExpired(transaction: SystemTransaction, most: number): Promise<string[]> {
  const rows = await transaction.rows<{ key: string }>(
    `delete from attachments where ctid = any(array(
       select ctid from attachments where expires_at < now() and conversation_id is null limit $1))
     returning file_key as key`,
    [most],
  );
  return rows.map(({ key }) => key);
}
