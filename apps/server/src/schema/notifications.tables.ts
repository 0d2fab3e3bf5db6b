import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';

/** What a person is told of, and how; absent: `DEFAULT_NOTIFY` of the contract. */
export const notifySettings = pgTable(
  'notify_settings',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    settings: jsonb('settings').notNull(),
    /** Sealed with AES-256-GCM. */
    webHookSecret: bytes('web_hook_secret'),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

/** A person as a friend of one of the account's own channels, proven with a code they sent there. */
export const notifyLinks = pgTable(
  'notify_links',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    codeHash: bytes('code_hash'),
    codeExpiresAt: time('code_expires_at'),
    friendExternalId: text('friend_external_id'),
    linkedAt: time('linked_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId, table.channelId] })],
);

/** What is to be told, or was; the key keeps one thing from being told twice. */
export const notifications = pgTable(
  'notifications',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    event: text('event').notNull(),
    way: text('way').notNull(),
    key: text('key').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    path: text('path').notNull(),
    /** waiting, sent or failed */
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** What is told in one shares the id of its first, which the receiver knows it by; null: not begun. */
    batch: uuid('batch'),
    dueAt: time('due_at').notNull(),
    leaseUntil: time('lease_until'),
    detail: text('detail'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('notifications_key').on(table.accountId, table.userId, table.way, table.key),
    index('notifications_due').on(table.dueAt).where(sql`state = 'waiting'`),
    index('notifications_by_user').on(table.accountId, table.userId, table.createdAt),
  ],
);
