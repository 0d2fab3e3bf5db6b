import type { FoundContent } from '@hanasu/contract/accounts';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { takenOverMail } from '../mails/account-mails.ts';
import { recordOwnChange } from '../record-audit.ts';

/**
 * Whoever holds the mailbox has shown it, and doesn't know the password: somebody else may have made the account with
 * their address and be waiting in it. Every way in that was made before ends, and they get a list of what they found
 * there. The address itself is claimed by the caller. Returns whose sessions have ended: tell `ended` after the commit.
 */
export async function takeOver(
  transaction: SystemTransaction,
  {
    mail,
    publicUrl,
    endKeys,
    endShares,
  }: Pick<AccountsDependencies, 'mail' | 'publicUrl' | 'endKeys' | 'endShares'>,
  { id, email, knownAs, locale }: Pick<Person, 'id' | 'email' | 'knownAs' | 'locale'>,
  address: string,
): Promise<readonly UserId[]> {
  const owned = await findOwned(transaction, id);
  const found = await findContent(transaction, owned);
  const others = await endMemberships(transaction, id, owned);
  await endKeys(transaction, id, owned);
  await endCodes(transaction, id, owned);
  await endShares(transaction, id, owned);
  await endCredentials(transaction, id, found);
  const data = { ...found, members: others };
  await recordOwnChange(transaction, { userId: id, action: 'account.taken_over', data, address });
  if (email)
    await mail.write(transaction, takenOverMail({ email, locale }, { name: knownAs, ...found }, publicUrl));
  return [id, ...others];
}

const findOwned = async (transaction: SystemTransaction, userId: UserId): Promise<AccountId[]> => {
  const rows = await transaction.rows<{ id: AccountId }>(
    `select tenant_id as id from memberships where user_id = $1 and role = 'owner' order by tenant_id for update`,
    [userId],
  );
  return rows.map(({ id }) => id);
};

/** Names of what stands in these accounts and goes on: the new holder decides what stays. */
async function findContent(
  transaction: SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<FoundContent> {
  const names = async (query: string): Promise<string[]> => {
    const rows = await transaction.rows<{ name: string }>(query, [accountIds]);
    return rows.map(({ name }) => name);
  };
  return {
    bots: await names('select name from bots where account_id = any($1) order by created_at, id limit 100'),
    channels: await names(
      `select name || ' (' || kind || ')' as name from channels where account_id = any($1) order by created_at, id limit 100`,
    ),
    tools: await names(
      'select name from bot_tools where account_id = any($1) order by created_at, id limit 100',
    ),
  };
}

/** Members that were let in. Returns who they are: their sessions in these accounts have ended. */
async function endMemberships(
  transaction: SystemTransaction,
  userId: UserId,
  owned: readonly AccountId[],
): Promise<UserId[]> {
  const others = await transaction.rows<{ id: UserId }>(
    'delete from memberships where tenant_id = any($1) and user_id <> $2 returning user_id as id',
    [owned, userId],
  );
  // Somebody may have had them join an account where others listen.
  await transaction.run(`delete from memberships where user_id = $1 and role <> 'owner'`, [userId]);
  await transaction.run(
    'update sessions set revoked_at = now() where revoked_at is null and (user_id = $1 or tenant_id = any($2))',
    [userId, owned],
  );
  return others.map(({ id }) => id);
}

/** Invitations and mailed links. */
async function endCodes(
  transaction: SystemTransaction,
  userId: UserId,
  owned: readonly AccountId[],
): Promise<void> {
  const values = [userId, owned];
  await transaction.run(
    'delete from invitations where accepted_at is null and (invited_by = $1 or account_id = any($2))',
    values,
  );
  await transaction.run(
    `update one_time_codes set used_at = now()
     where used_at is null and (user_id = $1 or tenant_id = any($2))`,
    values,
  );
}

/** Password, passkeys, providers and second factor. Known devices and codes die with the version. */
async function endCredentials(
  transaction: SystemTransaction,
  userId: UserId,
  found: FoundContent,
): Promise<void> {
  await transaction.run(
    `update users set password_hash = null, pending_email = null, totp_secret = null, totp_confirmed_at = null,
       totp_last_step = null, credential_version = credential_version + 1, found_content = $2 where id = $1`,
    [userId, JSON.stringify(found)],
  );
  for (const table of ['passkeys', 'identities', 'recovery_codes']) {
    await transaction.run(`delete from ${table} where user_id = $1`, [userId]);
  }
}
