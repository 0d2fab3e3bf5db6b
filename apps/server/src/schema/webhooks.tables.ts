import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';

/** Addresses that are told what happens in an account. */
export const webHooks = pgTable(
  'web_hooks',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    events: jsonb('events').notNull(),
    /** Sealed; the hook's id is bound in. */
    secret: bytes('secret').notNull(),
    enabled: boolean('enabled').notNull(),
    /** The member who answers for it; when they leave, the owner or nobody. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** One row is one event for one hook, tried until it is taken or given up. */
export const webHookDeliveries = pgTable(
  'web_hook_deliveries',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    hookId: uuid('hook_id').notNull(),
    event: text('event').notNull(),
    payload: jsonb('payload').notNull(),
    /** pending, delivered or failed */
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull(),
    leaseUntil: time('lease_until'),
    /** HTTP status of the last try; null: there was none. */
    status: integer('status'),
    detail: text('detail'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('web_hook_deliveries_open').on(table.nextAttemptAt).where(sql`state = 'pending'`),
    index('web_hook_deliveries_hook').on(table.accountId, table.hookId, table.id),
    foreignKey({
      columns: [table.accountId, table.hookId],
      foreignColumns: [webHooks.accountId, webHooks.id],
      name: 'web_hook_deliveries_hook',
    }).onDelete('cascade'),
  ],
);
