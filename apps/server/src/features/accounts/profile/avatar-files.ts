import type { UserId } from '@hanasu/contract/ids';
import type { AccountsDependencies } from '../dependencies.ts';
import { replaceAvatarKey } from './avatars.store.ts';

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
