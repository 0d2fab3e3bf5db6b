import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { channels } from './channels.tables.ts';

/** One message to many people. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** `MessageContent` of the contract. */
    content: jsonb('content').notNull(),
    /** `BroadcastAudience` of the contract. */
    audience: jsonb('audience').notNull(),
    /** One of `BROADCAST_STATES`. */
    state: text('state').notNull().default('draft'),
    /** One of `BROADCAST_REASONS`; null: none. */
    reason: text('reason'),
    startAt: time('start_at'),
    peoplePerHour: integer('people_per_hour'),
    /** One of `BROADCAST_LATER`. */
    later: text('later').notNull().default('skip'),
    /** One of `LINK_TRACKING`. */
    linkTracking: text('link_tracking').notNull().default('counted'),
    /** `Utm` of the contract; null: none. */
    utm: jsonb('utm'),
    version: integer('version').notNull().default(1),
    /** How many of the audience there were when it started; null: it has not. */
    people: integer('people'),
    /** With `people_per_hour`: when the next may be sent to. */
    nextAt: time('next_at'),
    /** `AbTest` of the contract; null: all get `content`. */
    abTest: jsonb('ab_test'),
    /** Variant of its A/B test, from 0; null: none is chosen yet. */
    winner: smallint('winner'),
    /** One of `AB_WINNER_BY`. */
    winnerBy: text('winner_by'),
    winnerAt: time('winner_at'),
    /** While the rest waits for a winner: when the rule chooses one; null: a person does. */
    decideAt: time('decide_at'),
    /** True: staff and web hooks were notified of its state. */
    isAnnounced: boolean('is_announced').notNull().default(true),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('broadcasts_due').on(table.state, table.startAt).where(sql`state in ('scheduled', 'sending')`),
    index('broadcasts_deciding').on(table.decideAt).where(sql`state = 'waiting'`),
    index('broadcasts_unannounced').on(table.updatedAt).where(sql`not is_announced`),
    index('broadcasts_segment').on(table.accountId, sql`(audience ->> 'segmentUuid')`),
  ],
);

/** A broadcast on one of its channels, where it is worked on by one process at a time. */
export const broadcastChannels = pgTable(
  'broadcast_channels',
  {
    accountId: accountId(),
    broadcastId: uuid('broadcast_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** Order of the channels: a recipient on several gets it on the first where they can be reached. */
    position: integer('position').notNull(),
    /** Bodies that all of a variant get there, as they go out, by variant; absent: each gets their own. */
    bodies: jsonb('bodies').notNull().default({}),
    /** The vendor counts what goes out there, under a name for each variant; null: not asked yet. */
    isCounted: boolean('is_counted'),
    /** Numbers that it has counted: `AbSum` of the contract. */
    sums: jsonb('sums').notNull().default([]),
    /** When they are asked for next; null: not any more. */
    sumsAt: time('sums_at'),
    /** True: some recipients are to be sent to, or are not settled. */
    isOpen: boolean('is_open').notNull().default(false),
    leaseUntil: time('lease_until'),
    /** Counts up: a process that took it earlier has lost it. */
    claims: integer('claims').notNull().default(0),
    nextAt: time('next_at').notNull().defaultNow(),
    /** Number of failures in a row. */
    troubles: integer('troubles').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.broadcastId, table.channelId] }),
    index('broadcast_channels_sums').on(table.sumsAt).where(sql`sums_at is not null`),
    index('broadcast_channels_due').on(table.nextAt).where(sql`is_open`),
    index('broadcast_channels_channel').on(table.accountId, table.channelId),
    foreignKey({
      columns: [table.accountId, table.broadcastId],
      foreignColumns: [broadcasts.accountId, broadcasts.id],
      name: 'broadcast_channels_broadcast',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'broadcast_channels_channel_of',
    }).onDelete('cascade'),
  ],
);

/** One call of the vendor for many who get the same. What became of it became of all of them. */
export const broadcastCalls = pgTable(
  'broadcast_calls',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    broadcastId: uuid('broadcast_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** Of the A/B test; without one it is 0. */
    variant: smallint('variant').notNull(),
    /** Order in which they are made. */
    number: integer('number').notNull(),
    /** One of `RECIPIENT_STATES`. */
    state: text('state').notNull().default('pending'),
    reason: text('reason'),
    /** Written before the call is made under it. */
    retryKey: uuid('retry_key').notNull().defaultRandom(),
    /** With `sending`: the vendor has certainly not taken it yet. */
    isRefused: boolean('is_refused').notNull().default(false),
    /** Number of its recipients whom the vendor counts; known with `toIds`, and from the first call on. */
    paid: integer('paid').notNull().default(0),
    /**
     * The vendor's ids of its recipients, while it is pending and all can be reached. A trigger empties it when one of
     * them leaves the call, goes, blocks or withdraws consent; null: they are looked up one by one.
     */
    toIds: text('to_ids').array(),
    /** First call under this key. */
    firstCallAt: time('first_call_at'),
    endedAt: time('ended_at'),
    requestId: text('request_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('broadcast_calls_open')
      .on(table.accountId, table.broadcastId, table.channelId, table.state, table.number)
      .where(sql`state in ('pending', 'sending')`),
    index('broadcast_calls_paid')
      .on(table.accountId, table.channelId, table.endedAt)
      .where(sql`state in ('sending', 'accepted', 'unknown')`),
    foreignKey({
      columns: [table.accountId, table.broadcastId],
      foreignColumns: [broadcasts.accountId, broadcasts.id],
      name: 'broadcast_calls_broadcast',
    }).onDelete('cascade'),
  ],
);

/** The audience as it was at the start, and what became of each of them: read it through `broadcast_deliveries`. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    broadcastId: uuid('broadcast_id').notNull(),
    /** Without a foreign key: what was sent there stays in the report. */
    channelId: uuid('channel_id').notNull(),
    /** Emptied when the friend goes, so that sums stay: `on delete set null (friend_id)`. */
    friendId: uuid('friend_id'),
    /** Variant of the A/B test, from 0, by a hash, so that it is the same each time; null: waits for the winner. */
    variant: smallint('variant').default(0),
    /** The call for many that they are in; null: none. Without a foreign key: both go with the broadcast. */
    callId: uuid('call_id'),
    /** One of `RECIPIENT_STATES`; `called`: that of the call. */
    state: text('state').notNull(),
    reason: text('reason'),
    /** Written before the call is made under it. */
    retryKey: uuid('retry_key').notNull().defaultRandom(),
    /** Not used since `broadcast_calls`; it stays until the version after. */
    isBatch: boolean('is_batch').notNull().default(false),
    /** With `sending`: the vendor has certainly not taken it yet. */
    isRefused: boolean('is_refused').notNull().default(false),
    /** Most recipients of a call that they may be in; null: as many as the channel takes. */
    together: integer('together'),
    /** Number of accepted parts of the message, where it takes a call for each. */
    step: integer('step').notNull().default(0),
    /** With `pending`: begun before, and not before this time; with a reason: so long they wait to be reachable. */
    dueAt: time('due_at'),
    /** The vendor counts it. */
    isPaid: boolean('is_paid').notNull().default(false),
    /** First call under this key. */
    firstCallAt: time('first_call_at'),
    endedAt: time('ended_at'),
    requestId: text('request_id'),
    /** Body for this recipient, as it goes out; null: what all get, or it is settled. */
    body: jsonb('body'),
    /** In their conversation; null: there was none, the customer's timeline shows it. No foreign key: it may go. */
    messageId: uuid('message_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('broadcast_recipients_friend').on(table.accountId, table.broadcastId, table.friendId),
    index('broadcast_recipients_open')
      .on(table.accountId, table.broadcastId, table.channelId, table.state, table.id)
      .where(sql`state in ('pending', 'sending')`),
    index('broadcast_recipients_call')
      .on(table.accountId, table.callId, table.id)
      .where(sql`call_id is not null`),
    index('broadcast_recipients_again')
      .on(table.accountId, table.broadcastId, table.channelId, table.dueAt)
      .where(sql`state = 'pending' and due_at is not null`),
    index('broadcast_recipients_paid')
      .on(table.accountId, table.channelId, table.endedAt)
      .where(sql`is_paid and state in ('sending', 'accepted', 'unknown')`),
    index('broadcast_recipients_of_friend')
      .on(table.accountId, table.friendId)
      .where(sql`friend_id is not null`),
    foreignKey({
      columns: [table.accountId, table.broadcastId],
      foreignColumns: [broadcasts.accountId, broadcasts.id],
      name: 'broadcast_recipients_broadcast',
    }).onDelete('cascade'),
  ],
);

/** Recipients with what became of them, alone or in a call for many. */
export const broadcastDeliveries = pgView('broadcast_deliveries', {
  accountId: uuid('account_id').notNull(),
  id: uuid('id').notNull(),
  broadcastId: uuid('broadcast_id').notNull(),
  channelId: uuid('channel_id').notNull(),
  friendId: uuid('friend_id'),
  variant: smallint('variant'),
  state: text('state').notNull(),
  reason: text('reason'),
  step: integer('step').notNull(),
  isPaid: boolean('is_paid').notNull(),
  firstCallAt: time('first_call_at'),
  endedAt: time('ended_at'),
  requestId: text('request_id'),
  messageId: uuid('message_id'),
  createdAt: createdAt(),
})
  .with({ securityInvoker: true })
  .as(
    sql`select r.account_id, r.id, r.broadcast_id, r.channel_id, r.friend_id, r.variant, coalesce(c.state, r.state) as state,
      coalesce(c.reason, r.reason) as reason, r.step, r.is_paid, coalesce(c.first_call_at, r.first_call_at) as first_call_at,
      coalesce(c.ended_at, r.ended_at) as ended_at, coalesce(c.request_id, r.request_id) as request_id, r.message_id, r.created_at
    from broadcast_recipients r left join broadcast_calls c on c.account_id = r.account_id and c.id = r.call_id`,
  );

/** Settings for all broadcasts of an account, and for what rules send by themselves. Without a row: the defaults. */
export const broadcastSettings = pgTable('broadcast_settings', {
  accountId: accountId().primaryKey(),
  /** At most so many broadcasts to one customer within `cap_days`; null: as many as there are. */
  capBroadcasts: integer('cap_broadcasts'),
  capDays: integer('cap_days'),
  /** In the account's zone, as `21:00`; null: there is no quiet. */
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  unsubscribeWords: text('unsubscribe_words').array().notNull(),
  resumeWords: text('resume_words').array().notNull(),
  /** Tag whose customers get none. Emptied when the tag goes: `on delete set null (tag_id)`. */
  tagId: uuid('tag_id'),
  updatedAt: updatedAt(),
});
