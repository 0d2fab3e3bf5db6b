import {
  bigint,
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';
import { bots } from './bots.tables.ts';

/** Global: bots that anybody may find and talk to. */
export const publicBots = pgTable(
  'public_bots',
  {
    botId: uuid('bot_id').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category').notNull(),
    language: text('language').notNull(),
    /** File of the picture; null: none. */
    coverKey: text('cover_key'),
    /** Others may copy its instructions and settings. */
    isTemplate: boolean('is_template').notNull().default(false),
    chats: bigint('chats', { mode: 'number' }).notNull().default(0),
    /** Hidden by an administrator after reports; null: shown. */
    hiddenAt: time('hidden_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('public_bots_slug').on(table.slug),
    index('public_bots_tenant').on(table.tenantId),
    index('public_bots_chats').on(table.chats),
    foreignKey({
      columns: [table.tenantId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'public_bots_bot',
    }).onDelete('cascade'),
  ],
);

export const publicBotReports = pgTable(
  'public_bot_reports',
  {
    botId: uuid('bot_id')
      .notNull()
      .references(() => publicBots.botId, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    reason: text('reason').notNull(),
    text: text('text').notNull(),
    /** Keyed hash of the address: one report a day from one place. */
    reporter: bytes('reporter').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.id] })],
);
