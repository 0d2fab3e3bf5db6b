import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';

/** People who were asked to join. The code of the mail is in `one_time_codes` and names the invitation. */
export const invitations = pgTable(
  'invitations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    role: text('role').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    acceptedAt: time('accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.id] }).onDelete('cascade'),
    uniqueIndex('invitations_email').on(table.accountId, table.emailKey),
    index('invitations_created').on(table.accountId, table.createdAt),
  ],
);
