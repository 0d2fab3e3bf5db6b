import type { MediaId, RichMessageId, UserId } from '@hanasu/contract/ids';
import type { RichMessageDefinition } from '@hanasu/contract/rich-messages';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';

export interface RichMessageRow {
  readonly id: RichMessageId;
  readonly name: string;
  readonly definition: unknown;
  readonly revision: number;
  readonly pictureHash: string | null;
  readonly sentAt: Date | null;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const ROWS = `select r.id, r.name, r.definition, r.revision, r.picture_hash as "pictureHash",
    r.sent_at as "sentAt", r.created_by as "createdBy",
    u.display_name as "createdByName", r.created_at as "createdAt", r.updated_at as "updatedAt"
  from rich_messages r left join users u on u.id = r.created_by where r.account_id = $1`;

/** Newest first. */
export async function listRichMessages(
  transaction: AccountTransaction,
  { limit, offset, q }: PageRange,
): Promise<{ rows: RichMessageRow[]; total: number }> {
  const { accountId } = transaction;
  const named = '($2::text is null or r.name ilike $2)';
  const [rows, counted] = await Promise.all([
    transaction.rows<RichMessageRow>(
      `${ROWS} and ${named} order by r.created_at desc, r.id desc limit $3 offset $4`,
      [accountId, containing(q), limit, offset],
    ),
    transaction.one<{ total: number }>(
      `select count(*)::int as total from rich_messages r where r.account_id = $1 and ${named}`,
      [accountId, containing(q)],
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const findRichMessage = (transaction: AccountTransaction, id: RichMessageId) =>
  transaction.one<RichMessageRow>(`${ROWS} and r.id = $2`, [transaction.accountId, id]);

/** Finds those that exist, in no order. */
export const findRichMessages = (transaction: AccountTransaction, ids: readonly RichMessageId[]) =>
  transaction.rows<RichMessageRow>(`${ROWS} and r.id = any($2::uuid[])`, [transaction.accountId, ids]);

/** Nobody else changes it until the transaction ends. */
export const lockRichMessage = (transaction: AccountTransaction, id: RichMessageId): Promise<number> =>
  transaction.run(`select from rich_messages where account_id = $1 and id = $2 for update`, [
    transaction.accountId,
    id,
  ]);

/** How many there are; no other is added until the transaction ends. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('rich messages' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from rich_messages where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

interface NewRichMessage {
  readonly id: RichMessageId;
  readonly name: string;
  readonly definition: RichMessageDefinition;
  readonly pictureHash: string | null;
  readonly userId: UserId;
}

/** Throws what `isNameTaken` reads. */
export const insertRichMessage = (
  transaction: AccountTransaction,
  { id, name, definition, pictureHash, userId }: NewRichMessage,
): Promise<number> =>
  transaction.run(
    `insert into rich_messages (account_id, id, name, definition, picture_hash, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [transaction.accountId, id, name, JSON.stringify(definition), pictureHash, userId],
  );

interface ChangedRichMessage {
  readonly id: RichMessageId;
  /** What is null stays. */
  readonly name: string | null;
  readonly drawn: Pick<NewRichMessage, 'definition' | 'pictureHash'> | null;
}

/** Throws what `isNameTaken` reads. */
export const updateRichMessage = (
  transaction: AccountTransaction,
  { id, name, drawn }: ChangedRichMessage,
): Promise<number> =>
  transaction.run(
    `update rich_messages set name = coalesce($3, name), definition = coalesce($4, definition),
       picture_hash = case when $4::jsonb is null then picture_hash else $5 end,
       revision = revision + case when $4::jsonb is null then 0 else 1 end, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, name, drawn && JSON.stringify(drawn.definition), drawn?.pictureHash ?? null],
  );

export const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'rich_messages_name';

export const deleteRichMessage = (transaction: AccountTransaction, id: RichMessageId): Promise<number> =>
  transaction.run(`delete from rich_messages where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** True: it was not there, so its files are to be written in this transaction. */
export async function keepPicture(
  transaction: AccountTransaction,
  { hash, bytes }: { readonly hash: string; readonly bytes: number },
): Promise<boolean> {
  const row = await transaction.one<{ isNew: boolean }>(
    `insert into rich_message_pictures (account_id, hash, bytes) values ($1, $2, $3)
     on conflict (account_id, hash) do update set created_at = now() returning xmax = 0 as "isNew"`,
    [transaction.accountId, hash, bytes],
  );
  return row?.isNew ?? false;
}

/** Notes that it was sent with the picture that it has now. */
export async function markSent(
  transaction: AccountTransaction,
  { id, hash }: { readonly id: RichMessageId; readonly hash: string },
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run(`update rich_messages set sent_at = now() where account_id = $1 and id = $2`, [
    accountId,
    id,
  ]);
  await transaction.run(
    `update rich_message_pictures set sent_at = now() where account_id = $1 and hash = $2`,
    [accountId, hash],
  );
}

/** Whose picture it is. */
export const findPictureOwner = (transaction: SystemTransaction, hash: string) =>
  transaction.one<{ accountId: string }>(
    `select account_id as "accountId" from rich_message_pictures where hash = $1`,
    [hash],
  );

const AT_ONCE = 200;

/** Pictures of no rich message: a day after they were drawn or, where they were sent, after 90 days. */
export const lockUnused = (transaction: SystemTransaction): Promise<{ accountId: string; hash: string }[]> =>
  transaction.rows<{ accountId: string; hash: string }>(
    `select p.account_id as "accountId", p.hash from rich_message_pictures p
     where p.created_at < now() - interval '1 day' and coalesce(p.sent_at < now() - interval '90 days', true)
       and not exists (select from rich_messages r where r.account_id = p.account_id and r.picture_hash = p.hash)
     order by p.created_at limit $1 for update skip locked`,
    [AT_ONCE],
  );

export const deletePictures = (transaction: SystemTransaction, hashes: readonly string[]): Promise<number> =>
  transaction.run(`delete from rich_message_pictures where hash = any($1::text[])`, [hashes]);

/** Finds which of these uploads a rich message shows. */
export const findMediaInRichMessages = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from rich_messages r where r.account_id = $1
           and m.id::text in (r.definition->'video'->>'mediaUuid', r.definition->'video'->>'previewMediaUuid'))`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);
