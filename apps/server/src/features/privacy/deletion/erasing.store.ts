import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { PERSON, type PersonRow } from './deletion.store.ts';

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

/** The same, once nobody else is at it. */
export const awaitPerson = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<PersonRow>(`select ${PERSON} from users where id = $1 and delete_at <= now() for update`, [
    userId,
  ]);

/** Whoever joined meanwhile keeps the account: the one with the highest role, of these the first, owns it then. */
export const findHeir = (transaction: SystemTransaction, accountId: AccountId, userId: UserId) =>
  transaction.one<{ userId: UserId }>(
    `select user_id as "userId" from memberships where tenant_id = $1 and user_id <> $2
     order by array_position(array['admin', 'operator', 'viewer'], role), created_at, user_id limit 1`,
    [accountId, userId],
  );

/** What was erased together with a person. */
export interface ErasedCounts {
  readonly accounts: number;
  readonly bots: number;
  readonly documents: number;
  readonly conversations: number;
  readonly messages: number;
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

/** Whoever writes for these members waits until the transaction ends, and finds them gone. */
export const lockMemberships = (transaction: SystemTransaction, userId: UserId) =>
  transaction.run('select 1 from memberships where user_id = $1 order by tenant_id for update', [userId]);

/** Every address that mails went to. */
export const findAddresses = async (transaction: SystemTransaction, userId: UserId): Promise<string[]> => {
  const rows = await transaction.rows<{ address: string }>(
    `select address from users, unnest(array[email, pending_email]) address where id = $1 and address is not null
     union select email from identities where user_id = $1 and email is not null`,
    [userId],
  );
  return rows.map(({ address }) => address);
};

/** Whom these accounts have invited; the mails name the account. */
export const findInvited = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<{ recipient: string; name: string }>(
    `select i.email as recipient, a.name from invitations i join accounts a on a.id = i.account_id
     where a.id = any($1)`,
    [accountIds],
  );
