import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, time, updatedAt } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';
import { payments } from './payments.tables.ts';

/** To whom the receipts of an account are made out. Without a row: to the account's name. */
export const billingDetails = pgTable(
  'billing_details',
  {
    accountId: accountId(),
    isCompany: boolean('is_company').notNull(),
    name: text('name').notNull(),
    department: text('department').notNull(),
    address: text('address').notNull(),
    taxNumber: text('tax_number').notNull(),
    /** Gets a copy of the mails about payments; empty: nothing. */
    email: text('email').notNull(),
    /** Language of receipts. */
    locale: text('locale').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId] }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.id],
      name: 'billing_details_account',
    }).onDelete('cascade'),
  ],
);

/** Receipts and refund notes; what they say never changes, a wrong one is replaced. */
export const receipts = pgTable(
  'receipts',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    /** `receipt` or `refund`. */
    kind: text('kind').notNull(),
    /** Of this installation, without gaps: `R-2026-000123`. */
    number: text('number').notNull(),
    /** `ReceiptFacts`: everything that the document says. */
    facts: jsonb('facts').notNull(),
    issuedAt: time('issued_at').notNull().defaultNow(),
    /** Receipt that was issued instead; null: it is valid. */
    replacedBy: uuid('replaced_by'),
    /** Refunded in all when the refund note was issued, in the smallest unit; null: it is a receipt. */
    refundedTotal: bigint('refunded_total', { mode: 'number' }),
    /** PDF of the first download; null: it was not downloaded yet. */
    original: bytes('original'),
    /** PDF of later downloads, marked as issued again. */
    reissued: bytes('reissued'),
    downloadedAt: time('downloaded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('receipts_number').on(table.number),
    uniqueIndex('receipts_valid')
      .on(table.accountId, table.paymentId)
      .where(sql`kind = 'receipt' and replaced_by is null`),
    uniqueIndex('receipts_refund')
      .on(table.accountId, table.paymentId, table.refundedTotal)
      .where(sql`kind = 'refund'`),
    index('receipts_payment').on(table.accountId, table.paymentId, table.issuedAt),
    foreignKey({
      columns: [table.accountId, table.paymentId],
      foreignColumns: [payments.accountId, payments.id],
      name: 'receipts_payment_of',
    }).onDelete('cascade'),
  ],
);

/** Last number of each series of receipts. */
export const receiptNumbers = pgTable('receipt_numbers', {
  /** `R-2026`, or `TEST-2026` for payments of test mode. */
  series: text('series').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});
