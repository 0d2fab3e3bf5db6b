import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../../platform/database/columns.ts';

/** The sum of an account's entries, kept beside them so that a call can be refused under a row lock. */
export const tokenBalances = pgTable(
  'token_balances',
  {
    accountId: accountId(),
    balance: bigint('balance', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/** Tokens held for a call that runs; dropped when it settles or when its time is over. */
export const tokenReservations = pgTable(
  'token_reservations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Append-only. `tokens` is the change, `balance` what was left after it. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    balance: bigint('balance', { mode: 'number' }).notNull(),
    botId: uuid('bot_id'),
    serviceUuid: text('service_uuid'),
    channelId: uuid('channel_id'),
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    input: integer('input').notNull(),
    output: integer('output').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('ledger_entries_recent').on(table.accountId, table.createdAt),
  ],
);
