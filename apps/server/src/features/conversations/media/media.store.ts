import type { MediaReference } from '@hanasu/channels/spec/channel';
import type { ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';
import { PICTURE_HASH_LETTERS, type PictureKind } from '../../../platform/database/picture-path.ts';
import { type MediaRow, nameOfType, type StoredFacts } from './media-files.ts';

export const MEDIA_COLUMNS = `account_id as "accountId", id, conversation_id as "conversationId", message_id as "messageId",
  channel_id as "channelId", state, name, content_type as "contentType", bytes, width, height,
  duration_ms as "durationMs", file_key as "fileKey", thumbnail_key as "thumbnailKey", created_by as "createdBy"`;

export const findMedia = (transaction: AccountTransaction, id: MediaId) =>
  transaction.one<MediaRow>(`select ${MEDIA_COLUMNS} from media where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

export const findMediaOf = (transaction: AccountTransaction, messageId: MessageId) =>
  transaction.one<MediaRow>(`select ${MEDIA_COLUMNS} from media where account_id = $1 and message_id = $2`, [
    transaction.accountId,
    messageId,
  ]);

/** Uploads that composed messages have shown, the newest first. */
export async function listKept(
  transaction: AccountTransaction,
  { kind, q, limit, offset }: PageRange & { readonly kind: string | undefined },
): Promise<{ rows: MediaRow[]; total: number }> {
  const kept = `account_id = $1 and kept_at is not null and state = 'stored' and file_key is not null
    and ($2::text is null or content_type like $2 || '/%') and ($3::text is null or name ilike $3)`;
  const values = [transaction.accountId, kind ?? null, containing(q)];
  const [rows, counted] = await Promise.all([
    transaction.rows<MediaRow>(
      `select ${MEDIA_COLUMNS} from media where ${kept} order by kept_at desc, id desc limit $4 offset $5`,
      [...values, limit, offset],
    ),
    transaction.one<{ total: number }>(`select count(*)::int as total from media where ${kept}`, values),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertUpload(
  transaction: AccountTransaction,
  upload: StoredFacts & {
    readonly id: MediaId;
    readonly name: string;
    readonly fileKey: string;
    readonly createdBy: UserId;
  },
): Promise<MediaRow | null> {
  return transaction.one<MediaRow>(
    `insert into media (account_id, id, state, name, content_type, bytes, width, height, duration_ms, file_key,
       thumbnail_key, created_by)
     values ($1, $2, 'stored', $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${MEDIA_COLUMNS}`,
    [
      transaction.accountId,
      upload.id,
      upload.name,
      upload.contentType,
      upload.bytes,
      upload.width,
      upload.height,
      upload.durationMs,
      upload.fileKey,
      upload.thumbnailKey,
      upload.createdBy,
    ],
  );
}

/** Uploads of this person that nobody has sent yet. */
export async function countUnsent(transaction: AccountTransaction, createdBy: UserId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from media
     where account_id = $1 and conversation_id is null and kept_at is null and created_by = $2`,
    [transaction.accountId, createdBy],
  );
  return row?.count ?? 0;
}

/**
 * An upload becomes the media of the message it is sent with. False: there is no such upload, or it was sent already;
 * saying the same twice is harmless.
 */
export async function attachMedia(
  transaction: AccountTransaction,
  mediaId: MediaId,
  to: { readonly conversationId: ConversationId; readonly messageId: MessageId },
): Promise<boolean> {
  const attached = await transaction.run(
    `update media set conversation_id = $3, message_id = $4
     where account_id = $1 and id = $2 and state = 'stored'
       and (message_id = $4 or message_id is null and created_by is not null and conversation_id is null)`,
    [transaction.accountId, mediaId, to.conversationId, to.messageId],
  );
  return attached > 0;
}

export interface ClaimedMedia extends MediaRow {
  readonly reference: MediaReference | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Takes what is due for as long as a fetch may take: another process, or the next try after a crash, waits for that. */
export const claimMedia = (transaction: SystemTransaction, most: number, leaseSeconds: number) =>
  transaction.rows<ClaimedMedia>(
    `update media set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     where ctid = any(array(
       select ctid from media where next_attempt_at <= now() order by next_attempt_at limit $1
       for update skip locked))
     returning ${MEDIA_COLUMNS}, reference, attempts, created_at as "createdAt"`,
    [most, leaseSeconds],
  );

/** Milliseconds until something is due; null: nothing is. */
export async function nextMediaIn(transaction: SystemTransaction): Promise<number | null> {
  const row = await transaction.one<{ milliseconds: number | null }>(
    `select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as milliseconds
     from media where next_attempt_at is not null`,
  );
  return row?.milliseconds == null ? null : Math.max(0, row.milliseconds);
}

export const NEXT_MEDIA_DUE = '(select min(next_attempt_at) from media where next_attempt_at is not null)';

/** False: it was taken back, or its conversation deleted, while it was being fetched. */
export const markStored = async (
  transaction: AccountTransaction,
  id: MediaId,
  facts: StoredFacts,
): Promise<boolean> =>
  (await transaction.run(
    `update media set state = 'stored', content_type = $3, bytes = $4, width = $5, height = $6,
       duration_ms = coalesce(duration_ms, $7), thumbnail_key = $8, name = coalesce(nullif(name, ''), $9),
       reference = null, detail = null,
       next_attempt_at = null
     where account_id = $1 and id = $2 and state = 'waiting' and conversation_id is not null`,
    [
      transaction.accountId,
      id,
      facts.contentType,
      facts.bytes,
      facts.width,
      facts.height,
      facts.durationMs,
      facts.thumbnailKey,
      nameOfType(facts.contentType),
    ],
  )) > 0;

/** Nothing to be had any more. */
export const markEnded = async (
  transaction: AccountTransaction,
  id: MediaId,
  { state, detail }: { readonly state: 'gone' | 'failed'; readonly detail: string },
): Promise<boolean> =>
  (await transaction.run(
    `update media set state = $3, detail = $4, reference = null, next_attempt_at = null
     where account_id = $1 and id = $2 and state = 'waiting'`,
    [transaction.accountId, id, state, detail],
  )) > 0;

/** `isCounted` false: the vendor asked for patience, which is no failure. */
export const postponeMedia = (
  transaction: AccountTransaction,
  id: MediaId,
  next: { readonly milliseconds: number; readonly detail: string | null; readonly isCounted: boolean },
) =>
  transaction.run(
    `update media set next_attempt_at = now() + make_interval(secs => $3::float8 / 1000), detail = $4,
       attempts = attempts - $5::int
     where account_id = $1 and id = $2 and state = 'waiting'`,
    [transaction.accountId, id, next.milliseconds, next.detail, next.isCounted ? 0 : 1],
  );

/** The files are gone: there is nothing left to find. */
export const forgetFiles = (transaction: AccountTransaction, id: MediaId) =>
  transaction.run(
    `update media set file_key = null, thumbnail_key = null, next_attempt_at = null
     where account_id = $1 and id = $2 and state = 'gone'`,
    [transaction.accountId, id],
  );

const UNSENT = `conversation_id is null and kept_at is null and (created_by is null or message_id is not null or created_at < now() - interval '1 day')`;

/** Uploads of yesterday that nobody sent, and what is left of deleted conversations. */
export const findUnsent = (transaction: SystemTransaction, most: number) =>
  transaction.rows<Pick<ClaimedMedia, 'accountId' | 'id' | 'fileKey'>>(
    `select account_id as "accountId", id, file_key as "fileKey" from media where ${UNSENT} limit $1`,
    [most],
  );

/** After their files. */
export const deleteUnsent = (transaction: AccountTransaction, ids: readonly MediaId[]) =>
  transaction.run(`delete from media where account_id = $1 and id = any($2::uuid[]) and ${UNSENT}`, [
    transaction.accountId,
    ids,
  ]);

export interface PictureKey {
  readonly kind: PictureKind;
  readonly id: string;
  readonly hash: string;
}

const PICTURES_COLUMNS = {
  friend: ['friends', 'picture_url'],
  channel: ['channels', 'picture_url'],
  group: ['conversations', 'group_picture_url'],
} as const satisfies Record<PictureKind, readonly [string, string]>;

const hashOf = (column: string): string =>
  `left(encode(sha256(convert_to(${column}, 'UTF8')), 'hex'), ${PICTURE_HASH_LETTERS})`;

interface Picture {
  /** At the vendor. */
  readonly url: string;
  readonly webp: Buffer | null;
  /** Null: it was never fetched. */
  readonly fetchedAt: Date | null;
}

/** Null when nobody has this picture (any more). */
export function findPicture(
  transaction: AccountTransaction,
  { kind, id, hash }: PictureKey,
): Promise<Picture | null> {
  const [table, column] = PICTURES_COLUMNS[kind];
  return transaction.one<Picture>(
    `select s.${column} as url, p.webp, p.fetched_at as "fetchedAt"
     from ${table} s left join pictures p
       on p.account_id = s.account_id and p.subject_id = s.id and p.hash = $3
     where s.account_id = $1 and s.id = $2 and s.${column} is not null and ${hashOf(`s.${column}`)} = $3`,
    [transaction.accountId, id, hash],
  );
}

/** Nothing when the subject went, or changed its picture, while this one was fetched. */
export async function storePicture(
  transaction: AccountTransaction,
  { kind, id, hash }: PictureKey,
  webp: Buffer | null,
): Promise<void> {
  const [table, column] = PICTURES_COLUMNS[kind];
  await transaction.run(
    `insert into pictures (account_id, subject_id, hash, webp, fetched_at)
     select s.account_id, s.id, $3, $4, now() from ${table} s
     where s.account_id = $1 and s.id = $2 and ${hashOf(`s.${column}`)} = $3 for share
     on conflict (account_id, subject_id) do update
       set hash = excluded.hash, webp = excluded.webp, fetched_at = excluded.fetched_at`,
    [transaction.accountId, id, hash, webp],
  );
}
