import type { Locale } from '@hanasu/contract/accounts';
import type { PaymentId } from '@hanasu/contract/ids';
import type { PaymentCurrency } from '@hanasu/contract/payments';
import type { BillingDetails, ReceiptKind } from '@hanasu/contract/receipts';
import { taxWithin } from '@hanasu/payments/spec/money';
import type { PaymentRow } from '../payments.store.ts';

/** The seller of tokens: the operator of the installation, by its settings. */
export interface Seller {
  /** Null: not set, so that receipts are issued for test payments only. */
  readonly name: string | null;
  readonly address: string | null;
  readonly contact: string | null;
  /** Of a qualified invoice issuer of Japan: `T` and 13 digits; null: not registered. */
  readonly registrationNumber: string | null;
  /** First day of that registration, as `2026-10-01`; null: it is older than all payments. */
  readonly registeredFrom: string | null;
  /** Zone of the dates on receipts, and of the year in their numbers. */
  readonly timeZone: string;
}

/** Everything that a receipt says, as it was when it was issued. Amounts in the smallest unit of the currency. */
export interface ReceiptFacts {
  readonly kind: ReceiptKind;
  readonly number: string;
  readonly locale: Locale;
  /** Dates of the seller's zone: `2026-11-29`. */
  readonly issuedOn: string;
  /** Of the payment, or of the refund. */
  readonly transactionOn: string;
  readonly seller: {
    readonly name: string;
    readonly address: string | null;
    readonly contact: string | null;
    readonly registrationNumber: string | null;
  };
  readonly buyer: Omit<BillingDetails, 'email' | 'locale'>;
  readonly tokens: number;
  readonly amount: number;
  readonly currency: PaymentCurrency;
  /** Percent. */
  readonly taxRate: number;
  /** Tax within the amount, rounded down once. */
  readonly tax: number;
  readonly card: PaymentRow['card'];
  readonly paymentId: PaymentId;
  readonly isTest: boolean;
  /** The receipt that this one replaces, or whose money it refunds, and the date of its transaction. */
  readonly about: { readonly number: string; readonly transactionOn: string } | null;
}

/** Purchase without dates and numbers, which the database gives. */
export interface ReceiptDraft {
  readonly row: Pick<PaymentRow, 'id' | 'tokens' | 'amount' | 'currency' | 'taxRate' | 'card' | 'isTest'>;
  readonly seller: ReceiptFacts['seller'];
  readonly details: BillingDetails;
  /** Of a refund note: what was given back now. */
  readonly refunded: number | null;
  readonly about: ReceiptFacts['about'];
}

interface Numbered {
  readonly number: string;
  readonly issuedOn: string;
  readonly transactionOn: string;
}

/** How a receipt is drawn: the first time, again, or after it was replaced. */
export type ReceiptEdition =
  | { readonly kind: 'original' | 'reissued' }
  | { readonly kind: 'void'; readonly replacedBy: string };

const TEST_SELLER = 'Hanasu (test)';

/**
 * The seller as it stands on receipts of a transaction; null: it has no name yet, so that none can be issued. Test payments
 * and those from before the registration have no registration number.
 */
export function sellerOnReceipt(
  { name, address, contact, registrationNumber, registeredFrom }: Seller,
  { isTest, transactionOn }: { readonly isTest: boolean; readonly transactionOn: string },
): ReceiptFacts['seller'] | null {
  const printed = name ?? (isTest ? TEST_SELLER : null);
  const isRegistered = !isTest && (registeredFrom === null || transactionOn >= registeredFrom);
  return printed === null
    ? null
    : { name: printed, address, contact, registrationNumber: isRegistered ? registrationNumber : null };
}

export function receiptFacts(
  { row, seller, details, refunded, about }: ReceiptDraft,
  numbered: Numbered,
): ReceiptFacts {
  const { email: _email, locale, ...buyer } = details;
  const amount = refunded ?? row.amount;
  return {
    kind: refunded === null ? 'receipt' : 'refund',
    ...numbered,
    locale,
    seller,
    buyer,
    tokens: row.tokens,
    amount,
    currency: row.currency,
    taxRate: row.taxRate,
    tax: taxWithin(amount, row.taxRate),
    card: row.card,
    paymentId: row.id,
    isTest: row.isTest,
    about,
  };
}

/**
 * A qualified invoice of Japan: a registered seller, consumption tax, and amounts in yen, because the tax has to be
 * written in yen.
 */
export const isQualifiedInvoice = ({
  seller: { registrationNumber },
  currency,
  taxRate,
}: Pick<ReceiptFacts, 'seller' | 'currency' | 'taxRate'>): boolean =>
  registrationNumber !== null && currency === 'JPY' && taxRate > 0;

/**
 * Whether the check digit of a corporation's number fits: 9 − (Σ P·Q mod 9) over its last 12 digits, where Q is 1 and 2
 * in turn from the right (National Tax Agency, 法人番号). Numbers of sole traders follow no rule.
 */
export function hasCorporateCheckDigit(registrationNumber: string): boolean {
  const [check = 0, ...digits] = registrationNumber.replace(/^T/, '').split('').map(Number);
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return check === 9 - (sum % 9);
}
