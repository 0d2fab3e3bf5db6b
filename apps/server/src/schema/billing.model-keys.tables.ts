import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  foreignKey,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';

/** Keys for providers of models that an account has entered itself. */
export const modelKeys = pgTable(
  'model_keys',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    provider: text('provider').notNull(),
    name: text('name').notNull(),
    /** Sealed, bound to account and id; null: the server wants no key. */
    sealedKey: bytes('sealed_key'),
    /** Last characters, to tell keys apart. */
    ending: text('ending').notNull(),
    /** Of a compatible server, and what it offers. */
    baseUrl: text('base_url'),
    models: jsonb('models').notNull(),
    /** Millionths of a US dollar a month (UTC); null: no limit. */
    monthlyLimit: bigint('monthly_limit', { mode: 'number' }),
    /** Why the provider does not accept it since when; null: it works. */
    refusal: text('refusal'),
    refusedAt: time('refused_at'),
    /** A refused key is tried again by a call from then on. */
    retryAt: time('retry_at'),
    checkedAt: time('checked_at').notNull(),
    changedAt: time('changed_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('model_keys_provider')
      .on(table.accountId, table.provider)
      .where(sql`provider <> 'compatible'`),
  ],
);

/** Money held for a call that runs; dropped when it settles or when its time is over. */
export const modelKeyReservations = pgTable(
  'model_key_reservations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    keyId: uuid('key_id').notNull(),
    micros: bigint('micros', { mode: 'number' }).notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.keyId],
      foreignColumns: [modelKeys.accountId, modelKeys.id],
      name: 'model_key_reservations_key',
    }).onDelete('cascade'),
  ],
);

/** What a key has cost in a month (UTC), for its limit. */
export const modelKeyMonths = pgTable(
  'model_key_months',
  {
    accountId: accountId(),
    keyId: uuid('key_id').notNull(),
    month: date('month').notNull(),
    micros: bigint('micros', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyId, table.month] }),
    foreignKey({
      columns: [table.accountId, table.keyId],
      foreignColumns: [modelKeys.accountId, modelKeys.id],
      name: 'model_key_months_key',
    }).onDelete('cascade'),
  ],
);
