import { foreignKey, index, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { customers } from './contacts.tables.ts';

/** Customers who became part of another one. */
export const customerMerges = pgTable(
  'customer_merges',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    keptId: uuid('kept_id').notNull(),
    /** Who is no more; the id leads to the one who is kept. */
    mergedId: uuid('merged_id').notNull(),
    mergedBy: uuid('merged_by').references(() => users.id, { onDelete: 'set null' }),
    at: time('at').notNull().defaultNow(),
    /** `MergeUndo`: what both were before; null: it is too old to be undone. */
    undo: jsonb('undo'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('customer_merges_merged').on(table.accountId, table.mergedId),
    index('customer_merges_kept').on(table.accountId, table.keptId, table.at),
    foreignKey({
      columns: [table.accountId, table.keptId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customer_merges_customer',
    }).onDelete('cascade'),
  ],
);

/** Pairs that look like one person and are two; the smaller id first. */
export const customersApart = pgTable(
  'customers_apart',
  {
    accountId: accountId(),
    oneId: uuid('one_id').notNull(),
    otherId: uuid('other_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.oneId, table.otherId] }),
    index('customers_apart_other').on(table.accountId, table.otherId),
    foreignKey({
      columns: [table.accountId, table.oneId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customers_apart_one',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.otherId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customers_apart_other_of',
    }).onDelete('cascade'),
  ],
);
