import type { UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** The name colleagues know somebody by. */
export async function findUserName(transaction: AccountTransaction, userId: UserId): Promise<string> {
  const row = await transaction.one<{ name: string }>('select username as name from users where id = $1', [
    userId,
  ]);
  return row?.name ?? '';
}

/** The name customers are shown. */
export async function findDisplayName(transaction: AccountTransaction, userId: UserId): Promise<string> {
  const row = await transaction.one<{ name: string }>(
    "select coalesce(nullif(display_name, ''), username) as name from users where id = $1",
    [userId],
  );
  return row?.name ?? '';
}

/** Of these people, those who belong to the account. */
export async function findMembers(
  transaction: AccountTransaction,
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  const rows = await transaction.rows<{ id: UserId }>(
    'select user_id as id from memberships where tenant_id = $1 and user_id = any($2)',
    [transaction.accountId, userIds],
  );
  return new Set(rows.map(({ id }) => id));
}
