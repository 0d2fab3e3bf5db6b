import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';

export type AvatarNeeds = Pick<AccountsDependencies, 'database' | 'files'>;

/** What the key of a picture looks like; nothing else is looked for among the files. */
export const AVATAR_KEY = /^[\w-]{32}$/;

/** Where the picture of this key is kept. */
export const avatarFile = (key: string): string => `avatars/${key}`;

/** A person's picture, or the logo of an account. */
export type PictureOwner =
  | { readonly table: 'users'; readonly id: UserId }
  | { readonly table: 'accounts'; readonly id: AccountId };
const COLUMNS = { users: 'avatar_key', accounts: 'logo_key' } as const;

/** Sets the key of a picture, or takes the picture away. Returns the key that stood there. */
export async function replacePictureKey(
  transaction: SystemTransaction,
  { table, id }: PictureOwner,
  key: string | null,
): Promise<string | null> {
  const column = COLUMNS[table];
  const row = await transaction.one<{ before: string | null }>(
    `with before as (select id, ${column} as key from ${table} where id = $1 for update)
     update ${table} o set ${column} = $2 from before where o.id = before.id returning before.key as before`,
    [id, key],
  );
  return row?.before ?? null;
}

/** A new picture's file is there before its row names it, and the old one's is removed after: what is shown always exists. */
export async function replaceAvatar(
  { database, files }: AvatarNeeds,
  userId: UserId,
  key: string | null,
): Promise<void> {
  const before = await database.system((transaction) =>
    replacePictureKey(transaction, { table: 'users', id: userId }, key),
  );
  if (before) await files.remove(avatarFile(before));
}
