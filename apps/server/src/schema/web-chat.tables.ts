import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { bots } from './bots.tables.ts';

/** How a bot appears on web sites. */
export const embedSettings = pgTable(
  'embed_settings',
  {
    accountId: accountId(),
    botId: uuid('bot_id').notNull(),
    /** `EmbedSetting` of the contract, without the secret. */
    config: jsonb('config').notNull(),
    /** Sealed; signs who a visitor is. */
    identitySecret: bytes('identity_secret'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.botId] }),
    index('embed_settings_lookup').on(table.botId),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'embed_settings_bot',
    }).onDelete('cascade'),
  ],
);

/** A person on a web site or in the gallery who has no account here. */
export const visitors = pgTable(
  'visitors',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** The site's own id of the visitor, when it has signed it. */
    externalId: text('external_id'),
    name: text('name'),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('visitors_bot').on(table.accountId, table.botId),
    uniqueIndex('visitors_external').on(table.accountId, table.botId, table.externalId),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'visitors_bot',
    }).onDelete('cascade'),
  ],
);
