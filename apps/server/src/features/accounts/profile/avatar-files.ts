import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';

export type AvatarNeeds = Pick<AccountsDependencies, 'database' | 'files'>;

/** What the key of a picture looks like; nothing else is looked for among the files. */
export const AVATAR_KEY = /^[\w-]{32}$/;

/** Where the picture of this key is kept. */
export const avatarFile = (key: string): string => `avatars/${key}`;

/** A new picture's file is there before its row names it, the old one's goes after: what is shown always exists. */
export async function replaceAvatar(
  { database, files }: AvatarNeeds,
  userId: UserId,
  key: string | null,
): Promise<void> {
  const before = await database.system((transaction) => replaceAvatarKey(transaction, userId, key));
  if (before) await files.remove(avatarFile(before));
}

/** Returns the key it replaces. */
async function replaceAvatarKey(
  transaction: SystemTransaction,
  userId: UserId,
  key: string | null,
): Promise<string | null> {
  const row = await transaction.one<{ before: string | null }>(
    `with before as (select id, avatar_key from users where id = $1 for update)
     update users u set avatar_key = $2 from before where u.id = before.id
     returning before.avatar_key as before`,
    [userId, key],
  );
  return row?.before ?? null;
}
