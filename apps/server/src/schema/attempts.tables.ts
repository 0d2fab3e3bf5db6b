/** Of `platform/database/use-up.ts`. */
import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, time } from '../platform/database/columns.ts';

/** Global: attempts by what they were aimed at and where they came from; slows guessing down. */
export const failedTries = pgTable(
  'failed_tries',
  {
    key: bytes('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [index('failed_tries_last').on(table.lastAt)],
);
