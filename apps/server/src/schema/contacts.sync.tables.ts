import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { channels } from './channels.tables.ts';

/** Reading all followers of a channel; goes on where it was after a stop or a crash. */
export const friendSyncs = pgTable(
  'friend_syncs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** running, stopped, done or failed */
    state: text('state').notNull(),
    /** Where the next page begins; null: at the start. */
    cursor: text('cursor'),
    done: integer('done').notNull().default(0),
    total: integer('total'),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    detail: text('detail'),
    leaseUntil: time('lease_until'),
    startedBy: uuid('started_by').notNull(),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('friend_syncs_by_channel').on(table.accountId, table.channelId, table.createdAt),
    index('friend_syncs_running').on(table.leaseUntil).where(sql`state = 'running'`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'friend_syncs_channel',
    }).onDelete('cascade'),
  ],
);
