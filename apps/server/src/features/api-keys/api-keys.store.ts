import type { Role } from '@hanasu/contract/accounts';
import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import type { AccountId, ApiKeyId, BotId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export interface ApiKeyRow {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: ApiKeyScope[];
  readonly botIds: BotId[] | null;
  readonly spentThisMonth: number;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdBy: string | null;
  /** The maker's role now; null: they have left, and the key has stopped. */
  readonly makerRole: Role | null;
  readonly createdAt: Date;
}

const KEY = `select k.id, k.name, k.prefix, k.scopes, k.bot_ids as "botIds",
    coalesce(-(select sum(e.tokens) from ledger_entries e where e.account_id = k.account_id and e.api_key_id = k.id
      and e.created_at >= date_trunc('month', now(), a.time_zone)), 0)::bigint as "spentThisMonth", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
    k.last_used_at as "lastUsedAt", u.display_name as "createdBy", w.role as "makerRole", k.created_at as "createdAt"
  from api_keys k join accounts a on a.id = k.account_id left join users u on u.id = k.created_by
    left join memberships w on w.tenant_id = k.account_id and w.user_id = k.created_by`;

/** Revoked keys stay for 30 days, so that nobody wonders where one has gone. */
export const listKeys = (transaction: AccountTransaction) =>
  transaction.rows<ApiKeyRow>(
    `${KEY} where k.account_id = $1 and (k.revoked_at is null or k.revoked_at > now() - interval '30 days')
     order by k.revoked_at is not null, k.created_at desc, k.id desc limit 200`,
    [transaction.accountId],
  );

/** Null when it doesn't exist or is revoked. */
export const findKey = (transaction: AccountTransaction, id: ApiKeyId) =>
  transaction.one<ApiKeyRow>(`${KEY} where k.account_id = $1 and k.id = $2 and k.revoked_at is null`, [
    transaction.accountId,
    id,
  ]);

/** Two that are made at once wait for each other, so that both count. */
export async function countKeys(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('api-keys ' || $1, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    'select count(*)::int as count from api_keys where account_id = $1 and revoked_at is null',
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

export type KeyValues = Pick<ApiKeyRow, 'name' | 'scopes' | 'botIds' | 'expiresAt'>;

export async function insertKey(
  transaction: AccountTransaction,
  key: KeyValues & Pick<ApiKeyRow, 'id' | 'prefix'> & { readonly hash: Buffer; readonly createdBy: UserId },
): Promise<void> {
  await transaction.run(
    `insert into api_keys (account_id, id, name, scopes, bot_ids, expires_at, prefix, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [transaction.accountId, key.id, ...columnsOf(key), key.prefix, key.createdBy],
  );
  await transaction.run('insert into api_key_hashes (hash, tenant_id, key_id) values ($1, $2, $3)', [
    key.hash,
    transaction.accountId,
    key.id,
  ]);
}

export async function updateKey(
  transaction: AccountTransaction,
  id: ApiKeyId,
  key: KeyValues,
): Promise<void> {
  await transaction.run(
    `update api_keys set name = $3, scopes = $4, bot_ids = $5, expires_at = $6
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, ...columnsOf(key)],
  );
}

const columnsOf = (key: KeyValues): unknown[] => [
  key.name,
  JSON.stringify(key.scopes),
  key.botIds && JSON.stringify(key.botIds),
  key.expiresAt,
];

/** Its hash goes: nothing can be authenticated with it again, whatever is done to its row. */
export async function markRevoked(transaction: AccountTransaction, id: ApiKeyId): Promise<void> {
  const key = [transaction.accountId, id];
  await transaction.run('update api_keys set revoked_at = now() where account_id = $1 and id = $2', key);
  await transaction.run('delete from api_key_hashes where tenant_id = $1 and key_id = $2', key);
}

export const existingBotIds = async (
  transaction: AccountTransaction,
  ids: readonly BotId[],
): Promise<BotId[]> => {
  const rows = await transaction.rows<{ id: BotId }>(
    'select id from bots where account_id = $1 and id = any($2)',
    [transaction.accountId, ids],
  );
  return rows.map(({ id }) => id);
};

export interface LiveKey {
  readonly accountId: AccountId;
  readonly keyId: ApiKeyId;
  readonly name: string;
  /** The member who made it or took it over. */
  readonly personId: UserId;
  /** What that member may do now: the key never has more. */
  readonly role: Role;
  readonly scopes: readonly ApiKeyScope[];
  /** Null: all bots of the account. */
  readonly botIds: readonly BotId[] | null;
  readonly expiresAt: Date | null;
}

/** The key of a hash while it is good: also its maker must still be a member, in an account that is not suspended. */
export const findLiveKey = (transaction: SystemTransaction, hash: Buffer) =>
  transaction.one<LiveKey & { readonly isUsedLongAgo: boolean }>(
    `select k.account_id as "accountId", k.id as "keyId", k.name, k.scopes,
       m.user_id as "personId", m.role,
       k.bot_ids as "botIds",
       k.expires_at as "expiresAt",
       coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUsedLongAgo"
     from api_key_hashes h join api_keys k on k.account_id = h.tenant_id and k.id = h.key_id
       join memberships m on m.tenant_id = k.account_id and m.user_id = k.created_by
       join accounts a on a.id = k.account_id and a.suspended_at is null
     where h.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [hash],
  );

export async function markUsed(
  transaction: SystemTransaction,
  { accountId, keyId }: Pick<LiveKey, 'accountId' | 'keyId'>,
): Promise<void> {
  await transaction.run('update api_keys set last_used_at = now() where account_id = $1 and id = $2', [
    accountId,
    keyId,
  ]);
}

/** Another member answers for them from now on. */
export async function handOverKeys(
  transaction: AccountTransaction,
  { from, to }: { readonly from: UserId; readonly to: UserId },
): Promise<void> {
  await transaction.run('update api_keys set created_by = $3 where account_id = $1 and created_by = $2', [
    transaction.accountId,
    from,
    to,
  ]);
}

/** Their hashes go: nothing can be authenticated with them again, whatever is done to their rows. */
export async function revokeKeysOf(transaction: AccountTransaction, userId: UserId): Promise<void> {
  const values = [transaction.accountId, userId];
  await transaction.run(
    `delete from api_key_hashes h using api_keys k
     where h.tenant_id = $1 and k.account_id = $1 and k.id = h.key_id and k.created_by = $2`,
    values,
  );
  await transaction.run(
    'update api_keys set revoked_at = now() where account_id = $1 and created_by = $2 and revoked_at is null',
    values,
  );
}

/** Those that a person made anywhere, and all of these accounts. */
export async function revokeAllKeys(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  const values = [userId, accountIds];
  await transaction.run(
    `delete from api_key_hashes h using api_keys k where k.account_id = h.tenant_id and k.id = h.key_id
       and (k.created_by = $1 or k.account_id = any($2))`,
    values,
  );
  await transaction.run(
    `update api_keys set revoked_at = now()
     where revoked_at is null and (created_by = $1 or account_id = any($2))`,
    values,
  );
}
