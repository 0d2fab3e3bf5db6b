import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { customers } from './contacts.tables.ts';

export const segments = pgTable(
  'segments',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** `live`, or `snapshot`: its people are in `segment_members`. */
    kind: text('kind').notNull(),
    /** `SegmentDefinition` of the contract, as the version that wrote it had it. */
    definition: jsonb('definition').notNull(),
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    archivedAt: time('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('segments_name').on(table.accountId, sql`lower(name)`).where(sql`archived_at is null`),
  ],
);

export const segmentMembers = pgTable(
  'segment_members',
  {
    accountId: accountId(),
    segmentId: uuid('segment_id').notNull(),
    customerId: uuid('customer_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.segmentId, table.customerId] }),
    index('segment_members_customer').on(table.accountId, table.customerId),
    foreignKey({
      columns: [table.accountId, table.segmentId],
      foreignColumns: [segments.accountId, segments.id],
      name: 'segment_members_segment',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'segment_members_customer_of',
    }).onDelete('cascade'),
  ],
);
