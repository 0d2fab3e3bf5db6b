import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { channels } from './channels.tables.ts';

export const customers = pgTable(
  'customers',
  { accountId: accountId(), id: uuid('id').notNull(), name: text('name').notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const friends = pgTable(
  'friends',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    pictureUrl: text('picture_url'),
    language: text('language'),
    state: text('state').notNull(),
    /** When the profile was last read from the vendor; null: not yet. */
    profileAt: time('profile_at'),
    /** What they told of themselves when asked: name, phone, address, …. */
    details: jsonb('details').notNull().default({}),
    lastWroteAt: time('last_wrote_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('friends_external').on(table.accountId, table.channelId, table.externalId),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'friends_channel',
    }).onDelete('cascade'),
  ],
);
