import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';

/** SQL of what an administrator of the installation does to accounts. */

export async function setSuspended(
  transaction: SystemTransaction,
  id: AccountId,
  isSuspended: boolean,
): Promise<void> {
  await transaction.run(
    'update accounts set suspended_at = case when $2 then coalesce(suspended_at, now()) end where id = $1',
    [id, isSuspended],
  );
}

/**
 * Passes the account to a person made for this alone, whose day to be erased has come: privacy's steps do the rest, and
 * go on after a crash. The people of the account keep their other accounts.
 */
export async function moveToPlaceholderOwner(
  transaction: SystemTransaction,
  accountId: AccountId,
  placeholder: UserId,
): Promise<void> {
  const name = `erased-${placeholder}`;
  await transaction.run(
    `insert into users (id, username, username_key, display_name, locale, delete_at)
     values ($1, $2, $2, $2, 'en', now())`,
    [placeholder, name],
  );
  await transaction.run('delete from memberships where tenant_id = $1', [accountId]);
  await transaction.run(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'owner')`, [
    accountId,
    placeholder,
  ]);
  await transaction.run(
    'update sessions set revoked_at = now() where tenant_id = $1 and revoked_at is null',
    [accountId],
  );
  await transaction.run('delete from invitations where account_id = $1', [accountId]);
  await transaction.run(
    'update accounts set delete_at = now(), suspended_at = coalesce(suspended_at, now()) where id = $1',
    [accountId],
  );
}
