import type { LedgerKind } from '@hanasu/contract/billing';
import type {
  AccountId,
  ApiKeyId,
  BotId,
  ChannelId,
  ConversationId,
  DocumentId,
  KnowledgeId,
  MessageId,
  PaymentId,
  UserId,
} from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import { COUNT_FOR_BUDGETS, LEFT_OF_ACCOUNT } from './budgets/budgets.store.ts';
import type { BalanceUse } from './calls/room-for-call.ts';
import { releaseAllMoney, type SettledMoney } from './model-keys/model-keys.store.ts';

/** A suspended account pays for nothing. */
export const SPENDABLE = `case when exists (select from accounts a
  where a.id = b.account_id and a.suspended_at is not null) then 0 else b.balance end`;

/** Under the lock of the balance; an account without one has nothing. What its budgets do not leave is not there. */
/** Of accounts that have a balance. */
export const readRoomForCalls = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<BalanceUse & { accountId: AccountId }>(
    `select b.account_id as "accountId", least(${SPENDABLE}, ${LEFT_OF_ACCOUNT}) as balance,
       coalesce(r.tokens, 0)::bigint as reserved, coalesce(r.limit_tokens, 0)::bigint as "largestAnswer",
       exists (select from token_waits w where w.account_id = b.account_id
         and (w.stored or w.seen_at > clock_timestamp() - interval '6 seconds')) as "isWaitedFor"
     from token_balances b, lateral (
       select sum(tokens) as tokens, max(limit_tokens) as limit_tokens from token_reservations
       where account_id = b.account_id and expires_at > clock_timestamp()) r
     where b.account_id = any($1)`,
    [accountIds],
  );

export async function insertReservations(
  transaction: SystemTransaction,
  calls: readonly { readonly accountId: AccountId; readonly id: string; readonly tokens: number }[],
  lifeSeconds: number,
): Promise<void> {
  if (calls.length === 0) return;
  await transaction.run(
    `insert into token_reservations (account_id, id, tokens, expires_at)
     select a, i, t, clock_timestamp() + make_interval(secs => $4)
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as k(a, i, t)`,
    [
      calls.map(({ accountId }) => accountId),
      calls.map(({ id }) => id),
      calls.map(({ tokens }) => tokens),
      lifeSeconds,
    ],
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

/** What an entry was paid for, beside its bot and conversation; absent: nothing of the kind. */
export interface EntrySource {
  /** The member of the team who asked for the call. */
  readonly userId?: UserId | null;
  /** The key that a program called with. */
  readonly apiKeyId?: ApiKeyId | null;
  readonly knowledgeId?: KnowledgeId | null;
  readonly documentId?: DocumentId | null;
  readonly paymentId?: PaymentId | null;
}

export interface NewEntry extends EntrySource {
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

/** Adds `changes`, in tokens; creates a balance that isn't there. */
export async function addToBalances(
  transaction: SystemTransaction,
  changes: ReadonlyMap<AccountId, number>,
): Promise<void> {
  const accountIds = [...changes.keys()].sort();
  await transaction.run(
    `insert into token_balances as b (account_id, balance)
     select a, t from unnest($1::uuid[], $2::bigint[]) as c(a, t) order by a
     on conflict (account_id) do update set balance = b.balance + excluded.balance`,
    [accountIds, accountIds.map((id) => changes.get(id) ?? 0)],
  );
}

/**
 * Writes entries whose tokens were added to the balances in this transaction, and counts what calls took for budgets: both or
 * neither. Each entry holds the balance that it leads to.
 */
export async function insertEntries(
  transaction: SystemTransaction,
  entries: readonly NewEntry[],
): Promise<void> {
  await transaction.run(
    `with entry as (
       insert into ledger_entries (account_id, id, kind, tokens, balance, bot_id, service_uuid, channel_id,
         conversation_id, message_id, input, output, key_id, micros, user_id, api_key_id, knowledge_id, document_id,
         payment_id)
       select n.a, n.id, n.kind, n.tokens,
         b.balance - coalesce(sum(n.tokens) over (partition by n.a order by n.place
           rows between 1 following and unbounded following), 0)::bigint,
         n.bot, n.service, n.channel, n.conversation, n.message, n.input, n.output, n.key, n.micros, n.person, n.api_key,
         n.knowledge, n.document, n.payment
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::uuid[], $6::text[], $7::uuid[], $8::uuid[],
         $9::uuid[], $10::int[], $11::int[], $12::uuid[], $13::bigint[], $14::uuid[], $15::uuid[], $16::uuid[],
         $17::uuid[], $18::uuid[]) with ordinality
         as n(a, id, kind, tokens, bot, service, channel, conversation, message, input, output, key, micros, person, api_key,
           knowledge, document, payment, place)
         join token_balances b on b.account_id = n.a
       order by n.place
       returning account_id, bot_id, api_key_id, kind, tokens)
     ${COUNT_FOR_BUDGETS}`,
    [
      entries.map((e) => e.accountId),
      entries.map((e) => e.id),
      entries.map((e) => e.kind),
      entries.map((e) => e.tokens),
      entries.map((e) => e.botId),
      entries.map((e) => e.serviceUuid),
      entries.map((e) => e.channelId),
      entries.map((e) => e.conversationId),
      entries.map((e) => e.messageId),
      entries.map((e) => e.input),
      entries.map((e) => e.output),
      entries.map((e) => e.money?.keyId ?? null),
      entries.map((e) => e.money?.micros ?? null),
      entries.map((e) => e.userId ?? null),
      entries.map((e) => e.apiKeyId ?? null),
      entries.map((e) => e.knowledgeId ?? null),
      entries.map((e) => e.documentId ?? null),
      entries.map((e) => e.paymentId ?? null),
    ],
  );
}

/** A model call, but none of the test of a draft. */
export const IS_NO_TEST = `e.kind = 'call' and not exists (select from conversations t
  where t.account_id = e.account_id and t.id = e.conversation_id and t.origin = 'test')`;

export interface Totals {
  readonly balance: number;
  readonly reserved: number;
  readonly withheld: number;
  readonly today: number;
  readonly month: number;
}

/** Days and months are those of the account's time zone. */
export async function readTotals(transaction: AccountTransaction): Promise<Totals> {
  const row = await transaction.one<Totals>(
    `with s as (select date_trunc('day', now(), a.time_zone) as day, date_trunc('month', now(), a.time_zone) as month
       from accounts a where a.id = $1)
     select coalesce((select balance from token_balances where account_id = $1), 0) as balance,
       coalesce((select sum(tokens) from token_reservations
         where account_id = $1 and expires_at > now()), 0)::bigint as reserved,
       coalesce((select withheld_tokens from accounts where id = $1), 0) as withheld,
       coalesce(-sum(tokens) filter (where created_at >= (select day from s)), 0)::bigint as today,
       coalesce(-sum(tokens), 0)::bigint as month
     from ledger_entries
     where account_id = $1 and kind = 'call' and created_at >= (select month from s)`,
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

/** What a member has asked for stays paid, without them. Returns how many entries lost their person. */
const forgetPerson = (transaction: AccountTransaction, userId: UserId, most: number): Promise<number> =>
  transaction.run(
    `update ledger_entries set user_id = null
     where account_id = $1 and id = any(array(
       select id from ledger_entries where account_id = $1 and user_id = $2 limit $3))`,
    [transaction.accountId, userId, most],
  );

/** The ledger, for other features. */
export const ledger = { readTotals, forgetPerson, IS_NO_TEST };
