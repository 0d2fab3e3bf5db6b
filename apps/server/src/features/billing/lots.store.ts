import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

interface NewLot {
  readonly accountId: AccountId;
  readonly kind: 'granted' | 'paid';
  readonly tokens: number;
  /** Null: without end. */
  readonly days: number | null;
  readonly paymentId: PaymentId | null;
}

/** The caller has locked the balance, and adds the entry of the ledger. Returns until when the lot is good. */
export async function insertLot(
  transaction: SystemTransaction,
  { accountId, kind, tokens, days, paymentId }: NewLot,
): Promise<void> {
  await transaction.run(
    `insert into token_lots (account_id, id, kind, tokens, left_tokens, expires_at, payment_id)
     values ($1, $2, $3, $4, $4, now() + $5::int * interval '1 day', $6)`,
    [accountId, newId(), kind, tokens, days, paymentId],
  );
}

/**
 * Takes from the lots what was spent since they were last looked at: granted ones first, then what ends first. The caller holds the
 * lock of the balance, and looks before it changes a lot or the balance by anything but calls.
 */
export const takeSpent = (transaction: SystemTransaction, accountId: AccountId) =>
  transaction.run(
    `with l as (select id, left_tokens, sum(left_tokens) over (
           order by kind = 'paid', expires_at nulls last, created_at, id) as up_to
         from token_lots where account_id = $1 and left_tokens > 0),
       s as (select (select coalesce(max(up_to), 0) from l)
         - greatest(0, coalesce((select balance from token_balances where account_id = $1), 0)) as spent)
     update token_lots t
     set left_tokens = t.left_tokens - least(t.left_tokens, s.spent - (l.up_to - l.left_tokens))
     from l, s where t.account_id = $1 and t.id = l.id and s.spent > l.up_to - l.left_tokens`,
    [accountId],
  );

export interface LotOfPayment {
  readonly id: string;
  readonly leftTokens: number;
  readonly expiresAt: Date | null;
}

export const findLotOfPayment = (
  transaction: SystemTransaction,
  accountId: AccountId,
  paymentId: PaymentId,
) =>
  transaction.one<LotOfPayment>(
    `select id, left_tokens as "leftTokens", expires_at as "expiresAt" from token_lots
     where account_id = $1 and payment_id = $2`,
    [accountId, paymentId],
  );

/** `tokens`: more or, below 0, less. */
export const changeLot = (
  transaction: SystemTransaction,
  { accountId, id, tokens }: { readonly accountId: AccountId; readonly id: string; readonly tokens: number },
) =>
  transaction.run(`update token_lots set left_tokens = left_tokens + $3 where account_id = $1 and id = $2`, [
    accountId,
    id,
    tokens,
  ]);

/** Finds accounts with tokens that are no longer good. */
export const findExpiring = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<{ accountId: AccountId }>(
    `select distinct account_id as "accountId" from token_lots
     where left_tokens > 0 and expires_at <= now() limit $1`,
    [limit],
  );

/**
 * Ends what is no longer good; answers how many tokens that were. What is held for calls that run is left to them for a while: they
 * were begun before, and are settled from it.
 */
export async function expireLots(
  transaction: SystemTransaction,
  accountId: AccountId,
  { graceMinutes }: { readonly graceMinutes: number },
): Promise<number> {
  const row = await transaction.one<{ tokens: number }>(
    `with h as (select coalesce(sum(tokens), 0) as held from token_reservations
         where account_id = $1 and expires_at > clock_timestamp()),
       l as (select id, left_tokens, expires_at, sum(left_tokens) over (order by expires_at, created_at, id) as up_to
         from token_lots where account_id = $1 and left_tokens > 0 and expires_at <= now()),
       gone as (select l.id, l.left_tokens - case when l.expires_at > now() - make_interval(mins => $2)
           then least(l.left_tokens, greatest(0, h.held - (l.up_to - l.left_tokens))) else 0 end as tokens from l, h),
       done as (update token_lots t set left_tokens = t.left_tokens - gone.tokens from gone
         where t.account_id = $1 and t.id = gone.id and gone.tokens > 0)
     select coalesce(sum(tokens), 0)::bigint as tokens from gone`,
    [accountId, graceMinutes],
  );
  return row?.tokens ?? 0;
}
