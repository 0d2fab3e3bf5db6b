import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { GatewayPayment, Outcome, PaymentGateway } from '@hanasu/payments/spec/gateway';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { tokenLots } from '../billing/public.ts';
import { type Step, stepOf } from './payment-state.ts';
import * as store from './payments.store.ts';
import { issueMissing } from './receipts/issue-receipt.ts';
import { mailPaymentChange, type PaymentChange } from './receipts/payment-mail.ts';
import type { Seller } from './receipts/receipt-facts.ts';

export interface SettleDependencies {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly seller: Seller;
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly onError: (error: unknown) => void;
}

interface Which {
  readonly accountId: AccountId;
  readonly id: PaymentId;
}

/** Time after which an unfinished payment is given up. */
const OPEN_MINUTES = 24 * 60;
/** Minutes between looks at a payment, besides events: open, or settled, as it may be given back or disputed. */
const LOOK_MINUTES = 5;
const SETTLED_MINUTES = 24 * 60;

/**
 * Asks the gateway and does what follows. The only place where tokens are added or taken for a payment: the page, an
 * event and the clock call it. Returns what the gateway said.
 */
export async function settlePayment(
  dependencies: SettleDependencies,
  which: Which,
): Promise<Outcome<GatewayPayment> | null> {
  const { database, gateway } = dependencies;
  const row = await database.account(which.accountId, (transaction) =>
    store.findPayment(transaction, which.id),
  );
  if (!row || row.gateway !== gateway.name || row.gatewayId === null) return null;
  const seen = await gateway.read(row.gatewayId);
  if (seen.kind !== 'done' || (await applySeen(dependencies, which, seen.value))) return seen;
  return { kind: 'refused', code: 'mismatch', detail: EVENT_PROBLEMS.otherPayment };
}

/** Applies what a gateway said of a payment, in one transaction. False: it is not the payment that was begun. */
export async function applySeen(
  dependencies: SettleDependencies,
  { accountId, id }: Which,
  seen: GatewayPayment,
): Promise<boolean> {
  return dependencies.database.system(async (transaction) => {
    const row = await store.lockPayment(transaction, accountId, id);
    if (!row) return false;
    const isSame =
      seen.id === row.gatewayId &&
      seen.paymentId === row.id &&
      seen.accountId === row.accountId &&
      seen.amount === row.amount &&
      seen.currency === row.currency &&
      seen.isTest === row.isTest;
    if (!isSame) return false;
    const step = stepOf({ ...row, isCredited: row.paidAt !== null }, seen);
    const purchase = { accountId, paymentId: id, tokens: row.tokens };
    if (step.credits) await tokenLots.creditPurchase(transaction, { ...purchase, days: row.days });
    const takenTokens =
      row.takenTokens + (await moveTokens(transaction, purchase, step.tokensToTake - row.takenTokens));
    const isOpen = step.status !== 'succeeded' && step.status !== 'canceled';
    await store.updatePayment(transaction, row, {
      step,
      takenTokens,
      card: seen.card,
      nextLookMinutes: isOpen ? LOOK_MINUTES : step.status === 'succeeded' ? SETTLED_MINUTES : null,
    });
    await reportChanges(dependencies, transaction, { row, step });
    return true;
  });
}

/** Issues the receipt or the note of what has changed, and writes it to the account's owner. */
async function reportChanges(
  dependencies: SettleDependencies,
  transaction: SystemTransaction,
  { row, step }: { readonly row: store.PaymentRow; readonly step: Step },
): Promise<void> {
  const refunded = step.refunded - row.refunded;
  const isDisputeNew = step.dispute !== row.dispute;
  if (!step.credits && refunded <= 0 && !isDisputeNew) return;
  const after = await store.findPaymentOf(transaction, row);
  if (!after) return;
  const hasReceipt = (await issueMissing(transaction, { row: after, seller: dependencies.seller })) > 0;
  const write = (change: PaymentChange) =>
    mailPaymentChange(dependencies, transaction, { row: after, change, hasReceipt });
  if (step.credits) await write({ kind: 'paid' });
  if (refunded > 0) await write({ kind: 'refunded', amount: refunded });
  if (isDisputeNew && step.dispute !== 'none') await write({ kind: 'dispute', state: step.dispute });
}

/** Takes more, or gives some back; answers the change of what is taken. */
async function moveTokens(
  transaction: Parameters<typeof tokenLots.takeBackPurchase>[0],
  purchase: Parameters<typeof tokenLots.takeBackPurchase>[1],
  change: number,
): Promise<number> {
  if (change > 0) return tokenLots.takeBackPurchase(transaction, { ...purchase, tokens: change });
  if (change < 0) await tokenLots.returnPurchase(transaction, { ...purchase, tokens: -change });
  return change;
}

const AT_ONCE = 20;

/** Asks about open payments, and gives up those that are unfinished for a day. One that fails is looked at again later. */
export async function sweepPayments(dependencies: SettleDependencies): Promise<void> {
  const { database, onError } = dependencies;
  for (;;) {
    const due = await database.system((transaction) => store.takeDue(transaction, AT_ONCE));
    for (const payment of due) await sweepPayment(dependencies, payment).catch(onError);
    if (due.length < AT_ONCE) return;
  }
}

async function sweepPayment(
  dependencies: SettleDependencies,
  { accountId, id, ageMinutes }: store.DuePayment,
): Promise<void> {
  const { gateway } = dependencies;
  const seen = await settlePayment(dependencies, { accountId, id });
  const isOpen = seen?.kind === 'done' && (seen.value.status === 'open' || seen.value.status === 'action');
  if (!isOpen || ageMinutes < OPEN_MINUTES) return;
  const canceled = await gateway.cancel(seen.value.id, `payment-${id}-cancel`);
  if (canceled.kind === 'done') await applySeen(dependencies, { accountId, id }, canceled.value);
}

const UNANSWERED = 'the gateway did not answer';
/** Pause before an event that was postponed is due again, at first. */
const RETRY_MS = 5_000;

/** Reasons that are stored with an event which changed no payment. */
export const EVENT_PROBLEMS = {
  unknownPayment: 'no payment of this installation',
  otherPayment: 'the payment does not match',
} as const;

/**
 * Processes the events of gateways that are due. One that fails, or whose gateway does not answer, is tried again later and
 * holds up no other. Returns milliseconds until the next round is due; null: none is.
 */
export async function handleEvents(dependencies: SettleDependencies): Promise<number | null> {
  const { database, onError } = dependencies;
  const due = await database.system((transaction) => store.findDueEvents(transaction, AT_ONCE));
  let isPostponed = false;
  for (const event of due) {
    try {
      const problem = await handleEvent(dependencies, event);
      const isUnanswered = problem === UNANSWERED;
      isPostponed ||= isUnanswered;
      const end = isUnanswered ? store.postponeEvent : store.endEvent;
      await database.system((transaction) => end(transaction, event, problem));
    } catch (error) {
      onError(error);
      isPostponed = true;
      await database.system((transaction) => store.postponeEvent(transaction, event, String(error)));
    }
  }
  if (due.length === AT_ONCE) return 0;
  return isPostponed ? RETRY_MS : null;
}

/** Returns why the event changed nothing; null: it did what it could. */
async function handleEvent(
  dependencies: SettleDependencies,
  { accountId, paymentId }: store.DueEvent,
): Promise<string | null> {
  if (!accountId || !paymentId) return EVENT_PROBLEMS.unknownPayment;
  const seen = await settlePayment(dependencies, { accountId, id: paymentId });
  if (seen?.kind === 'unknown') return UNANSWERED;
  return seen?.kind === 'refused' ? seen.detail : null;
}
