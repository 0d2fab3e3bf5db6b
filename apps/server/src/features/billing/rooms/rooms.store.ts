import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { SPENDABLE } from '../billing.store.ts';
import { sweepMoney } from '../model-keys/model-keys.store.ts';
import type { PaidBy, RoomCandidate } from './allot-room.ts';

/** SQL of turns that need room in a balance: what runs, who waits, and what answers have cost. */

export interface HolderKey {
  readonly accountId: AccountId;
  readonly holder: string;
}

const keyArrays = (keys: readonly HolderKey[]) => [
  keys.map(({ accountId }) => accountId),
  keys.map(({ holder }) => holder),
];

export interface CostOfAnswers {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly answers: number;
  readonly percentile: number;
}

/** The 95th percentile of what the last 200 answers of each bot have cost. */
export const readCosts = (
  transaction: SystemTransaction,
  bots: readonly { readonly accountId: AccountId; readonly botId: BotId }[],
) =>
  transaction.rows<CostOfAnswers>(
    `select k.a as "accountId", k.b as "botId", cost.answers, cost.percentile
     from (select distinct a, b from unnest($1::uuid[], $2::uuid[]) as k(a, b)) k
     cross join lateral (
       select count(*)::int as answers, coalesce(percentile_disc(0.95) within group (order by -tokens), 0) as percentile
       from (select tokens from ledger_entries where account_id = k.a and bot_id = k.b and kind = 'call' and key_id is null
             order by created_at desc limit 200) last) cost`,
    [bots.map(({ accountId }) => accountId), bots.map(({ botId }) => botId)],
  );

/** In a fixed order, so that two groups can't wait for each other. */
export const lockBalances = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.run('select 1 from token_balances where account_id = any($1) order by account_id for update', [
    accountIds,
  ]);

/** The same, with what there is: of a row that it waited for, the newest. */
export const lockAndReadBalances = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<{ accountId: AccountId; balance: number; hasBudgets: boolean }>(
    `select b.account_id as "accountId", ${SPENDABLE} as balance,
       exists (select from budgets g where g.account_id = b.account_id and g.action <> 'warn') as "hasBudgets"
     from token_balances b
     where b.account_id = any($1) order by b.account_id for update of b`,
    [accountIds],
  );

/** What an answer, or with `holder` null another call, has reserved. */
export interface Reservation extends PaidBy {
  readonly accountId: AccountId;
  readonly holder: string | null;
  readonly entrance: string;
  readonly isAnonymous: boolean;
  readonly tokens: number;
  readonly limit: number;
}

export const readReservations = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<Reservation>(
    `select account_id as "accountId", holder, entrance, anonymous as "isAnonymous", tokens, limit_tokens as "limit",
       bot_id as "botId", api_key_id as "apiKeyId"
     from token_reservations where account_id = any($1) and expires_at > clock_timestamp()`,
    [accountIds],
  );

export interface WaitingTurn extends RoomCandidate {
  readonly least: number;
  readonly isStored: boolean;
}

/** Turns in the queue. `isThere`: a request that has not shown itself for a while is gone. */
export const readWaiting = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<WaitingTurn & { readonly isThere: boolean }>(
    `select account_id as "accountId", holder, entrance, anonymous as "isAnonymous", estimate,
       limit_tokens as "limit", least_tokens as least, stored as "isStored", bot_id as "botId", api_key_id as "apiKeyId",
       extract(epoch from clock_timestamp() - since)::float * 1000 as "waitedMs",
       (stored or seen_at > clock_timestamp() - interval '6 seconds') as "isThere"
     from token_waits where account_id = any($1)`,
    [accountIds],
  );

/** Accounts with turns that wait. */
export const findCrowded = (transaction: SystemTransaction) =>
  transaction.rows<{ accountId: AccountId }>('select distinct account_id as "accountId" from token_waits');

export const isCrowded = async (transaction: SystemTransaction): Promise<boolean> =>
  (await transaction.one('select from token_waits limit 1')) !== null;

export const NEXT_WAIT_DUE = '(select since from token_waits limit 1)';

/** A place in the queue is kept however often it is asked for. */
export async function enterQueue(
  transaction: SystemTransaction,
  turns: readonly WaitingTurn[],
): Promise<void> {
  if (turns.length === 0) return;
  await transaction.run(
    `insert into token_waits as w (account_id, holder, entrance, anonymous, estimate, limit_tokens, least_tokens, stored,
       bot_id, api_key_id, since, seen_at)
     select a, h, e, n, t, l, m, s, b, k, clock_timestamp(), clock_timestamp()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::boolean[], $9::uuid[], $10::uuid[]) as q(a, h, e, n, t, l, m, s, b, k)
     on conflict (account_id, holder) do update set seen_at = excluded.seen_at
       where w.seen_at < excluded.seen_at - interval '2 seconds'`,
    [
      ...keyArrays(turns),
      turns.map(({ entrance }) => entrance),
      turns.map(({ isAnonymous }) => isAnonymous),
      turns.map(({ estimate }) => estimate),
      turns.map(({ limit }) => limit),
      turns.map(({ least }) => least),
      turns.map(({ isStored }) => isStored),
      turns.map(({ botId }) => botId),
      turns.map(({ apiKeyId }) => apiKeyId),
    ],
  );
}

export async function leaveQueue(transaction: SystemTransaction, keys: readonly HolderKey[]): Promise<void> {
  if (keys.length === 0) return;
  await transaction.run(
    `delete from token_waits w using unnest($1::uuid[], $2::uuid[]) as k(a, h)
     where w.account_id = k.a and w.holder = k.h`,
    keyArrays(keys),
  );
}

export interface NewRoom extends HolderKey, PaidBy {
  readonly id: string;
  readonly entrance: string;
  readonly isAnonymous: boolean;
  readonly tokens: number;
  readonly limit: number;
  readonly lifeSeconds: number;
}

/** A conversation holds one reservation: a newer turn takes over what an older one has left. */
export async function holdRooms(transaction: SystemTransaction, rooms: readonly NewRoom[]): Promise<void> {
  if (rooms.length === 0) return;
  await transaction.run(
    `insert into token_reservations (account_id, holder, id, entrance, anonymous, tokens, limit_tokens, expires_at, bot_id,
       api_key_id)
     select a, h, i, e, n, t, l, clock_timestamp() + make_interval(secs => s), b, k
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::bigint[], $7::bigint[], $8::int[],
       $9::uuid[], $10::uuid[]) as r(a, h, i, e, n, t, l, s, b, k)
     on conflict (account_id, holder) do update set id = excluded.id, entrance = excluded.entrance,
       anonymous = excluded.anonymous, tokens = excluded.tokens, limit_tokens = excluded.limit_tokens,
       expires_at = excluded.expires_at, bot_id = excluded.bot_id, api_key_id = excluded.api_key_id`,
    [
      ...keyArrays(rooms),
      rooms.map(({ id }) => id),
      rooms.map(({ entrance }) => entrance),
      rooms.map(({ isAnonymous }) => isAnonymous),
      rooms.map(({ tokens }) => tokens),
      rooms.map(({ limit }) => limit),
      rooms.map(({ lifeSeconds }) => lifeSeconds),
      rooms.map(({ botId }) => botId),
      rooms.map(({ apiKeyId }) => apiKeyId),
    ],
  );
}

export async function releaseRooms(
  transaction: SystemTransaction,
  keys: readonly HolderKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.run(
    `delete from token_reservations r using unnest($1::uuid[], $2::uuid[]) as k(a, h)
     where r.account_id = k.a and r.holder = k.h`,
    keyArrays(keys),
  );
}

/** What processes that died have left behind. */
export async function sweepRooms(transaction: SystemTransaction): Promise<void> {
  await transaction.run('delete from token_reservations where expires_at < clock_timestamp()');
  await sweepMoney(transaction);
  await transaction.run(
    `delete from token_waits where since < clock_timestamp() - interval '10 minutes'
       or (not stored and seen_at < clock_timestamp() - interval '1 minute')`,
  );
}

/** Reservations of answers that cost more than was set aside. */
export async function growRooms(
  transaction: SystemTransaction,
  rooms: readonly { readonly accountId: AccountId; readonly id: string; readonly tokens: number }[],
  lifeSeconds: number,
): Promise<void> {
  if (rooms.length === 0) return;
  await transaction.run(
    `update token_reservations r set tokens = greatest(r.tokens, k.t),
       expires_at = clock_timestamp() + make_interval(secs => $4)
     from (select a, i, max(t) as t from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as k(a, i, t) group by a, i) k
     where r.account_id = k.a and r.id = k.i`,
    [
      rooms.map(({ accountId }) => accountId),
      rooms.map(({ id }) => id),
      rooms.map(({ tokens }) => tokens),
      lifeSeconds,
    ],
  );
}
