import type { AccountTransaction } from '../../platform/database/database.ts';
import { PICTURE_HASH_LETTERS, type PictureKind } from '../../platform/database/picture-path.ts';

export interface PictureKey {
  readonly kind: PictureKind;
  readonly id: string;
  readonly hash: string;
}

const COLUMNS = {
  friend: ['friends', 'picture_url'],
  channel: ['channels', 'picture_url'],
  group: ['conversations', 'group_picture_url'],
} as const satisfies Record<PictureKind, readonly [string, string]>;

const hashOf = (column: string): string =>
  `left(encode(sha256(convert_to(${column}, 'UTF8')), 'hex'), ${PICTURE_HASH_LETTERS})`;

export interface Picture {
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
  const [table, column] = COLUMNS[kind];
  return transaction.one<Picture>(
    `select s.${column} as url, p.webp, p.fetched_at as "fetchedAt"
     from ${table} s left join pictures p
       on p.account_id = s.account_id and p.subject_id = s.id and p.hash = $3
     where s.account_id = $1 and s.id = $2 and ${hashOf(`s.${column}`)} = $3`,
    [transaction.accountId, id, hash],
  );
}

/** Nothing when the subject went, or changed its picture, while this one was fetched. */
export async function storePicture(
  transaction: AccountTransaction,
  { kind, id, hash }: PictureKey,
  webp: Buffer | null,
): Promise<void> {
  const [table, column] = COLUMNS[kind];
  await transaction.run(
    `insert into pictures (account_id, subject_id, hash, webp, fetched_at)
     select s.account_id, s.id, $3, $4, now() from ${table} s
     where s.account_id = $1 and s.id = $2 and ${hashOf(`s.${column}`)} = $3 for share
     on conflict (account_id, subject_id) do update
       set hash = excluded.hash, webp = excluded.webp, fetched_at = excluded.fetched_at`,
    [transaction.accountId, id, hash, webp],
  );
}
