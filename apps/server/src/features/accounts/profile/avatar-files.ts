import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';

export type AvatarNeeds = Pick<AccountsDependencies, 'database' | 'files'>;

/** What the key of a picture looks like; nothing else is looked for among the files. */
export const AVATAR_KEY = /^[\w-]{32}$/;

/** Where the picture of this key is kept. */
export const avatarFile = (key: string): string => `avatars/${key}`;

/** Whose picture it is: a person's, or the logo of an account. */
export type Pictured = { readonly userId: UserId } | { readonly accountId: AccountId };

/** A new picture's file is there before its row names it, the old one's goes after: what is shown always exists. */
export async function replaceAvatar(
  { database, files }: AvatarNeeds,
  whose: Pictured,
  key: string | null,
): Promise<void> {
  const before = await database.system((transaction) =>
    'userId' in whose
      ? replaceAvatarKey(transaction, whose.userId, key)
      : replaceLogoKey(transaction, whose.accountId, key),
  );
  if (before) await files.remove(avatarFile(before));
}

/** Returns the key it replaces. */
async function replaceLogoKey(
  transaction: SystemTransaction,
  accountId: AccountId,
  key: string | null,
): Promise<string | null> {
  const row = await transaction.one<{ before: string | null }>(
    `with before as (select id, logo_key from accounts where id = $1 for update)
     update accounts a set logo_key = $2 from before where a.id = before.id
     returning before.logo_key as before`,
    [accountId, key],
  );
  return row?.before ?? null;
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
