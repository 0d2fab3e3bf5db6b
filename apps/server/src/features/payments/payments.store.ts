import type { AccountId, PaymentId, UserId } from '@hanasu/contract/ids';
import type { PaymentCurrency } from '@hanasu/contract/payments';
import type { SandboxPayment } from '@hanasu/payments/sandbox/sandbox-payment';
import type { DisputeState, GatewayStatus, PaymentFailure } from '@hanasu/payments/spec/gateway';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { PageRange } from '../../platform/database/page-range.ts';
import type { Step } from './payment-state.ts';

export interface PaymentRow {
  readonly accountId: AccountId;
  readonly id: PaymentId;
  readonly packageId: string;
  readonly tokens: number;
  readonly amount: number;
  readonly currency: PaymentCurrency;
  readonly taxRate: number;
  readonly days: number | null;
  readonly gateway: string;
  readonly gatewayId: string | null;
  readonly status: GatewayStatus;
  readonly failure: PaymentFailure | null;
  readonly refunded: number;
  readonly dispute: DisputeState;
  readonly takenTokens: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly isTest: boolean;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly expiresAt: Date | null;
}

const ROWS = `select p.account_id as "accountId", p.id, p.package_id as "packageId", p.tokens, p.amount, p.currency,
    p.tax_rate as "taxRate", p.days, p.gateway, p.gateway_id as "gatewayId", p.status, p.failure, p.refunded, p.dispute,
    p.taken_tokens as "takenTokens", p.card, p.is_test as "isTest", p.created_by as "createdBy", u.display_name as "createdByName",
    p.created_at as "createdAt", p.paid_at as "paidAt",
    (select l.expires_at from token_lots l where l.account_id = p.account_id and l.payment_id = p.id) as "expiresAt"
  from payments p left join users u on u.id = p.created_by`;

export async function listPayments(
  transaction: AccountTransaction,
  { limit, offset }: PageRange,
): Promise<{ rows: PaymentRow[]; total: number }> {
  const rows = await transaction.rows<PaymentRow>(
    `${ROWS} where p.account_id = $1 order by p.created_at desc, p.id desc limit $2 offset $3`,
    [transaction.accountId, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    'select count(*)::int as total from payments where account_id = $1',
    [transaction.accountId],
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findPayment = (transaction: AccountTransaction, id: PaymentId) =>
  transaction.one<PaymentRow>(`${ROWS} where p.account_id = $1 and p.id = $2`, [transaction.accountId, id]);

/** The same within a transaction over all accounts. */
export const findPaymentOf = (
  transaction: SystemTransaction,
  { accountId, id }: Pick<PaymentRow, 'accountId' | 'id'>,
) => transaction.one<PaymentRow>(`${ROWS} where p.account_id = $1 and p.id = $2`, [accountId, id]);

/** Locks the payment until the transaction ends. */
export const lockPayment = (transaction: SystemTransaction, accountId: AccountId, id: PaymentId) =>
  transaction.one<PaymentRow>(`${ROWS} where p.account_id = $1 and p.id = $2 for update of p`, [
    accountId,
    id,
  ]);

export interface NewPaymentRow {
  readonly id: PaymentId;
  readonly browserKey: string;
  readonly packageId: string;
  readonly tokens: number;
  readonly amount: number;
  readonly currency: PaymentCurrency;
  readonly taxRate: number;
  readonly days: number | null;
  readonly gateway: string;
  readonly isTest: boolean;
  readonly createdBy: UserId;
}

/** Adds the payment, or returns the one that is there under the browser's key. */
export async function addPayment(
  transaction: AccountTransaction,
  row: NewPaymentRow,
): Promise<PaymentRow | null> {
  await transaction.run(
    `insert into payments (account_id, id, browser_key, package_id, tokens, amount, currency, tax_rate, days, gateway, is_test,
       created_by, next_look_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + interval '2 minutes')
     on conflict (account_id, browser_key) do nothing`,
    [
      transaction.accountId,
      row.id,
      row.browserKey,
      row.packageId,
      row.tokens,
      row.amount,
      row.currency,
      row.taxRate,
      row.days,
      row.gateway,
      row.isTest,
      row.createdBy,
    ],
  );
  return transaction.one<PaymentRow>(`${ROWS} where p.account_id = $1 and p.browser_key = $2`, [
    transaction.accountId,
    row.browserKey,
  ]);
}

export const setGatewayId = (transaction: AccountTransaction, id: PaymentId, gatewayId: string) =>
  transaction.run(
    `update payments set gateway_id = coalesce(gateway_id, $3) where account_id = $1 and id = $2`,
    [transaction.accountId, id, gatewayId],
  );

/** `nextLookMinutes`: the gateway is asked again then; null: never by the clock. */
export const updatePayment = (
  transaction: SystemTransaction,
  { accountId, id }: Pick<PaymentRow, 'accountId' | 'id'>,
  {
    step,
    takenTokens,
    card,
    nextLookMinutes,
  }: {
    readonly step: Step;
    readonly takenTokens: number;
    readonly card: PaymentRow['card'];
    readonly nextLookMinutes: number | null;
  },
) =>
  transaction.run(
    `update payments set status = $3, failure = $4, refunded = $5, dispute = $6, taken_tokens = $7,
       card = coalesce($8::jsonb, card), paid_at = case when $9 then now() else paid_at end, updated_at = now(),
       next_look_at = now() + $10::float8 * interval '1 minute', looks = looks + 1
     where account_id = $1 and id = $2`,
    [
      accountId,
      id,
      step.status,
      step.failure,
      step.refunded,
      step.dispute,
      takenTokens,
      card && JSON.stringify(card),
      step.credits,
      nextLookMinutes,
    ],
  );

export interface DuePayment {
  readonly accountId: AccountId;
  readonly id: PaymentId;
  readonly ageMinutes: number;
}

/** Takes payments that are to be looked at; each is looked at again later, whatever becomes of it. */
export const takeDue = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<DuePayment>(
    `with due as (select account_id, id from payments where next_look_at <= now()
         order by next_look_at limit $1 for update skip locked)
     update payments p set next_look_at = now() + least(720, 5 * power(2, least(p.looks, 8))) * interval '1 minute',
       looks = p.looks + 1
     from due where p.account_id = due.account_id and p.id = due.id
     returning p.account_id as "accountId", p.id,
       (extract(epoch from now() - p.created_at) / 60)::float8 as "ageMinutes"`,
    [limit],
  );

/** True: it was not known yet. */
export const addEvent = async (
  transaction: SystemTransaction,
  event: {
    readonly gateway: string;
    readonly id: string;
    readonly type: string;
    readonly gatewayId: string | null;
  },
): Promise<boolean> =>
  (await transaction.run(
    `insert into payment_events (gateway, id, type, gateway_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [event.gateway, event.id, event.type, event.gatewayId],
  )) > 0;

export interface DueEvent {
  readonly gateway: string;
  readonly id: string;
  /** Null: no payment of ours. */
  readonly accountId: AccountId | null;
  readonly paymentId: PaymentId | null;
}

/**
 * Finds events to process. One about an unknown payment waits a minute: it may be here before the answer that gives the
 * payment its id.
 */
export const findDueEvents = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<DueEvent>(
    `select e.gateway, e.id, p.account_id as "accountId", p.id as "paymentId"
     from payment_events e left join payments p on p.gateway = e.gateway and p.gateway_id = e.gateway_id
     where e.handled_at is null and coalesce(e.next_try_at, e.received_at) <= now()
       and (p.id is not null or e.gateway_id is null or e.received_at <= now() - interval '1 minute')
     order by coalesce(e.next_try_at, e.received_at) limit $1`,
    [limit],
  );

/** Tries an event again later: after 5 seconds, then twice as long each time, at most an hour. */
export const postponeEvent = (
  transaction: SystemTransaction,
  { gateway, id }: Pick<DueEvent, 'gateway' | 'id'>,
  problem: string | null,
) =>
  transaction.run(
    `update payment_events set problem = $3, tries = tries + 1,
       next_try_at = now() + least(3600, 5 * power(2, least(tries, 10))) * interval '1 second'
     where gateway = $1 and id = $2 and handled_at is null`,
    [gateway, id, problem?.slice(0, 500) ?? null],
  );

export const endEvent = (
  transaction: SystemTransaction,
  { gateway, id }: Pick<DueEvent, 'gateway' | 'id'>,
  problem: string | null,
) =>
  transaction.run(
    `update payment_events set handled_at = now(), problem = $3, next_try_at = null where gateway = $1 and id = $2`,
    [gateway, id, problem],
  );

export const findSandboxPayment = (transaction: SystemTransaction, id: string) =>
  transaction.one<{ payment: SandboxPayment }>('select payment from sandbox_payments where id = $1', [id]);

/** Locks the sandbox payment until the transaction ends. */
export const lockSandboxPayment = (transaction: SystemTransaction, id: string) =>
  transaction.one<{ payment: SandboxPayment }>(
    'select payment from sandbox_payments where id = $1 for update',
    [id],
  );

export async function addSandboxPayment(
  transaction: SystemTransaction,
  payment: SandboxPayment,
): Promise<SandboxPayment> {
  const row = await transaction.one<{ payment: SandboxPayment }>(
    `with added as (insert into sandbox_payments (account_id, id, payment_id, payment) values ($4, $1, $2, $3)
       on conflict (payment_id) do nothing returning payment)
     select payment from added union all select payment from sandbox_payments where payment_id = $2 limit 1`,
    [payment.id, payment.paymentId, JSON.stringify(payment), payment.accountId],
  );
  return row?.payment ?? payment;
}

export const updateSandboxPayment = (transaction: SystemTransaction, payment: SandboxPayment) =>
  transaction.run('update sandbox_payments set payment = $2 where id = $1', [
    payment.id,
    JSON.stringify(payment),
  ]);
