import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { accountId, bytes, createdAt, time } from '../platform/database/columns.ts';

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
    /** What needs the owner: the vendor's words, or one of ours (`ACCOUNT_SUSPENDED`). */
    attention: text('attention'),
    /** What the vendor said when it last gave no new access. */
    accessDetail: text('access_detail'),
    /** The webhook of the vendor's app, which all of its official accounts share. */
    appHookId: uuid('app_hook_id'),
    displayName: text('display_name'),
    pictureUrl: text('picture_url'),
    batchingDelay: integer('batching_delay').notNull(),
    /** `ChannelSettings` of the contract, without what is absent; the batching delay has its column. */
    settings: jsonb('settings').notNull().default({}),
    /** Rises with every change of the credentials: who renews says which it renewed. */
    credentialsVersion: integer('credentials_version').notNull().default(1),
    /** ok, failed or unknown: how the last test of the webhook ended. */
    webhookState: text('webhook_state').notNull().default('unknown'),
    /** Somebody has to connect again: nothing can be sent. */
    accessLost: boolean('access_lost').notNull().default(false),
    accessLapsesAt: time('access_lapses_at'),
    /** Its credentials are forgotten and its webhook is refused; conversations and friends stay. */
    disconnectedAt: time('disconnected_at'),
    quotaLimit: bigint('quota_limit', { mode: 'number' }),
    quotaUsed: bigint('quota_used', { mode: 'number' }),
    quotaAt: time('quota_at'),
    lastInboundAt: time('last_inbound_at'),
    lastOutboundAt: time('last_outbound_at'),
    /** The member who connected it; the owner once they have left. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** An app of a vendor by which this account has connected channels. Its id is the random part of the app's webhook. */
export const channelApps = pgTable(
  'channel_apps',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    /** The vendor's own id of the app. */
    appId: text('app_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('channel_apps_app').on(table.accountId, table.kind, table.appId),
  ],
);

/** Somebody was sent to a vendor for its permission and is expected back. */
export const channelGrants = pgTable(
  'channel_grants',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    stateHash: bytes('state_hash').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** AES-256-GCM of `{input, codeVerifier}` as JSON; its id is bound in. */
    secrets: bytes('secrets').notNull(),
    botId: uuid('bot_id'),
    groupId: uuid('group_id'),
    /** Set when a channel is connected again. */
    channelId: uuid('channel_id'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('channel_grants_by_session').on(table.accountId, table.sessionId),
  ],
);

/** Calls to a vendor, for the delivery log; kept for 30 days. What people wrote is not in it. */
export const channelCalls = pgTable(
  'channel_calls',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    at: time('at').notNull(),
    /** send, profile, quota, followers, media, webhook, renewal, … */
    operation: text('operation').notNull(),
    /** ok, failed or unconfirmed */
    result: text('result').notNull(),
    reason: text('reason'),
    detail: text('detail'),
    vendorRequestId: text('vendor_request_id'),
    durationMs: integer('duration_ms').notNull(),
    outboxId: uuid('outbox_id'),
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    /** Redacted before it is stored. */
    payload: jsonb('payload').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('channel_calls_recent').on(table.accountId, table.channelId, table.at),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'channel_calls_channel',
    }).onDelete('cascade'),
  ],
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
    /** `attempts` at the last result: what was claimed since came to none. */
    concluded: integer('concluded').notNull().default(0),
    /** The first call of this series; null: none was made, or somebody asked again. */
    tryingSince: time('trying_since'),
    reason: text('reason'),
    detail: text('detail'),
    vendorRequestId: text('vendor_request_id'),
    /** It was counted by the vendor, or will be. */
    paid: boolean('paid').notNull().default(false),
    /** As how many messages the vendor counts it: one for each member of a group. */
    recipients: integer('recipients').notNull().default(1),
    sentAt: time('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('outbox_paid').on(table.accountId, table.channelId, table.sentAt).where(sql`paid`),
    index('outbox_open').on(table.nextAttemptAt).where(sql`state in ('pending', 'sending')`),
    // What is open is little, what was sent grows for ever.
    index('outbox_open_by_conversation')
      .on(table.accountId, table.conversationId, table.id)
      .where(sql`state in ('pending', 'sending')`),
    index('outbox_failed').on(table.accountId, table.channelId, table.messageId).where(sql`state = 'failed'`),
    index('outbox_unconfirmed')
      .on(table.accountId, table.channelId, table.messageId)
      .where(sql`state = 'unconfirmed'`),
    index('outbox_by_message').on(table.accountId, table.messageId),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'outbox_channel',
    }).onDelete('cascade'),
  ],
);
