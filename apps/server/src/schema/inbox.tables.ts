import { integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../platform/database/columns.ts';

export const cannedReplies = pgTable(
  'canned_replies',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    shortcut: text('shortcut').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    uses: integer('uses').notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('canned_replies_shortcut').on(table.accountId, table.shortcut),
  ],
);
