import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from '../platform/database/columns.ts';

/** Files whose rows are deleted, until they are deleted too. */
export const removedFiles = pgTable(
  'removed_files',
  { accountId: accountId(), key: text('key').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);
