import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, updatedAt } from '../../platform/database/columns.ts';
import { bots } from '../bots/bots.tables.ts';

/** What a bot's model may call. */
export const botTools = pgTable(
  'bot_tools',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** By kind, as in the contract, without secrets. */
    config: jsonb('config').notNull(),
    /** Sealed JSON of the secret values; the tool's id is bound in. */
    secrets: bytes('secrets'),
    enabled: boolean('enabled').notNull(),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('bot_tools_bot').on(table.accountId, table.botId, table.position),
    uniqueIndex('bot_tools_name').on(table.accountId, table.botId, table.name),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'bot_tools_bot',
    }).onDelete('cascade'),
  ],
);
