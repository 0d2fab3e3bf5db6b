import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';

/** Addresses that stand in the place of others, so that clicks are counted. Where they lead never changes. */
export const trackedLinks = pgTable(
  'tracked_links',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Code in the address: one that is not known leads nowhere. */
    code: text('code').notNull(),
    /** One of `LINK_OWNERS`; without a foreign key, because the address outlives what it was made for. */
    ownerKind: text('owner_kind').notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** Place within its owner, in the owner's words. */
    ownerPart: text('owner_part').notNull(),
    url: text('url').notNull(),
    createdAt: createdAt(),
    /** Null: its owner is there. */
    expiresAt: time('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('tracked_links_code').on(table.code),
    /** The same place leads to the same address under one code, however often it is published. */
    uniqueIndex('tracked_links_place').on(
      table.accountId,
      table.ownerKind,
      table.ownerId,
      table.ownerPart,
      sql`md5(url)`,
    ),
    index('tracked_links_expires').on(table.expiresAt).where(sql`expires_at is not null`),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.id],
      name: 'tracked_links_account',
    }).onDelete('cascade'),
  ],
);

/** Clicks of people, as far as they can be recognised. Neither address nor browser is kept. */
export const trackedClicks = pgTable(
  'tracked_clicks',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    linkId: uuid('link_id').notNull(),
    /** Friend, where the address says so. Emptied when they go, so that sums stay: `on delete set null (friend_id)`. */
    friendId: uuid('friend_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('tracked_clicks_link').on(table.accountId, table.linkId, table.createdAt),
    index('tracked_clicks_friend').on(table.accountId, table.friendId).where(sql`friend_id is not null`),
    foreignKey({
      columns: [table.accountId, table.linkId],
      foreignColumns: [trackedLinks.accountId, trackedLinks.id],
      name: 'tracked_clicks_link_of',
    }).onDelete('cascade'),
  ],
);
