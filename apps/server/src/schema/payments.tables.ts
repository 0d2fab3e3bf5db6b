import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { accounts, users } from './accounts.tables.ts';

/** Tokens that an account buys. */
export const payments = pgTable(
  'payments',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Key of the browser: the same key is the same payment. */
    browserKey: text('browser_key').notNull(),
    packageId: text('package_id').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** In the smallest unit of the currency, with the tax in it: as it was when it began. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    taxRate: real('tax_rate').notNull(),
    /** How long its tokens are good for; null: without end. */
    days: bigint('days', { mode: 'number' }),
    gateway: text('gateway').notNull(),
    /** Id at the gateway; null: it was not reached yet. */
    gatewayId: text('gateway_id'),
    /** One of `GatewayStatus`, as it was last seen; what has succeeded stays so. */
    status: text('status').notNull().default('open'),
    failure: text('failure'),
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    dispute: text('dispute').notNull().default('none'),
    /** Number of its tokens that were taken back. */
    takenTokens: bigint('taken_tokens', { mode: 'number' }).notNull().default(0),
    card: jsonb('card'),
    isTest: boolean('is_test').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    paidAt: time('paid_at'),
    /** The gateway is asked again then; null: nothing is open. */
    nextLookAt: time('next_look_at'),
    looks: bigint('looks', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('payments_browser_key').on(table.accountId, table.browserKey),
    uniqueIndex('payments_gateway_id').on(table.gateway, table.gatewayId).where(sql`gateway_id is not null`),
    index('payments_recent').on(table.accountId, table.createdAt),
    index('payments_due').on(table.nextLookAt).where(sql`next_look_at is not null`),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.id],
      name: 'payments_account',
    }).onDelete('cascade'),
  ],
);

/** Events that gateways have sent, once each, also about no payment of ours. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    gateway: text('gateway').notNull(),
    /** Id at the gateway. */
    id: text('id').notNull(),
    type: text('type').notNull(),
    /** The gateway's id of the payment; null: it names none. */
    gatewayId: text('gateway_id'),
    receivedAt: time('received_at').notNull().defaultNow(),
    /** Null: the payment was not looked at yet. */
    handledAt: time('handled_at'),
    problem: text('problem'),
    tries: integer('tries').notNull().default(0),
    /** Null: not tried yet, or handled. */
    nextTryAt: time('next_try_at'),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.id] }),
    index('payment_events_open').on(table.receivedAt).where(sql`handled_at is null`),
    index('payment_events_failed').on(table.receivedAt).where(sql`problem is not null`),
  ],
);

/** Payments of the sandbox, which outlive a restart as those of a vendor do. */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    accountId: accountId(),
    id: text('id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    /** `SandboxPayment` of the package. */
    payment: jsonb('payment').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sandbox_payments_payment').on(table.paymentId),
    index('sandbox_payments_account').on(table.accountId),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.id],
      name: 'sandbox_payments_account_of',
    }).onDelete('cascade'),
  ],
);
