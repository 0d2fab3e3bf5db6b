import type { Role } from '@hanasu/contract/accounts';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { AccountItem } from '@hanasu/contract/team';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface AccountRow {
  readonly id: AccountId;
  readonly name: string;
  readonly timeZone: string;
  readonly color: string | null;
  /** When it will be erased. */
  readonly deleteAt: Date | null;
}

/** Changes of who belongs to an account wait for each other here; null when it is gone. */
export const lockAccount = (transaction: SystemTransaction, accountId: AccountId) =>
  transaction.one<AccountRow>(
    `select id, name, time_zone as "timeZone", color, delete_at as "deleteAt" from accounts where id = $1
     for no key update`,
    [accountId],
  );

export async function updateAccount(
  transaction: SystemTransaction,
  accountId: AccountId,
  { name, timeZone, color }: Pick<AccountRow, 'name' | 'timeZone' | 'color'>,
): Promise<void> {
  await transaction.run('update accounts set name = $2, time_zone = $3, color = $4 where id = $1', [
    accountId,
    name,
    timeZone,
    color,
  ]);
}

export const findRole = async (
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<Role | null> => {
  const row = await transaction.one<{ role: Role }>(
    'select role from memberships where tenant_id = $1 and user_id = $2',
    [accountId, userId],
  );
  return row?.role ?? null;
};

export async function insertMembership(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
  role: Role,
): Promise<void> {
  await transaction.run('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    accountId,
    userId,
    role,
  ]);
}

export async function setRole(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
  role: Role,
): Promise<void> {
  await transaction.run('update memberships set role = $3 where tenant_id = $1 and user_id = $2', [
    accountId,
    userId,
    role,
  ]);
}

/** With the sessions that were in that account: the person is out at their next request. */
export async function deleteMembership(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await transaction.run('delete from memberships where tenant_id = $1 and user_id = $2', [accountId, userId]);
  await transaction.run(
    'update sessions set revoked_at = now() where tenant_id = $1 and user_id = $2 and revoked_at is null',
    [accountId, userId],
  );
}

export async function moveSession(
  transaction: SystemTransaction,
  sessionId: SessionId,
  accountId: AccountId,
): Promise<void> {
  await transaction.run('update sessions set tenant_id = $2 where id = $1', [sessionId, accountId]);
}

/** Who opens accounts waits for themselves, so that the count holds. */
export async function lockOwnedCount(transaction: SystemTransaction, userId: UserId): Promise<number> {
  await transaction.run('select 1 from users where id = $1 for no key update', [userId]);
  const row = await transaction.one<{ owned: number }>(
    "select count(*)::int as owned from memberships where user_id = $1 and role = 'owner'",
    [userId],
  );
  return row?.owned ?? 0;
}

export const listAccountsOf = (transaction: SystemTransaction, userId: UserId, current: AccountId) =>
  transaction.rows<AccountItem>(
    `select a.id as uuid, a.name, m.role, a.id = $2 as current,
       (select count(*)::int from memberships c where c.tenant_id = a.id) as members
     from memberships m join accounts a on a.id = m.tenant_id
     where m.user_id = $1 order by m.created_at, a.id`,
    [userId, current],
  );
