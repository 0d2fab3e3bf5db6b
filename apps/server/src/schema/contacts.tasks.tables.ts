import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { customers } from './contacts.tables.ts';

/** Imports, exports, bulk changes and erasings of customers: what was asked for, and how far it is. */
export const customerTasks = pgTable(
  'customer_tasks',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** `import`, `export`, `bulk` or `erase`. */
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    /** Why it has failed. */
    failure: text('failure'),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    /** What was asked for; without personal data but the name of a file. */
    params: jsonb('params').notNull(),
    /** Of an import: the encoding, separator and head that were found. */
    found: jsonb('found').notNull().default({}),
    total: integer('total'),
    done: integer('done').notNull().default(0),
    counts: jsonb('counts').notNull().default({}),
    /** How far an undo is: the rows from this one on are done. */
    undoneTo: integer('undone_to'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
    /** Until when its file is kept. */
    fileUntil: time('file_until'),
    /** Until when it can be undone; then its rows go. */
    undoUntil: time('undo_until'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('customer_tasks_newest').on(table.accountId, table.createdAt),
  ],
);

/** What an import or a bulk change has done to each customer, for its undo, and which rows were refused. */
export const customerTaskRows = pgTable(
  'customer_task_rows',
  {
    accountId: accountId(),
    taskId: uuid('task_id').notNull(),
    /** Of the file, or counted from 1. */
    row: integer('row').notNull(),
    /** `created`, `changed`, `same`, `refused`; after an undo `kept`. */
    outcome: text('outcome').notNull(),
    customerId: uuid('customer_id'),
    /** Names of facts, values before and after, reasons. */
    data: jsonb('data').notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.taskId, table.row] }),
    index('customer_task_rows_customer').on(table.accountId, table.customerId),
    index('customer_task_rows_outcome').on(table.accountId, table.taskId, table.outcome, table.row),
    foreignKey({
      columns: [table.accountId, table.taskId],
      foreignColumns: [customerTasks.accountId, customerTasks.id],
      name: 'customer_task_rows_task',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customer_task_rows_customer_of',
    }).onDelete('cascade'),
  ],
);
