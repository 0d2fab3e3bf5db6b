import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { accountId, bytes, createdAt, time } from '../../platform/database/columns.ts';

export const channels = pgTable(
  'channels',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    sandbox: boolean('sandbox').notNull(),
    externalId: text('external_id').notNull(),
    /** AES-256-GCM of the credentials as JSON; the channel's id is bound in. */
    credentials: bytes('credentials').notNull(),
    botId: uuid('bot_id'),
    /** Set when a group answers instead of one bot. */
    groupId: uuid('group_id'),
    paused: boolean('paused').notNull().default(false),
    attention: text('attention'),
    displayName: text('display_name'),
    pictureUrl: text('picture_url'),
    batchingDelay: integer('batching_delay').notNull(),
    lastInboundAt: time('last_inbound_at'),
    lastOutboundAt: time('last_outbound_at'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Global lookup: an official account is connected once in the whole installation. */
export const channelRoutes = pgTable(
  'channel_routes',
  {
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    tenantId: uuid('tenant_id').notNull(),
    channelId: uuid('channel_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.externalId] }),
    uniqueIndex('channel_routes_channel').on(table.channelId),
  ],
);

export const customers = pgTable(
  'customers',
  { accountId: accountId(), id: uuid('id').notNull(), name: text('name').notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const friends = pgTable(
  'friends',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    pictureUrl: text('picture_url'),
    language: text('language'),
    state: text('state').notNull(),
    /** When the profile was last read from the vendor; null: not yet. */
    profileAt: time('profile_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('friends_external').on(table.accountId, table.channelId, table.externalId),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'friends_channel',
    }).onDelete('cascade'),
  ],
);

/** What a vendor sent, stored before it is acknowledged. The primary key is what makes a redelivery a no-op. */
export const inboundEvents = pgTable(
  'inbound_events',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    vendorEventId: text('vendor_event_id').notNull(),
    /** Whose mailbox it is in: the thread's external id, or '' for events of nobody. Applied in order per thread. */
    thread: text('thread').notNull(),
    /** `InboundEvent` of packages/channels/spec, with `raw`. */
    event: jsonb('event').notNull(),
    receivedAt: time('received_at').notNull(),
    doneAt: time('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId, table.vendorEventId] }),
    index('inbound_events_open')
      .on(table.accountId, table.channelId, table.thread)
      .where(sql`done_at is null`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'inbound_events_channel',
    }).onDelete('cascade'),
  ],
);

/** One row is one call to a vendor's send API; its retry key never changes. */
export const outbox = pgTable(
  'outbox',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    recipient: text('recipient').notNull(),
    messages: jsonb('messages').notNull(),
    replyToken: text('reply_token'),
    replyTokenExpiresAt: time('reply_token_expires_at'),
    retryKey: uuid('retry_key').notNull(),
    /** pending, sending, sent, failed or unconfirmed */
    state: text('state').notNull(),
    /** Method of the call that is or was under way. */
    method: text('method'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull(),
    firstAttemptAt: time('first_attempt_at'),
    leaseUntil: time('lease_until'),
    reason: text('reason'),
    detail: text('detail'),
    vendorRequestId: text('vendor_request_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('outbox_open').on(table.nextAttemptAt).where(sql`state in ('pending', 'sending')`),
    // What is open is little, what was sent grows for ever.
    index('outbox_open_by_conversation')
      .on(table.accountId, table.conversationId, table.id)
      .where(sql`state in ('pending', 'sending')`),
    index('outbox_failed').on(table.accountId, table.channelId, table.messageId).where(sql`state = 'failed'`),
    index('outbox_by_message').on(table.accountId, table.messageId),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'outbox_channel',
    }).onDelete('cascade'),
  ],
);
