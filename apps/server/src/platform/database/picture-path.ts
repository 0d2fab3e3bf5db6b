/** Whose pictures vendors keep; each has its address in a column. */
export const PICTURE_KINDS = ['friend', 'channel', 'group'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Letters of the SHA-256 of the vendor's address: who knows them knows that address, which cannot be guessed. */
export const PICTURE_HASH_LETTERS = 32;

/**
 * SQL for the path where our copy of a picture is read: browsers of staff never ask a vendor. Another picture has another
 * path. Null when there is none.
 */
export const picturePath = (kind: PictureKind, table: string, column: string): string =>
  `case when ${table}.${column} <> '' then '/api/picture/${kind}/' || ${table}.account_id || '/' || ${table}.id || '/'
     || left(encode(sha256(convert_to(${table}.${column}, 'UTF8')), 'hex'), ${PICTURE_HASH_LETTERS}) end`;
