import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';

/** SQL of how a person and their accounts are deleted; `privacy` says in which order. */

/** Null takes the wish back. */
export async function setDeleteAt(
  transaction: SystemTransaction,
  {
    userId,
    accountIds,
    deleteAt,
  }: { userId: UserId; accountIds: readonly AccountId[]; deleteAt: Date | null },
): Promise<void> {
  await transaction.run('update users set delete_at = $2 where id = $1', [userId, deleteAt]);
  await transaction.run('update accounts set delete_at = $2 where id = any($1)', [accountIds, deleteAt]);
}

/** Nobody joins an account that is about to go. */
export async function deleteOpenInvitations(
  transaction: SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run('delete from invitations where account_id = any($1) and accepted_at is null', [
    accountIds,
  ]);
}

/** Another member owns the account from now on. */
export async function transferAccount(
  transaction: SystemTransaction,
  accountId: AccountId,
  { from, to }: { from: UserId; to: UserId },
): Promise<void> {
  await transaction.run('delete from memberships where tenant_id = $1 and user_id = $2', [accountId, from]);
  await transaction.run(`update memberships set role = 'owner' where tenant_id = $1 and user_id = $2`, [
    accountId,
    to,
  ]);
  await transaction.run('update accounts set delete_at = null where id = $1', [accountId]);
}

/** Nobody is in any more and nobody gets in; what a vendor still sends is refused by `accounts.delete_at`. */
export async function closeAccount(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await transaction.run('update accounts set delete_at = least(delete_at, now()) where id = $1', [accountId]);
  await transaction.run('delete from sessions where tenant_id = $1', [accountId]);
}

/** Every way to sign in ends, before the rest takes its time. */
export async function deleteSignInMethods(transaction: SystemTransaction, userId: UserId): Promise<void> {
  await transaction.run('update users set password_hash = null, email_key = null where id = $1', [userId]);
  for (const table of ['sessions', 'one_time_codes', 'passkeys', 'recovery_codes', 'identities']) {
    await transaction.run(`delete from ${table} where user_id = $1`, [userId]);
  }
}

/** The log refuses to be changed but by the transaction that erases its account. */
export const allowErasing = (transaction: SystemTransaction, accountId: AccountId) =>
  transaction.run(`select set_config('app.erasing', $1, true)`, [accountId]);

/** At most `most` lines of a log, but for those of one action. */
export const deleteAuditEvents = (
  transaction: SystemTransaction,
  accountId: AccountId,
  { except, most }: { readonly except: string; readonly most: number },
) =>
  transaction.run(
    `delete from audit_events where ctid = any(array(
       select ctid from audit_events where account_id = $1 and action <> $2 limit $3))`,
    [accountId, except, most],
  );

/** The last step in an account of others. It comes first there, because it waits for those who write for them now. */
export async function deleteMembership(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await transaction.run('delete from memberships where tenant_id = $1 and user_id = $2', [accountId, userId]);
}

export async function deleteInvitationsBy(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await transaction.run('delete from invitations where account_id = $1 and invited_by = $2', [
    accountId,
    userId,
  ]);
}

/** With its memberships, and the last line of its log. */
export async function deleteAccountRow(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await transaction.run('delete from audit_events where account_id = $1', [accountId]);
  await transaction.run('delete from accounts where id = $1', [accountId]);
}

/** With sessions, memberships, identities, passkeys and codes. */
export const deletePersonRow = (transaction: SystemTransaction, userId: UserId) =>
  transaction.run('delete from users where id = $1', [userId]);
