import type { LinePictureId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface UploadRow {
  readonly id: LinePictureId;
  readonly storageKey: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
}

const ROW = `select id, storage_key as "storageKey", content_type as "contentType", bytes, width, height
  from line_pictures where account_id = $1`;

/** Those of them that are there. */
export const findUploads = (transaction: AccountTransaction, ids: readonly string[]): Promise<UploadRow[]> =>
  transaction.rows<UploadRow>(`${ROW} and id = any($2::uuid[])`, [transaction.accountId, ids]);

export const insertUpload = (
  transaction: AccountTransaction,
  {
    id,
    storageKey,
    contentType,
    bytes,
    width,
    height,
    createdBy,
  }: UploadRow & { readonly createdBy: UserId },
): Promise<number> =>
  transaction.run(
    `insert into line_pictures (account_id, id, storage_key, content_type, bytes, width, height, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [transaction.accountId, id, storageKey, contentType, bytes, width, height, createdBy],
  );

/** SQL: something shows the upload `p`. Ids stand in definitions as text. */
const IS_SHOWN = `(exists (select from rich_menus m where m.account_id = p.account_id
     and position(p.id::text in m.draft::text) > 0)
   or exists (select from rich_menu_versions v where v.account_id = p.account_id
     and position(p.id::text in v.definition::text) > 0)
   or exists (select from rich_messages r where r.account_id = p.account_id
     and position(p.id::text in r.definition::text) > 0))`;
const AT_ONCE = 500;

/** Notes which uploads are shown still, and locks those that were not for a week. */
export async function lockUnused(transaction: SystemTransaction): Promise<{ id: string; key: string }[]> {
  await transaction.run(
    `update line_pictures set used_at = now() where (account_id, id) in (
       select p.account_id, p.id from line_pictures p where p.used_at < now() - interval '1 day' and ${IS_SHOWN}
       order by p.used_at limit $1 for update skip locked)`,
    [AT_ONCE],
  );
  return transaction.rows<{ id: string; key: string }>(
    `select p.id, p.storage_key as key from line_pictures p
     where p.used_at < now() - interval '7 days' and not ${IS_SHOWN} order by p.used_at limit $1 for update skip locked`,
    [AT_ONCE],
  );
}

export const deleteUploads = (transaction: SystemTransaction, ids: readonly string[]): Promise<number> =>
  transaction.run(`delete from line_pictures where id = any($1::uuid[])`, [ids]);
