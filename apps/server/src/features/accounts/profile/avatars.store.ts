import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

/** Returns the key it replaces. */
export async function replaceAvatarKey(
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
