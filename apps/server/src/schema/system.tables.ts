import { pgTable } from 'drizzle-orm/pg-core';
import { bytes, createdAt, time } from '../platform/database/columns.ts';

/** Global: each key that something in this database was sealed with, by the id that sealed values carry. */
export const secretKeys = pgTable('secret_keys', {
  id: bytes('id').primaryKey(),
  /** Sealed with this very key: who has it can open it. */
  checkValue: bytes('check_value').notNull(),
  /** Once retired: what recovery codes were hashed with, sealed with the key that came after it. */
  recoveryKey: bytes('recovery_key'),
  retiredAt: time('retired_at'),
  createdAt: createdAt(),
});
