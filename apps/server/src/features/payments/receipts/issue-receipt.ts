import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountId } from '@hanasu/contract/ids';
import type { BillingDetails } from '@hanasu/contract/receipts';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { PaymentRow } from '../payments.store.ts';
import { type ReceiptFacts, receiptFacts, type Seller, sellerOnReceipt } from './receipt-facts.ts';
import * as store from './receipts.store.ts';

/** Documents of one payment; each takes a number of the seller. */
const RECEIPTS_MAX = 10;

/** Stored details, or the account's name. */
export async function readDetails(
  transaction: AccountTransaction | SystemTransaction,
  accountId: AccountId,
): Promise<{ readonly details: BillingDetails; readonly isStored: boolean }> {
  const stored = await store.findDetails(transaction, accountId);
  if (stored) return { details: stored, isStored: true };
  const { name = '', locale = 'en' } = (await store.findDefaults(transaction, accountId)) ?? {};
  return {
    details: { isCompany: false, name, department: '', address: '', taxNumber: '', email: '', locale },
    isStored: false,
  };
}

interface Issue {
  readonly row: PaymentRow;
  readonly seller: Seller;
}

/**
 * Issues what the payment lacks, in the caller's transaction, which holds the lock of the payment: the receipt once it is
 * paid, and a note of what was refunded since the last one. Returns the number of documents that were issued.
 */
export async function issueMissing(
  transaction: SystemTransaction,
  { row, seller }: Issue & { readonly row: Pick<PaymentRow, 'paidAt' | 'refunded'> },
): Promise<number> {
  if (row.paidAt === null) return 0;
  const known = await store.listReceipts(transaction, row.accountId, row.id);
  let receipt = known.find(isValid)?.facts ?? null;
  let issued = 0;
  if (!receipt) {
    receipt = await insertReceipt(transaction, { row, seller, id: randomUUID(), moment: row.paidAt });
    if (!receipt) return 0;
    issued += 1;
  }
  const noted = known
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, { facts }) => sum + facts.amount, 0);
  if (row.refunded <= noted) return issued;
  const refund = { refunded: row.refunded - noted, refundedTotal: row.refunded };
  const note = { row, seller, id: randomUUID(), moment: null, refund, about: aboutOf(receipt) };
  await insertReceipt(transaction, note);
  return issued + 1;
}

/** Issues a receipt for the present billing details and seller in place of the valid one. */
export async function replaceReceipt(
  transaction: SystemTransaction,
  { row, seller }: Issue,
): Promise<ReceiptFacts> {
  const known = await store.listReceipts(transaction, row.accountId, row.id);
  const valid = orNotFound(known.find(isValid) ?? null, 'receipt');
  const { details } = await readDetails(transaction, row.accountId);
  if (!isOutdated(valid.facts, { details, seller }))
    throw new AppError('receipt_unchanged', 'The receipt says what the billing details say');
  if (known.length >= RECEIPTS_MAX)
    throw new AppError('too_many_receipts', `A payment has at most ${RECEIPTS_MAX} receipts`);
  const id = randomUUID();
  await store.replaceReceipt(transaction, row.accountId, { id: valid.id, replacedBy: id });
  const about = aboutOf(valid.facts);
  const issued = await insertReceipt(transaction, { row, seller, id, moment: row.paidAt, about });
  if (!issued) throw new AppError('receipt_unavailable', 'The operator has not set its name');
  return issued;
}

export const isValid = ({ kind, replacedBy }: store.ReceiptRow): boolean =>
  kind === 'receipt' && replacedBy === null;

const aboutOf = ({ number, transactionOn }: ReceiptFacts): ReceiptFacts['about'] => ({
  number,
  transactionOn,
});

interface Present {
  readonly details: BillingDetails;
  readonly seller: Seller;
}

/** Whether a receipt that is issued now would say something else. */
export function isOutdated(facts: ReceiptFacts, { details, seller }: Present): boolean {
  const { email: _email, locale, ...buyer } = details;
  return (
    facts.locale !== locale ||
    !isDeepStrictEqual(facts.buyer, buyer) ||
    !isDeepStrictEqual(facts.seller, sellerOnReceipt(seller, facts))
  );
}

interface NewReceipt extends Issue {
  readonly id: string;
  /** Of the transaction; null: now. */
  readonly moment: Date | null;
  readonly refund?: { readonly refunded: number; readonly refundedTotal: number };
  readonly about?: ReceiptFacts['about'];
}

/** Null: the seller has no name. */
async function insertReceipt(
  transaction: SystemTransaction,
  { row, seller, id, moment, refund, about = null }: NewReceipt,
): Promise<ReceiptFacts | null> {
  const { today, day } = await store.readDates(transaction, seller.timeZone, moment);
  const onReceipt = sellerOnReceipt(seller, { isTest: row.isTest, transactionOn: day });
  if (!onReceipt) return null;
  const { details } = await readDetails(transaction, row.accountId);
  const series = `${row.isTest ? 'TEST' : 'R'}-${today.slice(0, 4)}`;
  const count = await store.takeNumber(transaction, series);
  const facts = receiptFacts(
    { row, seller: onReceipt, details, refunded: refund?.refunded ?? null, about },
    { number: `${series}-${String(count).padStart(6, '0')}`, issuedOn: today, transactionOn: day },
  );
  const refundedTotal = refund?.refundedTotal ?? null;
  await store.addReceipt(transaction, { accountId: row.accountId, id, facts, refundedTotal });
  return facts;
}
