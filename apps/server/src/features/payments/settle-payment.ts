import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { GatewayPayment, Outcome, PaymentGateway } from '@hanasu/payments/spec/gateway';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { tokenLots } from '../billing/public.ts';
import { type Step, stepOf } from './payment-state.ts';
import * as store from './payments.store.ts';
import { issueReceipt, issueRefundNote } from './receipts/issue-receipt.ts';
import { mailPaymentNews, type PaymentNews } from './receipts/payment-mail.ts';
import type { ReceiptFacts, Seller } from './receipts/receipt-facts.ts';

export interface SettleDependencies {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly seller: Seller;
  readonly mail: Mail;
  readonly publicUrl: string;
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
  return { kind: 'refused', code: 'mismatch', detail: 'the gateway speaks of another payment' };
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
    await report(dependencies, transaction, { row: { ...row, card: seen.card ?? row.card }, step });
    return true;
  });
}

/** Issues the receipt or the note of what is new, and writes it to the account's owner. */
async function report(
  dependencies: SettleDependencies,
  transaction: SystemTransaction,
  { row, step }: { readonly row: store.PaymentRow; readonly step: Step },
): Promise<void> {
  const { seller } = dependencies;
  const write = (news: PaymentNews, receipt: ReceiptFacts | null) =>
    mailPaymentNews(dependencies, transaction, { row, news, hasReceipt: receipt !== null });
  if (step.credits) await write({ kind: 'paid' }, await issueReceipt(transaction, { row, seller }));
  const amount = step.refunded - row.refunded;
  if (amount > 0) {
    const note = await issueRefundNote(transaction, { row, seller, refundedTotal: step.refunded });
    await write({ kind: 'refunded', amount }, note);
  }
  if (step.dispute !== row.dispute && step.dispute !== 'none')
    await write({ kind: 'dispute', state: step.dispute }, null);
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

/** Asks about open payments, and gives up those that are unfinished for a day. */
export async function sweepPayments(dependencies: SettleDependencies): Promise<void> {
  const { database, gateway } = dependencies;
  for (;;) {
    const due = await database.system((transaction) => store.takeDue(transaction, AT_ONCE));
    for (const { accountId, id, ageMinutes } of due) {
      const which = { accountId, id };
      const seen = await settlePayment(dependencies, which);
      const isOpen =
        seen?.kind === 'done' && (seen.value.status === 'open' || seen.value.status === 'action');
      if (!isOpen || ageMinutes < OPEN_MINUTES) continue;
      const canceled = await gateway.cancel(seen.value.id, `payment-${id}-cancel`);
      if (canceled.kind === 'done') await applySeen(dependencies, which, canceled.value);
    }
    if (due.length < AT_ONCE) return;
  }
}

/** Pause before a gateway that did not answer is asked again. */
const RETRY_MS = 5_000;

/**
 * Looks at the payments that gateways have spoken of. An event that fails is kept with its error, and tried again after
 * those that have not failed. Answers milliseconds until the next round is due; null: none is.
 */
export async function handleEvents(dependencies: SettleDependencies): Promise<number | null> {
  const { database } = dependencies;
  const open = await database.system((transaction) => store.findOpenEvents(transaction, AT_ONCE));
  let isDueAgain = false;
  for (const event of open) {
    const { accountId, paymentId } = event;
    // It may be here before the answer that gives the payment its id.
    if (!paymentId && event.gatewayId !== null && event.isNew) {
      isDueAgain = true;
      continue;
    }
    let problem: string | null = accountId && paymentId ? null : 'no payment of this installation';
    try {
      if (accountId && paymentId) {
        const seen = await settlePayment(dependencies, { accountId, id: paymentId });
        if (seen?.kind === 'unknown') return RETRY_MS;
        if (seen?.kind === 'refused') problem = seen.detail;
      }
      await database.system((transaction) => store.endEvent(transaction, event, problem));
    } catch (error) {
      isDueAgain = true;
      await database.system((transaction) => store.keepOpen(transaction, event, String(error)));
    }
  }
  if (isDueAgain) return RETRY_MS;
  return open.length === AT_ONCE ? 0 : null;
}
