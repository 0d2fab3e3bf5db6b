import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/payments';
import { SANDBOX_CARDS } from '@hanasu/payments/sandbox/sandbox-payment';
import type { GatewayPayment, Outcome } from '@hanasu/payments/spec/gateway';
import { taxWithin } from '@hanasu/payments/spec/money';
import type { FastifyRequest } from 'fastify';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import { packagesOf, type Shop } from './packages.ts';
import * as store from './payments.store.ts';
import { applySeen, type SettleDependencies, settlePayment } from './settle-payment.ts';

/** How the browser reaches the gateway's script; null: cards are chosen on our page. */
export interface GatewayScript {
  readonly scriptUrl: string;
  readonly publishableKey: string;
}

export interface RouteDependencies extends SettleDependencies {
  readonly shop: Shop;
  readonly script: GatewayScript | null;
}

export function addPaymentRoutes(implement: Implement, dependencies: RouteDependencies): void {
  const { database, gateway, shop } = dependencies;
  implement(contract.listPaymentPackages, async () => ({
    packages: packagesOf(shop, gateway.capabilities.currencies),
    gateway: shop.packages.length === 0 ? null : { name: gateway.name, isTest: gateway.capabilities.isTest },
  }));
  implement(contract.createPayment, async ({ body: { idempotencyKey, ...body } }, { session, request }) => {
    const browserKey = keyOf(request, idempotencyKey);
    const row = await begin(dependencies, session, { ...body, browserKey });
    return shown(dependencies, session.accountId, row.id);
  });
  implement(contract.listPayments, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { rows, total } = await store.listPayments(transaction, rangeOf(query));
      const items = rows.map((row) => viewOf(row, { actionUrl: null, isStale: false }));
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.getPayment, ({ params }, { session }) =>
    shown(dependencies, session.accountId, params.uuid),
  );
  implement(contract.confirmPayment, async ({ params, body }, { session }) => {
    const row = await found(dependencies, session.accountId, params.uuid);
    if (!gateway.confirm || row.gatewayId === null)
      throw new AppError('payment_unavailable', 'Cards are taken by the gateway itself');
    const returnUrl = returnUrlOf(dependencies, row.id);
    const outcome = await gateway.confirm(row.gatewayId, { card: body.card, returnUrl });
    await apply(dependencies, row, outcome);
    return shown(dependencies, session.accountId, row.id);
  });
  implement(contract.cancelPayment, async ({ params }, { session }) => {
    const row = await found(dependencies, session.accountId, params.uuid);
    if (row.gatewayId === null) throw new AppError('payment_unavailable', 'It was not begun at the gateway');
    await apply(dependencies, row, await gateway.cancel(row.gatewayId, `payment-${row.id}-cancel`));
    return shown(dependencies, session.accountId, row.id);
  });
}

function keyOf({ headers }: FastifyRequest, given: string | undefined): string {
  const key = headers['idempotency-key'] ?? given;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw AppError.field('validation_failed', 'body.idempotencyKey', 'Send 8 to 200 visible ASCII characters');
}

const found = async (
  { database }: RouteDependencies,
  accountId: AccountId,
  id: PaymentId,
): Promise<store.PaymentRow> =>
  orNotFound(
    await database.account(accountId, (transaction) => store.findPayment(transaction, id)),
    'payment',
  );

const returnUrlOf = ({ publicUrl }: RouteDependencies, id: PaymentId): string =>
  `${publicUrl}/payment/3d-secure?payment=${id}`;

/** Begins a payment, stored before the gateway is asked: after a crash the same browser finds the same payment. */
async function begin(
  dependencies: RouteDependencies,
  session: Actor,
  {
    packageId,
    currency,
    browserKey,
  }: {
    readonly packageId: string;
    readonly currency: contract.PaymentCurrency;
    readonly browserKey: string;
  },
): Promise<store.PaymentRow> {
  const { database, gateway, shop } = dependencies;
  const { accountId, userId } = session;
  const chosen = packagesOf(shop, gateway.capabilities.currencies).find(({ id }) => id === packageId);
  const price = chosen?.prices.find((one) => one.currency === currency);
  if (!chosen || !price)
    throw AppError.field('validation_failed', 'body.packageId', 'There is no such package in this currency');
  const id = newId<PaymentId>();
  const row = await database.account(accountId, async (transaction) => {
    const added = await store.addPayment(transaction, {
      id,
      browserKey,
      packageId,
      tokens: chosen.tokens,
      amount: price.amount,
      currency,
      taxRate: price.taxRate,
      days: chosen.days,
      gateway: gateway.name,
      isTest: gateway.capabilities.isTest,
      createdBy: userId,
    });
    if (added?.id === id)
      await recordAudit(transaction, {
        userId,
        action: 'payment.begun',
        target: id,
        data: { package: packageId, amount: price.amount, currency },
        address: session.address,
      });
    return orNotFound(added, 'payment');
  });
  if (row.packageId !== packageId || row.currency !== currency)
    throw new AppError('payment_key_used', 'The Idempotency-Key was used for another payment');
  return row;
}

/** Makes the same call each time: the gateway answers it with the same payment. */
const createAtGateway = ({ gateway }: RouteDependencies, row: store.PaymentRow) =>
  gateway.create({
    paymentId: row.id,
    accountId: row.accountId,
    amount: row.amount,
    currency: row.currency,
    description: `${row.tokens} tokens`,
    key: `payment-${row.id}-create`,
  });

async function apply(
  dependencies: RouteDependencies,
  { accountId, id }: store.PaymentRow,
  outcome: Outcome<GatewayPayment>,
): Promise<void> {
  if (outcome.kind === 'done') await applySeen(dependencies, { accountId, id }, outcome.value);
  if (outcome.kind === 'refused') throw new AppError('payment_refused', outcome.detail);
  if (outcome.kind === 'unknown') throw new AppError('payment_unavailable', outcome.detail);
}

/** Shows the payment as the gateway has it now, and how it can be paid. */
async function shown(
  dependencies: RouteDependencies,
  accountId: AccountId,
  id: PaymentId,
): Promise<{ payment: contract.PaymentView; form: contract.PaymentForm | null }> {
  const { database, gateway } = dependencies;
  const before = await found(dependencies, accountId, id);
  // After a change of the keys, a payment of tests is none of real money.
  if (before.gateway !== gateway.name || before.isTest !== gateway.capabilities.isTest)
    return { payment: viewOf(before, { actionUrl: null, isStale: true }), form: null };
  const isPayable = before.status === 'open' || before.status === 'action';
  const created = isPayable ? await createAtGateway(dependencies, before) : null;
  if (created?.kind === 'refused') throw new AppError('payment_refused', created.detail);
  if (created?.kind === 'unknown' && before.gatewayId === null)
    throw new AppError('payment_unavailable', created.detail);
  if (created?.kind === 'done' && before.gatewayId === null)
    await database.account(accountId, (transaction) => store.setGatewayId(transaction, id, created.value.id));
  const seen = await settlePayment(dependencies, { accountId, id });
  const row = await found(dependencies, accountId, id);
  const actionUrl = seen?.kind === 'done' ? seen.value.actionUrl : null;
  // A gateway that has forgotten the key answers with another payment, which nothing would be credited for.
  const isSame = created?.kind === 'done' && created.value.id === row.gatewayId;
  const secret = isSame ? created.value.clientSecret : null;
  return {
    payment: viewOf(row, {
      actionUrl: row.status === 'action' ? actionUrl : null,
      isStale: seen?.kind !== 'done',
    }),
    form: row.status === 'open' || row.status === 'action' ? formOf(dependencies, id, secret) : null,
  };
}

function formOf(
  dependencies: RouteDependencies,
  id: PaymentId,
  clientSecret: string | null,
): contract.PaymentForm | null {
  if (dependencies.gateway.capabilities.confirm === 'server')
    return { kind: 'cards', cards: [...SANDBOX_CARDS] };
  const { script } = dependencies;
  return script && clientSecret
    ? { kind: 'script', ...script, clientSecret, returnUrl: returnUrlOf(dependencies, id) }
    : null;
}

function stateOf({ status, failure, refunded, amount }: store.PaymentRow): contract.PaymentState {
  if (status === 'succeeded') return refunded >= amount ? 'refunded' : 'paid';
  if (status === 'canceled' || status === 'processing') return status;
  return failure === null || status === 'action' ? 'pending' : 'failed';
}

const viewOf = (
  row: store.PaymentRow,
  { actionUrl, isStale }: Pick<contract.PaymentView, 'actionUrl' | 'isStale'>,
): contract.PaymentView => ({
  uuid: row.id,
  state: stateOf(row),
  failure: row.failure,
  packageId: row.packageId,
  tokens: row.tokens,
  amount: row.amount,
  currency: row.currency,
  taxRate: row.taxRate,
  tax: taxWithin(row.amount, row.taxRate),
  refunded: row.refunded,
  dispute: row.dispute,
  takenTokens: row.takenTokens,
  card: row.card,
  actionUrl,
  isTest: row.isTest,
  createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isStale,
});
