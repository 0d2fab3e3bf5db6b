import type { AccountId, BotId, ModelKeyId, UserId } from '@hanasu/contract/ids';
import type { ModelKeyProvider, ModelKeyRefusal, OwnModel } from '@hanasu/contract/model-keys';
import type { KeyTrouble } from '@hanasu/models/gateway/key-trouble';
import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface ModelKeyRow {
  readonly id: ModelKeyId;
  readonly provider: ModelKeyProvider;
  readonly name: string;
  readonly sealedKey: Buffer | null;
  readonly ending: string;
  readonly baseUrl: string | null;
  readonly models: readonly OwnModel[];
  readonly monthlyLimit: number | null;
  readonly refusal: ModelKeyRefusal | null;
  readonly refusedAt: Date | null;
  readonly checkedAt: Date;
  readonly changedAt: Date;
  readonly changedBy: string | null;
  readonly spentThisMonth: number;
  readonly reserved: number;
}

/** Bound into the sealed key: copied to another account or key it does not open. */
export const keyContext = (accountId: AccountId, id: ModelKeyId): string => `model-key/${accountId}/${id}`;

export const SEALED_MODEL_KEYS: SealedColumn = {
  table: 'model_keys',
  column: 'sealed_key',
  ids: ['account_id', 'id'],
  contextOf: ([accountId = '', id = '']) => `model-key/${accountId}/${id}`,
};

const MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

const KEY = `select k.id, k.provider, k.name, k.sealed_key as "sealedKey", k.ending, k.base_url as "baseUrl", k.models,
    k.monthly_limit as "monthlyLimit", k.refusal, k.refused_at as "refusedAt", k.checked_at as "checkedAt",
    k.changed_at as "changedAt", u.display_name as "changedBy", coalesce(m.micros, 0)::bigint as "spentThisMonth",
    coalesce((select sum(r.micros) from model_key_reservations r
      where r.account_id = k.account_id and r.key_id = k.id and r.expires_at > clock_timestamp()), 0)::bigint as reserved
  from model_keys k left join users u on u.id = k.changed_by
    left join model_key_months m on m.account_id = k.account_id and m.key_id = k.id and m.month = ${MONTH}`;

export const listKeys = (transaction: AccountTransaction) =>
  transaction.rows<ModelKeyRow>(`${KEY} where k.account_id = $1 order by k.created_at, k.id`, [
    transaction.accountId,
  ]);

export const findKey = (transaction: AccountTransaction, id: ModelKeyId) =>
  transaction.one<ModelKeyRow>(`${KEY} where k.account_id = $1 and k.id = $2`, [transaction.accountId, id]);

/** Two that are added at once wait for each other, so that both count. */
export async function lockKeys(transaction: AccountTransaction): Promise<ModelKeyProvider[]> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('model-keys ' || $1, 0))`, [
    transaction.accountId,
  ]);
  const rows = await transaction.rows<{ provider: ModelKeyProvider }>(
    'select provider from model_keys where account_id = $1',
    [transaction.accountId],
  );
  return rows.map(({ provider }) => provider);
}

export type KeyValues = Pick<
  ModelKeyRow,
  'provider' | 'name' | 'sealedKey' | 'ending' | 'baseUrl' | 'models' | 'monthlyLimit'
>;

export async function insertKey(
  transaction: AccountTransaction,
  key: KeyValues & { readonly id: ModelKeyId; readonly by: UserId },
): Promise<void> {
  await transaction.run(
    `insert into model_keys (account_id, id, provider, name, sealed_key, ending, base_url, models, monthly_limit,
       changed_by, checked_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
    [transaction.accountId, key.id, key.provider, ...changeable(key), key.by],
  );
}

/** `isChecked`: it has just worked, so it is no longer refused. False when it is gone. */
export async function updateKey(
  transaction: AccountTransaction,
  key: KeyValues & { readonly id: ModelKeyId; readonly by: UserId; readonly isChecked: boolean },
): Promise<boolean> {
  const changed = await transaction.run(
    `update model_keys set name = $3, sealed_key = $4, ending = $5, base_url = $6, models = $7, monthly_limit = $8,
       changed_by = $9, changed_at = now(),
       checked_at = case when $10 then now() else checked_at end,
       refusal = case when $10 then null else refusal end,
       refused_at = case when $10 then null else refused_at end,
       retry_at = case when $10 then null else retry_at end
     where account_id = $1 and id = $2`,
    [transaction.accountId, key.id, ...changeable(key), key.by, key.isChecked],
  );
  return changed > 0;
}

const changeable = (key: KeyValues): unknown[] => [
  key.name,
  key.sealedKey,
  key.ending,
  key.baseUrl,
  JSON.stringify(key.models),
  key.monthlyLimit,
];

export async function deleteKey(transaction: AccountTransaction, id: ModelKeyId): Promise<void> {
  await transaction.run('delete from model_keys where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** It has worked. */
export async function markWorking(transaction: AccountTransaction, id: ModelKeyId): Promise<boolean> {
  const changed = await transaction.run(
    `update model_keys set refusal = null, refused_at = null, retry_at = null, checked_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );
  return changed > 0;
}

/** Since when it is refused stays as it is however often it is: its owner is told once. True: it was accepted before. */
export async function markRefused(
  transaction: AccountTransaction,
  id: ModelKeyId,
  { refusal, retrySeconds }: { readonly refusal: KeyTrouble; readonly retrySeconds: number },
): Promise<boolean> {
  const row = await transaction.one<{ isNew: boolean }>(
    `update model_keys set refusal = $3, refused_at = coalesce(refused_at, clock_timestamp()),
       retry_at = clock_timestamp() + make_interval(secs => $4)
     where account_id = $1 and id = $2
     returning refused_at >= retry_at - make_interval(secs => $4) as "isNew"`,
    [transaction.accountId, id, refusal, retrySeconds],
  );
  return row?.isNew ?? false;
}

export interface UsingBot {
  readonly uuid: BotId;
  readonly name: string;
  readonly services: readonly string[];
}

/** The models of each bot, as it answers and as it is edited. */
export const listServicesOfBots = (transaction: AccountTransaction) =>
  transaction.rows<UsingBot>(
    `select b.id as uuid, b.name, array_remove(array[b.service_uuid, b.settings->>'fallbackServiceUuid',
       b.settings->>'cheaperServiceUuid', b.draft->>'serviceUuid', b.draft->'settings'->>'fallbackServiceUuid',
       b.draft->'settings'->>'cheaperServiceUuid'], null) as services
     from bots b where b.account_id = $1 order by b.name, b.id`,
    [transaction.accountId],
  );

/** What a call may cost now. Under the lock of the key. */
export interface KeyRoom {
  readonly monthlyLimit: number | null;
  readonly spent: number;
  readonly reserved: number;
  readonly isRefused: boolean;
  readonly isSuspended: boolean;
}

export async function readKeyRoom(
  transaction: SystemTransaction,
  { accountId, keyId }: { readonly accountId: AccountId; readonly keyId: ModelKeyId },
): Promise<KeyRoom | null> {
  // Two statements: one that waits for a lock does not see what was reserved while it waited.
  const [, room] = await Promise.all([
    transaction.run('select 1 from model_keys where account_id = $1 and id = $2 for update', [
      accountId,
      keyId,
    ]),
    transaction.one<KeyRoom>(
      `select k.monthly_limit as "monthlyLimit", coalesce(m.micros, 0)::bigint as spent,
         coalesce((select sum(r.micros) from model_key_reservations r where r.account_id = k.account_id
           and r.key_id = k.id and r.expires_at > clock_timestamp()), 0)::bigint as reserved,
         coalesce(k.retry_at > clock_timestamp(), false) as "isRefused",
         exists (select from accounts a where a.id = k.account_id and a.suspended_at is not null) as "isSuspended"
       from model_keys k left join model_key_months m
         on m.account_id = k.account_id and m.key_id = k.id and m.month = ${MONTH}
       where k.account_id = $1 and k.id = $2`,
      [accountId, keyId],
    ),
  ]);
  return room;
}

/** Also puts off the next try of a key that is refused: one call at a time finds out whether it works again. */
export async function insertMoney(
  transaction: SystemTransaction,
  money: {
    readonly accountId: AccountId;
    readonly keyId: ModelKeyId;
    readonly id: string;
    readonly micros: number;
    readonly lifeSeconds: number;
    readonly retrySeconds: number;
  },
): Promise<void> {
  const { accountId, keyId, id, micros, lifeSeconds, retrySeconds } = money;
  await transaction.run(
    `insert into model_key_reservations (account_id, id, key_id, micros, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
    [accountId, id, keyId, micros, lifeSeconds],
  );
  await transaction.run(
    `update model_keys set retry_at = clock_timestamp() + make_interval(secs => $3)
     where account_id = $1 and id = $2 and refused_at is not null`,
    [accountId, keyId, retrySeconds],
  );
}

export interface SettledMoney {
  readonly accountId: AccountId;
  readonly keyId: ModelKeyId;
  /** Of the reservation. */
  readonly moneyId: string;
  /** Null: nobody knows. */
  readonly micros: number | null;
}

/** Frees what was held and adds what was spent, in one statement, so that nobody sees one without the other. */
export async function settleMoney(
  transaction: SystemTransaction,
  settled: readonly SettledMoney[],
): Promise<void> {
  if (settled.length === 0) return;
  await transaction.run(
    `with given as (
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as s(account_id, key_id, id, micros)),
     freed as (
       delete from model_key_reservations r using given g where r.account_id = g.account_id and r.id = g.id)
     insert into model_key_months as m (account_id, key_id, month, micros)
     select g.account_id, g.key_id, ${MONTH}, sum(g.micros)
     from given g join model_keys k on k.account_id = g.account_id and k.id = g.key_id
     where g.micros > 0 group by g.account_id, g.key_id order by g.account_id, g.key_id
     on conflict (account_id, key_id, month) do update set micros = m.micros + excluded.micros`,
    [
      settled.map(({ accountId }) => accountId),
      settled.map(({ keyId }) => keyId),
      settled.map(({ moneyId }) => moneyId),
      settled.map(({ micros }) => micros ?? 0),
    ],
  );
}

/** What processes that died have left behind. */
export async function sweepMoney(transaction: SystemTransaction): Promise<void> {
  await transaction.run('delete from model_key_reservations where expires_at < clock_timestamp()');
}

export async function releaseAllMoney(transaction: SystemTransaction): Promise<void> {
  await transaction.run('delete from model_key_reservations');
}

export interface UsageRow {
  readonly day: string;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly serviceUuid: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly micros: number;
  readonly unpriced: number;
}

/** Calls with own keys of the last days (UTC), by day, bot and model. */
export const readUsage = (transaction: AccountTransaction, days: number) =>
  transaction.rows<UsageRow>(
    `select to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD') as day, e.bot_id as "botId", b.name as "botName",
       coalesce(e.service_uuid, '') as "serviceUuid", count(*)::int as calls, sum(e.input)::bigint as input,
       sum(e.output)::bigint as output, coalesce(sum(e.micros), 0)::bigint as micros,
       count(*) filter (where e.micros is null)::int as unpriced
     from ledger_entries e left join bots b on b.account_id = e.account_id and b.id = e.bot_id
     where e.account_id = $1 and e.key_id is not null
       and e.created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc' - make_interval(days => $2 - 1)
     group by 1, 2, 3, 4`,
    [transaction.accountId, days],
  );
