import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../platform/database/columns.ts';
import { bots } from './bots.tables.ts';

/** Several bots behind one entrance. */
export const botGroups = pgTable(
  'bot_groups',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** model, similarity or rules */
    router: text('router').notNull(),
    /** Model that routes, for the router `model`. */
    serviceUuid: text('service_uuid'),
    fallbackBotId: uuid('fallback_bot_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const botGroupMembers = pgTable(
  'bot_group_members',
  {
    accountId: accountId(),
    groupId: uuid('group_id').notNull(),
    botId: uuid('bot_id').notNull(),
    position: integer('position').notNull(),
    whenToUse: text('when_to_use').notNull(),
    /** Rules in order, as in the contract. */
    rules: jsonb('rules').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.groupId, table.botId] }),
    index('bot_group_members_bot').on(table.accountId, table.botId),
    foreignKey({
      columns: [table.accountId, table.groupId],
      foreignColumns: [botGroups.accountId, botGroups.id],
      name: 'bot_group_members_group',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'bot_group_members_bot',
    }).onDelete('cascade'),
  ],
);
