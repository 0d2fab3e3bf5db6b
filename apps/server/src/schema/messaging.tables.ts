import { sql } from 'drizzle-orm';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, time } from '../platform/database/columns.ts';
import { channels } from './channels.tables.ts';

/** What a vendor sent, stored before it is acknowledged. The primary key is what makes a redelivery a no-op. */
export const inboundEvents = pgTable(
  'inbound_events',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    vendorEventId: text('vendor_event_id').notNull(),
    /** The thread's external id, or '' for events of the official account itself. Applied in order per thread. */
    thread: text('thread').notNull(),
    /** `InboundEvent` of packages/channels/spec, with `raw`. */
    event: jsonb('event').notNull(),
    receivedAt: time('received_at').notNull(),
    doneAt: time('done_at'),
    /** For the delivery log. */
    id: uuid('id').notNull().defaultRandom(),
    /** The vendor's id of the message it is about: taken back, its words go from here as well. */
    vendorMessageId: text('vendor_message_id'),
    /** Why it could not be applied; such an event keeps its content. */
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId, table.vendorEventId] }),
    index('inbound_events_open')
      .on(table.accountId, table.channelId, table.thread)
      .where(sql`done_at is null`),
    uniqueIndex('inbound_events_by_id').on(table.accountId, table.id),
    index('inbound_events_recent').on(table.accountId, table.channelId, table.receivedAt),
    index('inbound_events_by_message')
      .on(table.accountId, table.channelId, table.vendorMessageId)
      .where(sql`vendor_message_id is not null`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'inbound_events_channel',
    }).onDelete('cascade'),
  ],
);
