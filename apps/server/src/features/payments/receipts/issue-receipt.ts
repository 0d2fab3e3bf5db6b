import { randomUUID } from 'node:crypto';
import type { AccountId } from '@hanasu/contract/ids';
import type { BillingDetails } from '@hanasu/contract/receipts';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { PaymentRow } from '../payments.store.ts';
import { printedSeller, type ReceiptFacts, receiptFacts, type Seller } from './receipt-facts.ts';
import * as store from './receipts.store.ts';

/** Corrections of one receipt; each takes a number of the seller. */
const RECEIPTS_MAX = 20;

/** Stored details, or the account's name. */
export async function readDetails(
  transaction: AccountTransaction | SystemTransaction,
  accountId: AccountId,
): Promise<{ readonly details: BillingDetails; readonly isStored: boolean }> {
  const stored = await store.findDetails(transaction, accountId);
  if (stored) return { details: stored, isStored: true };
  const { name = '', locale = 'en' } = (await store.findDefaults(transaction, accountId)) ?? {};
  return {
    details: { isCompany: true, name, department: '', address: '', taxNumber: '', email: '', locale },
    isStored: false,
  };
}

interface Issue {
  readonly row: PaymentRow;
  readonly seller: Seller;
}

/**
 * Issues the receipt of a payment that was made, in the caller's transaction, which holds the lock of the payment. Null:
 * there is one, or none can be issued yet.
 */
export async function issueReceipt(
  transaction: SystemTransaction,
  { row, seller }: Issue,
): Promise<ReceiptFacts | null> {
  const known = await store.listReceipts(transaction, row.accountId, row.id);
  if (known.some(({ kind }) => kind === 'receipt')) return null;
  return add(transaction, { row, seller, id: randomUUID(), moment: row.paidAt });
}

/** Issues the note of a refund: of what was given back since the last note. */
export async function issueRefundNote(
  transaction: SystemTransaction,
  { row, seller, refundedTotal }: Issue & { readonly refundedTotal: number },
): Promise<ReceiptFacts | null> {
  const known = await store.listReceipts(transaction, row.accountId, row.id);
  const receipt = known.find(({ kind, replacedBy }) => kind === 'receipt' && replacedBy === null);
  const noted = known
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, { facts }) => sum + facts.amount, 0);
  const refunded = refundedTotal - noted;
  if (!receipt || refunded <= 0) return null;
  return add(transaction, {
    row,
    seller,
    id: randomUUID(),
    moment: null,
    refund: { refunded, refundedTotal },
    about: receipt.number,
  });
}

/** Issues a receipt for the present billing details in place of the valid one. */
export async function replaceReceipt(
  transaction: SystemTransaction,
  { row, seller }: Issue,
): Promise<ReceiptFacts> {
  const known = await store.listReceipts(transaction, row.accountId, row.id);
  const valid = known.find(({ kind, replacedBy }) => kind === 'receipt' && replacedBy === null);
  if (!valid) throw new AppError('receipt_unavailable', 'The payment has no receipt');
  const { details } = await readDetails(transaction, row.accountId);
  if (!differs(valid.facts, details))
    throw new AppError('receipt_unchanged', 'The receipt says what the billing details say');
  if (known.length >= RECEIPTS_MAX)
    throw new AppError('too_many_receipts', `A payment has at most ${RECEIPTS_MAX} receipts`);
  const id = randomUUID();
  await store.replaceReceipt(transaction, row.accountId, { id: valid.id, replacedBy: id });
  const issued = await add(transaction, { row, seller, id, moment: row.paidAt, about: valid.number });
  if (!issued) throw new AppError('receipt_unavailable', 'The operator has not set its name');
  return issued;
}

/** Whether a receipt for these details would say something else. */
export const differs = ({ buyer, locale }: ReceiptFacts, details: BillingDetails): boolean =>
  locale !== details.locale ||
  buyer.isCompany !== details.isCompany ||
  buyer.name !== details.name ||
  buyer.department !== details.department ||
  buyer.address !== details.address ||
  buyer.taxNumber !== details.taxNumber;

interface Adding extends Issue {
  readonly id: string;
  /** Of the payment; null: now. */
  readonly moment: Date | null;
  readonly refund?: { readonly refunded: number; readonly refundedTotal: number };
  readonly about?: string;
}

async function add(
  transaction: SystemTransaction,
  { row, seller, id, moment, refund, about }: Adding,
): Promise<ReceiptFacts | null> {
  const printed = printedSeller(seller, row.isTest);
  if (!printed) return null;
  const { details } = await readDetails(transaction, row.accountId);
  const { today, day } = await store.readDates(transaction, seller.timeZone, moment);
  const series = `${row.isTest ? 'TEST' : 'R'}-${today.slice(0, 4)}`;
  const count = await store.takeNumber(transaction, series);
  const facts = receiptFacts(
    { row, seller: printed, details, refunded: refund?.refunded ?? null, about: about ?? null },
    { number: `${series}-${String(count).padStart(6, '0')}`, issuedOn: today, transactionOn: day },
  );
  const refundedTotal = refund?.refundedTotal ?? null;
  await store.addReceipt(transaction, { accountId: row.accountId, id, facts, refundedTotal });
  return facts;
}
