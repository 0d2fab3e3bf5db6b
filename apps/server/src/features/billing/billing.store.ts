import type { LedgerKind } from '@hanasu/contract/billing';
import type { AccountId, BotId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import type { BalanceUse } from './calls/room-for-call.ts';
import { releaseAllMoney, type SettledMoney } from './model-keys/model-keys.store.ts';

/** A suspended account pays for nothing. */
export const SPENDABLE = `case when exists (select from accounts a
  where a.id = b.account_id and a.suspended_at is not null) then 0 else b.balance end`;

/** Under the lock of the balance; an account without one has nothing. */
export async function readRoomForCall(
  transaction: SystemTransaction,
  accountId: AccountId,
): Promise<BalanceUse> {
  const row = await transaction.one<BalanceUse>(
    `select ${SPENDABLE} as balance, coalesce(r.tokens, 0)::bigint as reserved,
       coalesce(r.limit_tokens, 0)::bigint as "largestAnswer",
       exists (select from token_waits w where w.account_id = b.account_id
         and (w.stored or w.seen_at > clock_timestamp() - interval '6 seconds')) as "isWaitedFor"
     from token_balances b, lateral (
       select sum(tokens) as tokens, max(limit_tokens) as limit_tokens from token_reservations
       where account_id = b.account_id and expires_at > clock_timestamp()) r
     where b.account_id = $1`,
    [accountId],
  );
  return row ?? { balance: 0, reserved: 0, largestAnswer: 0, isWaitedFor: false };
}

export async function insertReservation(
  transaction: SystemTransaction,
  { accountId, id, tokens }: { readonly accountId: AccountId; readonly id: string; readonly tokens: number },
  lifeSeconds: number,
): Promise<void> {
  await transaction.run(
    `insert into token_reservations (account_id, id, tokens, expires_at)
     values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
    [accountId, id, tokens, lifeSeconds],
  );
}

export async function deleteReservations(
  transaction: SystemTransaction,
  keys: readonly { accountId: AccountId; id: string }[],
): Promise<void> {
  await transaction.run(
    `delete from token_reservations r using unnest($1::uuid[], $2::uuid[]) as k(a, i)
     where r.account_id = k.a and r.id = k.i`,
    [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  );
}

/** After a restart of the only process: the calls that tokens were held for have died with the one before. */
export async function releaseAllReservations(transaction: SystemTransaction): Promise<void> {
  await transaction.run('delete from token_reservations');
  await releaseAllMoney(transaction);
}

export interface NewEntry {
  readonly accountId: AccountId;
  readonly id: string;
  readonly kind: LedgerKind;
  readonly tokens: number;
  readonly botId: BotId | null;
  readonly serviceUuid: string | null;
  readonly channelId: ChannelId | null;
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly input: number;
  readonly output: number;
  /** Of a call with a key of the account itself. */
  readonly money?: SettledMoney | null;
}

/** Balances after adding `changes`; creates a balance that isn't there. */
export async function addToBalances(
  transaction: SystemTransaction,
  changes: ReadonlyMap<AccountId, number>,
): Promise<Map<AccountId, number>> {
  const accountIds = [...changes.keys()].sort();
  const rows = await transaction.rows<{ accountId: AccountId; balance: number }>(
    `insert into token_balances as b (account_id, balance)
     select a, t from unnest($1::uuid[], $2::bigint[]) as c(a, t) order by a
     on conflict (account_id) do update set balance = b.balance + excluded.balance
     returning account_id as "accountId", balance`,
    [accountIds, accountIds.map((id) => changes.get(id) ?? 0)],
  );
  return new Map(rows.map((row) => [row.accountId, row.balance]));
}

/** Writes entries, and what calls cost beside the bots' budgets: both or neither. */
export async function insertEntries(
  transaction: SystemTransaction,
  entries: readonly (NewEntry & { balance: number })[],
): Promise<void> {
  await transaction.run(
    `with entry as (
       insert into ledger_entries (account_id, id, kind, tokens, balance, bot_id, service_uuid, channel_id,
         conversation_id, message_id, input, output, key_id, micros)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::uuid[], $7::text[],
         $8::uuid[], $9::uuid[], $10::uuid[], $11::int[], $12::int[], $13::uuid[], $14::bigint[])
       returning account_id, bot_id, kind, tokens)
     insert into bot_months as m (account_id, bot_id, month, tokens)
     select account_id, bot_id, date_trunc('month', now() at time zone 'utc')::date, -sum(tokens)
     from entry where kind = 'call' and bot_id is not null and tokens <> 0
     group by account_id, bot_id order by account_id, bot_id
     on conflict (account_id, bot_id, month) do update set tokens = m.tokens + excluded.tokens`,
    [
      entries.map((e) => e.accountId),
      entries.map((e) => e.id),
      entries.map((e) => e.kind),
      entries.map((e) => e.tokens),
      entries.map((e) => e.balance),
      entries.map((e) => e.botId),
      entries.map((e) => e.serviceUuid),
      entries.map((e) => e.channelId),
      entries.map((e) => e.conversationId),
      entries.map((e) => e.messageId),
      entries.map((e) => e.input),
      entries.map((e) => e.output),
      entries.map((e) => e.money?.keyId ?? null),
      entries.map((e) => e.money?.micros ?? null),
    ],
  );
}

export interface EntryRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly tokens: number;
  readonly balance: number;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly serviceUuid: string | null;
  readonly channelName: string | null;
  readonly conversationId: ConversationId | null;
  readonly input: number;
  readonly output: number;
  readonly isOwnKey: boolean;
  readonly micros: number | null;
  readonly createdAt: Date;
}

export interface EntryFilter {
  readonly botId: BotId | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** False: model calls that are no tests. */
  readonly tests: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A model call, but none of the test of a draft. */
export const IS_NO_TEST = `e.kind = 'call' and not exists (select from conversations t
  where t.account_id = e.account_id and t.id = e.conversation_id and t.origin = 'test')`;

const ENTRY_FILTER = `e.account_id = $1 and ($2::uuid is null or e.bot_id = $2)
  and ($3::timestamptz is null or e.created_at >= $3) and ($4::timestamptz is null or e.created_at < $4)
  and ($5 or (${IS_NO_TEST}))`;

export const listEntries = (transaction: AccountTransaction, filter: EntryFilter) =>
  transaction.rows<EntryRow>(
    `select e.id, e.kind, e.tokens, e.balance, e.bot_id as "botId", b.name as "botName",
       e.service_uuid as "serviceUuid", c.name as "channelName", e.conversation_id as "conversationId",
       e.input, e.output, e.key_id is not null as "isOwnKey", e.micros, e.created_at as "createdAt"
     from ledger_entries e
       left join bots b on b.account_id = e.account_id and b.id = e.bot_id
       left join channels c on c.account_id = e.account_id and c.id = e.channel_id
     where ${ENTRY_FILTER}
     order by e.created_at desc, e.id desc limit $6 offset $7`,
    [transaction.accountId, filter.botId, filter.from, filter.to, filter.tests, filter.limit, filter.offset],
  );

/** How many there are, and what their calls cost. */
export async function countEntries(
  transaction: AccountTransaction,
  filter: EntryFilter,
): Promise<{ total: number; spent: number }> {
  const row = await transaction.one<{ total: number; spent: number }>(
    `select count(*)::int as total, coalesce(-sum(e.tokens) filter (where e.kind = 'call'), 0)::bigint as spent
     from ledger_entries e where ${ENTRY_FILTER}`,
    [transaction.accountId, filter.botId, filter.from, filter.to, filter.tests],
  );
  return row ?? { total: 0, spent: 0 };
}

export interface Totals {
  readonly balance: number;
  readonly reserved: number;
  readonly withheld: number;
  readonly today: number;
  readonly month: number;
}

export async function readTotals(transaction: AccountTransaction): Promise<Totals> {
  const row = await transaction.one<Totals>(
    `select coalesce((select balance from token_balances where account_id = $1), 0) as balance,
       coalesce((select sum(tokens) from token_reservations
         where account_id = $1 and expires_at > now()), 0)::bigint as reserved,
       coalesce((select withheld_tokens from accounts where id = $1), 0) as withheld,
       coalesce(-sum(tokens) filter (where created_at >= date_trunc('day', now())), 0)::bigint as today,
       coalesce(-sum(tokens), 0)::bigint as month
     from ledger_entries
     where account_id = $1 and kind = 'call' and created_at >= date_trunc('month', now())`,
    [transaction.accountId],
  );
  return row ?? { balance: 0, reserved: 0, withheld: 0, today: 0, month: 0 };
}

/** What was paid stays, without the way to what was said. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { conversationIds }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `update ledger_entries set conversation_id = null, message_id = null
     where account_id = $1 and conversation_id = any($2::uuid[])`,
    [transaction.accountId, conversationIds],
  );
  return [];
}
