import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import {
  ABOUT_ACCESS,
  ACCESS_DELAYED,
  ACCESS_LAPSES,
  ACCESS_LOST,
  CREDENTIALS_NEEDED,
  storedAs,
} from '../attention.ts';
import { TRAFFIC, type TrafficRow } from '../channels.store.ts';

/**
 * One renewal of a channel at a time in the whole installation, until the transaction ends. Not a lock on its row:
 * the vendor is asked meanwhile, and events that refer to the row have to be stored.
 */
export async function tryLockAccess(transaction: AccountTransaction, id: ChannelId): Promise<boolean> {
  const row = await transaction.one<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('channel access ' || $1::text, 0)) as locked`,
    [id],
  );
  return row?.locked === true;
}

interface NewAccess {
  readonly credentials: Buffer;
  readonly accessLapsesAt: Date | null;
  /** What the owner should know of it. */
  readonly attention?: string | null;
}

/** False: newer credentials than `version` are stored. */
export async function storeRenewed(
  transaction: AccountTransaction,
  { id, credentialsVersion }: Pick<TrafficRow, 'id' | 'credentialsVersion'>,
  { credentials, accessLapsesAt, attention = null }: NewAccess,
): Promise<boolean> {
  const stored = await transaction.run(
    `update channels set credentials = $4, credentials_version = credentials_version + 1, access_lost = false,
       access_lapses_at = $5, access_detail = null,
       attention = coalesce($7, case when attention = any($6) then null else attention end)
     where account_id = $1 and id = $2 and credentials_version = $3`,
    [transaction.accountId, id, credentialsVersion, credentials, accessLapsesAt, ABOUT_ACCESS, attention],
  );
  return stored > 0;
}

/** False: it is known already, or there are newer credentials. */
export async function markLost(
  transaction: AccountTransaction,
  { id, credentialsVersion }: Pick<TrafficRow, 'id' | 'credentialsVersion'>,
  detail: string,
): Promise<boolean> {
  const marked = await transaction.run(
    `update channels set access_lost = true, attention = $4, access_detail = $5
     where account_id = $1 and id = $2 and credentials_version = $3 and not access_lost`,
    [transaction.accountId, id, credentialsVersion, ACCESS_LOST, storable(detail)],
  );
  return marked > 0;
}

/** The last try to renew has failed; what is worse stays. */
export async function markDelayed(
  transaction: AccountTransaction,
  id: ChannelId,
  detail: string,
): Promise<void> {
  await transaction.run(
    `update channels set access_detail = $5,
       attention = case when attention is null or attention = any($4) then $3 else attention end
     where account_id = $1 and id = $2 and not access_lost`,
    [transaction.accountId, id, ACCESS_DELAYED, storedAs(ACCESS_LAPSES), storable(detail)],
  );
}

const LONGEST_DETAIL = 500;

/** PostgreSQL holds no NUL. */
const storable = (detail: string): string =>
  detail.replaceAll('\0', '').slice(0, LONGEST_DETAIL).toWellFormed();

/**
 * `key-elsewhere`: another process has the key, so nothing is wrong with the channel. `known`: it is marked already, or has
 * other credentials by now.
 */
export async function markUnreadable(
  transaction: SystemTransaction,
  {
    accountId,
    id,
    credentialsVersion,
    keyId,
  }: ChannelKey & Pick<TrafficRow, 'credentialsVersion'> & { readonly keyId: Buffer },
): Promise<'marked' | 'known' | 'key-elsewhere'> {
  const key = await transaction.one(`select 1 from secret_keys where id = $1 and retired_at is null`, [
    keyId,
  ]);
  if (key) return 'key-elsewhere';
  const marked = await transaction.run(
    `update channels set access_lost = true, attention = $4
     where account_id = $1 and id = $2 and credentials_version = $3 and not access_lost`,
    [accountId, id, credentialsVersion, CREDENTIALS_NEEDED],
  );
  return marked > 0 ? 'marked' : 'known';
}

/** Stores the access of a channel that was connected again; it keeps its name and its bot. */
export async function replaceAccess(
  transaction: AccountTransaction,
  id: ChannelId,
  account: NewAccess & { readonly displayName: string; readonly pictureUrl: string | null },
): Promise<void> {
  await transaction.run(
    `update channels set credentials = $3, credentials_version = credentials_version + 1, access_lost = false,
       access_lapses_at = $4, display_name = $5, picture_url = $6, attention = null, access_detail = null,
       paused = paused and disconnected_at is null, disconnected_at = null
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      account.credentials,
      account.accessLapsesAt,
      account.displayName,
      account.pictureUrl,
    ],
  );
}

/** It is lost, ends soon, or can't be renewed just now. */
export const isAccessInTrouble = async (transaction: AccountTransaction, id: ChannelId): Promise<boolean> =>
  (await transaction.one(
    `select 1 from channels where account_id = $1 and id = $2 and (access_lost or attention = any($3))`,
    [transaction.accountId, id, ABOUT_ACCESS],
  )) !== null;

/** Which official account it is, as the vendor knows it. */
export const findExternalId = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<{ externalId: string }>(
    'select external_id as "externalId" from channels where account_id = $1 and id = $2',
    [transaction.accountId, id],
  );

export interface ChannelKey {
  readonly accountId: AccountId;
  readonly id: ChannelId;
}

/** One page of the channels whose access has to be renewed, after the last channel of the page before. */
export const findLapsing = (transaction: SystemTransaction, after: ChannelKey | null, limit: number) =>
  transaction.rows<TrafficRow & { accountId: AccountId }>(
    `select account_id as "accountId", ${TRAFFIC} from channels
     where access_lapses_at is not null and not access_lost
       and ($1::uuid is null or (account_id, id) > ($1, $2::uuid))
     order by account_id, id limit $3`,
    [after?.accountId, after?.id, limit],
  );

/** Channels whose access ends soon, each once: those that ask for attention now and didn't before. */
export const raiseAlarms = (transaction: SystemTransaction, days: number) =>
  transaction.rows<ChannelKey>(
    `update channels set attention = $2
     where access_lapses_at < now() + make_interval(days => $1) and not access_lost
       and (attention is null or attention <> all($3))
     returning account_id as "accountId", id`,
    [days, ACCESS_LAPSES, storedAs(ACCESS_LAPSES, ACCESS_DELAYED)],
  );
