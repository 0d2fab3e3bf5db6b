import { z } from 'zod';
import { Email, LOCALES } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { PaymentId, uuidParams } from './ids.ts';
import { Time } from './page.ts';
import { PaymentCurrency } from './payments.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** To whom receipts are made out. */
export const BillingDetails = z
  .object({
    isCompany: z.boolean(),
    name: line(120).min(1),
    department: line(120),
    /** Up to five lines. */
    address: z
      .string()
      .trim()
      .max(300)
      .regex(/^[^\p{Cc}\n]*(?:\n[^\p{Cc}\n]*){0,4}$/u),
    /** Registration number (T…) in Japan, tax code in Vietnam; empty: none. */
    taxNumber: line(40),
    /** Gets a copy of the mails about payments; empty: no further address. */
    email: z.union([z.literal(''), Email]),
    /** Language of receipts. */
    locale: z.enum(LOCALES),
  })
  .strict()
  .meta({ id: 'BillingDetails' });
export type BillingDetails = z.infer<typeof BillingDetails>;

export const RECEIPT_KINDS = ['receipt', 'refund'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export const ReceiptView = z
  .object({
    /** Of the seller, without gaps. */
    number: z.string(),
    /** `refund`: a note about money that was given back. */
    kind: z.enum(RECEIPT_KINDS),
    /** To whom it is made out. */
    recipient: z.string(),
    /** In the smallest unit. */
    amount: z.number().int(),
    currency: PaymentCurrency,
    issuedAt: Time,
    /** Number of the receipt that was issued instead; null: it is valid. */
    replacedBy: z.string().nullable(),
    /** Later downloads are marked as issued again. */
    isDownloaded: z.boolean(),
  })
  .meta({ id: 'Receipt' });
export type ReceiptView = z.infer<typeof ReceiptView>;

const TAG = 'payments';
const params = uuidParams(PaymentId);
export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/api/user/billing-details',
  summary: 'To whom receipts are made out; the name of the account until details are stored',
  tag: TAG,
  access: 'owner',
  status: 200,
  output: z.object({ details: BillingDetails, isStored: z.boolean() }),
});
export const putBillingDetails = endpoint({
  method: 'PUT',
  path: '/api/user/billing-details',
  summary:
    'Stores to whom receipts are made out from now on. Characters that can’t be printed are refused by name',
  tag: TAG,
  access: 'owner',
  body: BillingDetails,
  status: 200,
  output: z.object({ details: BillingDetails, isStored: z.boolean() }),
  errors: ['unprintable'],
});
export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/user/payment/{uuid}/receipts',
  summary: 'Receipts and refund notes of a payment, the newest first',
  tag: TAG,
  access: 'owner',
  params,
  status: 200,
  output: z.object({
    receipts: z.array(ReceiptView),
    /** A receipt made out to the present billing details would say something else. */
    canCorrect: z.boolean(),
    /** False: the operator has not set its name, so that no receipts can be issued. */
    isAvailable: z.boolean(),
  }),
});
export const downloadReceipt = endpoint({
  method: 'GET',
  path: '/api/user/payment/{uuid}/receipt',
  summary:
    'A receipt as PDF, by default the valid one. The first download is the original, later ones are marked as issued again',
  tag: TAG,
  access: 'owner',
  params,
  query: z.object({ number: z.string().max(40).optional() }),
  status: 200,
  errors: ['receipt_unavailable'],
});
export const correctReceipt = endpoint({
  method: 'POST',
  path: '/api/user/payment/{uuid}/receipt',
  summary: 'Issues a receipt for the present billing details, which replaces the valid one',
  tag: TAG,
  access: 'owner',
  params,
  status: 201,
  output: ReceiptView,
  errors: ['receipt_unavailable', 'receipt_unchanged', 'too_many_receipts'],
});
