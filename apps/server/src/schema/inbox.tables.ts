import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';

export const cannedReplies = pgTable(
  'canned_replies',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    shortcut: text('shortcut').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** `MessageContent` of the contract. */
    content: jsonb('content'),
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

/** Who of the staff takes conversations now. */
export const operatorPresence = pgTable(
  'operator_presence',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    /** They said so; away without a page open for a while all the same. */
    available: boolean('available').notNull(),
    seenAt: time('seen_at').notNull(),
    /** Last time a conversation was given to them in turn. */
    assignedAt: time('assigned_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

/** The views of the inbox that a member of the account has saved. */
export const inboxViews = pgTable(
  'inbox_views',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    /** `SavedInboxView[]` of the contract. */
    views: jsonb('views').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);
