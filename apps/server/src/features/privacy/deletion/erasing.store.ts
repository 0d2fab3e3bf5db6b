import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { PERSON, type PersonRow } from './deletion.store.ts';
import type { ErasedCounts } from './erase-person.ts';

/** Written when an account is closed for good; holds what it had, for the receipt, and goes with the account. */
export const CLOSED = 'account.closed';

export const findDuePeople = async (transaction: SystemTransaction, most: number): Promise<UserId[]> => {
  const rows = await transaction.rows<{ id: UserId }>(
    'select id from users where delete_at <= now() order by delete_at limit $1',
    [most],
  );
  return rows.map(({ id }) => id);
};

/** Null: not due (any more), or another process is at it this moment. */
export const claimPerson = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<PersonRow>(
    `select ${PERSON} from users where id = $1 and delete_at <= now() for update skip locked`,
    [userId],
  );

/** Whoever joined meanwhile keeps the account: the one with the highest role, of these the first, owns it then. */
export const findHeir = (transaction: SystemTransaction, accountId: AccountId, userId: UserId) =>
  transaction.one<{ userId: UserId }>(
    `select user_id as "userId" from memberships where tenant_id = $1 and user_id <> $2
     order by array_position(array['admin', 'operator', 'viewer'], role), created_at, user_id limit 1`,
    [accountId, userId],
  );

export async function passOn(
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

export interface Closing {
  readonly counts: Omit<ErasedCounts, 'accounts'>;
  readonly closedAt: Date;
}

export const findClosing = (transaction: AccountTransaction) =>
  transaction.one<Closing>(
    `select data as counts, created_at as "closedAt" from audit_events where account_id = $1 and action = $2`,
    [transaction.accountId, CLOSED],
  );

export const countContents = async (transaction: AccountTransaction): Promise<Closing['counts']> => {
  const counted = await transaction.one<Closing['counts']>(
    `select (select count(*)::int from bots where account_id = $1) as bots,
       (select count(*)::int from documents where account_id = $1) as documents,
       (select count(*)::int from conversations where account_id = $1) as conversations,
       (select count(*)::int from messages where account_id = $1) as messages`,
    [transaction.accountId],
  );
  if (!counted) throw new Error('counting gave no row');
  return counted;
};

/** Nobody is in any more and nobody gets in; what a vendor still sends is refused by `accounts.delete_at`. */
export async function closeAccount(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await transaction.run('update accounts set delete_at = least(delete_at, now()) where id = $1', [accountId]);
  await transaction.run('delete from sessions where tenant_id = $1', [accountId]);
}

/** Every way to sign in ends, before the rest takes its time. */
export async function closePerson(transaction: SystemTransaction, userId: UserId): Promise<void> {
  await transaction.run('update users set password_hash = null, email_key = null where id = $1', [userId]);
  for (const table of ['sessions', 'one_time_codes', 'passkeys', 'recovery_codes', 'identities']) {
    await transaction.run(`delete from ${table} where user_id = $1`, [userId]);
  }
}

/** Mails to the person, and those of their accounts' invitations, which name both. */
export async function deleteMailsOf(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run(
    `delete from mails where lower(recipient) in (
       select lower(address) from users, unnest(array[email, pending_email]) address where id = $1
       union select lower(email) from identities where user_id = $1)`,
    [userId],
  );
  await transaction.run(
    `delete from mails m using invitations i join accounts a on a.id = i.account_id
     where a.id = any($1) and lower(m.recipient) = lower(i.email) and position(a.name in m.text) > 0`,
    [accountIds],
  );
}

/** The log refuses to be changed but by the transaction that erases its account. */
export const allowErasing = (transaction: SystemTransaction, accountId: AccountId) =>
  transaction.run(`select set_config('app.erasing', $1, true)`, [accountId]);

export const deleteSomeAudit = (transaction: SystemTransaction, accountId: AccountId, most: number) =>
  transaction.run(
    `delete from audit_events where ctid = any(array(
       select ctid from audit_events where account_id = $1 and action <> $2 limit $3))`,
    [accountId, CLOSED, most],
  );

/** Accounts of others that the person belongs to. */
export const findForeignAccounts = async (
  transaction: SystemTransaction,
  userId: UserId,
): Promise<AccountId[]> => {
  const rows = await transaction.rows<{ id: AccountId }>(
    `select tenant_id as id from memberships where user_id = $1 and role <> 'owner'`,
    [userId],
  );
  return rows.map(({ id }) => id);
};

/** Lines of a thread say who had it. */
const withoutPerson = (key: string): string =>
  `case when data #>> '{${key},uuid}' = $2::text then '{"${key}": null}'::jsonb else '{}' end`;

/** What they wrote stays, without them. Returns how many rows lost their author. */
export const forgetAuthor = (transaction: AccountTransaction, userId: UserId, most: number) =>
  transaction.run(
    `update messages set operator_id = nullif(operator_id, $2), mentions = array_remove(mentions, $2),
       data = data || ${['from', 'to', 'by'].map(withoutPerson).join(' || ')}
     where account_id = $1 and id = any(array(
       select id from messages where account_id = $1 and (operator_id = $2 or $2 = any(mentions)
         or (kind = 'event' and sender = 'system' and $2::text in
           (data #>> '{from,uuid}', data #>> '{to,uuid}', data #>> '{by,uuid}'))) limit $3))`,
    [transaction.accountId, userId, most],
  );

/** Whoever writes for these members waits until the transaction ends, and finds them gone. */
export const lockMemberships = (transaction: SystemTransaction, userId: UserId) =>
  transaction.run('select 1 from memberships where user_id = $1 order by tenant_id for update', [userId]);

/** Conversations that were theirs wait for somebody else. */
export async function leaveDesk(transaction: AccountTransaction, userId: UserId): Promise<void> {
  const values = [transaction.accountId, userId];
  await transaction.run(
    `update conversations set operator_id = null,
       handling = case when handling = 'operator' then 'waiting' else handling end
     where account_id = $1 and operator_id = $2`,
    values,
  );
  await transaction.run(
    `update canned_replies set created_by = '00000000-0000-0000-0000-000000000000'
     where account_id = $1 and created_by = $2`,
    values,
  );
}

/** The last step in an account of others: what is theirs alone goes with their membership. */
export async function leaveAccount(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  const values = [accountId, userId];
  // First, because it waits for those who write for them now.
  await transaction.run('delete from memberships where tenant_id = $1 and user_id = $2', values);
  for (const table of [
    'conversation_reads',
    'drafts',
    'operator_presence',
    'notify_settings',
    'notify_links',
  ])
    await transaction.run(`delete from ${table} where account_id = $1 and user_id = $2`, values);
  await transaction.run('delete from notifications where account_id = $1 and user_id = $2', values);
  await transaction.run('delete from invitations where account_id = $1 and invited_by = $2', values);
}

/** With its memberships, and the last line of its log. */
export async function deleteAccountRow(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await transaction.run('delete from audit_events where account_id = $1', [accountId]);
  await transaction.run('delete from accounts where id = $1', [accountId]);
}

/** With sessions, memberships, identities, passkeys and codes. */
export const deletePersonRow = (transaction: SystemTransaction, userId: UserId) =>
  transaction.run('delete from users where id = $1', [userId]);
