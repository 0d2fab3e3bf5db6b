import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../platform/database/columns.ts';
import { accounts } from './accounts.tables.ts';
import { conversations } from './conversations.tables.ts';

/** Global lookup: who has the link may read the conversation up to where it was shared. */
export const chatShares = pgTable(
  'chat_shares',
  {
    code: text('code').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id').notNull(),
    /** Newest message that is shown. */
    throughId: uuid('through_id').notNull(),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    index('chat_shares_conversation').on(table.tenantId, table.conversationId),
    foreignKey({
      columns: [table.tenantId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'chat_shares_conversation',
    }).onDelete('cascade'),
  ],
);

/** A picture or a document that was sent with a question. */
export const attachments = pgTable(
  'attachments',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Null until it was sent. */
    conversationId: uuid('conversation_id'),
    /** image or document */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    fileKey: text('file_key').notNull(),
    /** Text of a document. */
    text: text('text'),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    expiresAt: time('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('attachments_conversation').on(table.accountId, table.conversationId),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'attachments_conversation',
    }).onDelete('cascade'),
  ],
);
