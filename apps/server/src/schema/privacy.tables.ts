import { bigint, foreignKey, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';

/** Zips of everything an account has, made by a job. */
export const dataExports = pgTable(
  'data_exports',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    requestedBy: uuid('requested_by').notNull(),
    status: text('status').notNull(),
    /** 0 to 1. */
    progress: real('progress').notNull().default(0),
    size: bigint('size', { mode: 'number' }),
    fileKey: text('file_key'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
    expiresAt: time('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.id] }).onDelete('cascade'),
  ],
);
