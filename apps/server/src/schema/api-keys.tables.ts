import { bigint, date, foreignKey, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** First characters, to tell keys apart. */
    prefix: text('prefix').notNull(),
    scopes: jsonb('scopes').notNull(),
    /** Ids of the bots it may call; null: all. */
    botIds: jsonb('bot_ids'),
    /** Unused since migration 0060 (table `budgets`); kept for one version, so that older processes run beside. */
    monthlyBudget: bigint('monthly_budget', { mode: 'number' }),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
    lastUsedAt: time('last_used_at'),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Global lookup: a key says which account it is of. Only a hash is kept. */
export const apiKeyHashes = pgTable(
  'api_key_hashes',
  {
    hash: bytes('hash').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    keyId: uuid('key_id').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.tenantId, table.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
      name: 'api_key_hashes_key',
    }).onDelete('cascade'),
  ],
);

/** Unused since migration 0060 (table `budgets`); kept for one version. */
export const apiKeyMonths = pgTable(
  'api_key_months',
  {
    accountId: accountId(),
    keyId: uuid('key_id').notNull(),
    month: date('month').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyId, table.month] }),
    foreignKey({
      columns: [table.accountId, table.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
      name: 'api_key_months_key',
    }).onDelete('cascade'),
  ],
);
