import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';
import { apiKeys } from './api-keys.tables.ts';
import { bots } from './bots.tables.ts';

/** The sum of an account's entries, kept beside them so that a call can be refused under a row lock. */
export const tokenBalances = pgTable(
  'token_balances',
  {
    accountId: accountId(),
    balance: bigint('balance', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/**
 * Tokens held for a call that runs; dropped when it settles or when its time is over. For an answer `tokens` is an
 * estimate that grows with it, up to `limit_tokens`.
 */
export const tokenReservations = pgTable(
  'token_reservations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The conversation of an answer: it holds one reservation, however often its turn is begun. Null: a plain call. */
    holder: uuid('holder'),
    /** Where it was asked: turns are shared out between entrances. */
    entrance: text('entrance').notNull().default(''),
    anonymous: boolean('anonymous').notNull().default(false),
    limitTokens: bigint('limit_tokens', { mode: 'number' }).notNull().default(0),
    /** Whose budgets it counts for, beside the account's. */
    botId: uuid('bot_id'),
    apiKeyId: uuid('api_key_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    unique('token_reservations_holder').on(table.accountId, table.holder),
  ],
);

/** Turns that wait for room in the balance, by arrival. */
export const tokenWaits = pgTable(
  'token_waits',
  {
    accountId: accountId(),
    holder: uuid('holder').notNull(),
    entrance: text('entrance').notNull(),
    anonymous: boolean('anonymous').notNull(),
    /** What it will probably cost, what it may cost at most, and below what nothing can be said. */
    estimate: bigint('estimate', { mode: 'number' }).notNull(),
    limitTokens: bigint('limit_tokens', { mode: 'number' }).notNull(),
    leastTokens: bigint('least_tokens', { mode: 'number' }).notNull(),
    /** Its turn is stored and begun again when there is room; otherwise a request waits, and shows that it still does. */
    stored: boolean('stored').notNull(),
    botId: uuid('bot_id'),
    apiKeyId: uuid('api_key_id'),
    since: time('since').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.holder] })],
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
    /** A call with a key of the account itself took no tokens. It may be gone since. */
    keyId: uuid('key_id'),
    /** What such a call has cost in millionths of a US dollar; null: nobody knows. */
    micros: bigint('micros', { mode: 'number' }),
    /** The API key that a program called with. */
    apiKeyId: uuid('api_key_id'),
    /** The member of the team who asked for the call; null: a customer, a program or a job did. */
    userId: uuid('user_id'),
    /** What a call read or compared. */
    knowledgeId: uuid('knowledge_id'),
    documentId: uuid('document_id'),
    /** The payment of a purchase or a refund. */
    paymentId: uuid('payment_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('ledger_entries_recent').on(table.accountId, table.createdAt),
    index('ledger_entries_of_key')
      .on(table.accountId, table.apiKeyId, table.createdAt)
      .where(sql`api_key_id is not null`),
    index('ledger_entries_of_person')
      .on(table.accountId, table.userId, table.createdAt)
      .where(sql`user_id is not null`),
    index('ledger_entries_of_bot')
      .on(table.accountId, table.botId, table.createdAt)
      .where(sql`kind = 'call'`),
  ],
);

/**
 * Tokens by where they came from and until when they are good. What was spent is taken from them when something is added, taken back or
 * expires (`lots.store.ts`): until then `left_tokens` are more than the balance.
 */
export const tokenLots = pgTable(
  'token_lots',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** `granted` is spent before `paid`. */
    kind: text('kind').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    leftTokens: bigint('left_tokens', { mode: 'number' }).notNull(),
    /** Null: without end. */
    expiresAt: time('expires_at'),
    /** The payment that paid for it. Without a foreign key: the ledger outlives it. */
    paymentId: uuid('payment_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('token_lots_left').on(table.accountId).where(sql`left_tokens > 0`),
    index('token_lots_expiring').on(table.expiresAt).where(sql`left_tokens > 0 and expires_at is not null`),
    index('token_lots_payment').on(table.accountId, table.paymentId).where(sql`payment_id is not null`),
  ],
);

/**
 * Tokens that an account, one of its bots or one of its API keys may take in a day or month of the account's time zone.
 * `spent` is what entries of the ledger took in the period that began on `starts_on`: both change in one transaction.
 */
export const budgets = pgTable(
  'budgets',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** At most one of the two; neither: of the whole account. */
    botId: uuid('bot_id'),
    apiKeyId: uuid('api_key_id'),
    period: text('period').notNull(),
    limitTokens: bigint('limit_tokens', { mode: 'number' }).notNull(),
    action: text('action').notNull(),
    spent: bigint('spent', { mode: 'number' }).notNull(),
    startsOn: date('starts_on').notNull(),
    /** The period in which it has last ended something; null: none. */
    reachedOn: date('reached_on'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    unique('budgets_one').on(table.accountId, table.botId, table.apiKeyId, table.period).nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.id],
      name: 'budgets_account',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'budgets_bot',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.apiKeyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
      name: 'budgets_api_key',
    }).onDelete('cascade'),
  ],
);

/** Unused since migration 0060 (table `budgets`); kept for one version. */
export const botMonths = pgTable(
  'bot_months',
  {
    accountId: accountId(),
    botId: uuid('bot_id').notNull(),
    month: date('month').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.botId, table.month] })],
);
