import { sql } from 'drizzle-orm';
import {
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';

export const messageTemplates = pgTable(
  'message_templates',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** The newest of `message_template_versions`. */
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('message_templates_name').on(table.accountId, sql`lower(name)`),
  ],
);

/** Saved contents; never changed afterwards. */
export const messageTemplateVersions = pgTable(
  'message_template_versions',
  {
    accountId: accountId(),
    templateId: uuid('template_id').notNull(),
    number: integer('number').notNull(),
    /** `MessageContent` of the contract. */
    content: jsonb('content').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.templateId, table.number] }),
    foreignKey({
      columns: [table.accountId, table.templateId],
      foreignColumns: [messageTemplates.accountId, messageTemplates.id],
      name: 'message_template_versions_template',
    }).onDelete('cascade'),
  ],
);
