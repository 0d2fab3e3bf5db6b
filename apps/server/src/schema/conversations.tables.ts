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
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { channels } from './channels.tables.ts';
import { friends } from './contacts.tables.ts';

export const conversations = pgTable(
  'conversations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** channel, chat (chat page and API), test (of a draft), public (gallery) or embed (web sites) */
    origin: text('origin').notNull(),
    channelId: uuid('channel_id'),
    friendId: uuid('friend_id'),
    /** Vendor's id of where answers go: the friend, a group or a room. */
    threadExternalId: text('thread_external_id'),
    botId: uuid('bot_id'),
    /** The group that chose the bot. */
    groupId: uuid('group_id'),
    /** Who began it, for chats: a person of the account … */
    userId: uuid('user_id'),
    /** … or a visitor of a web site or the gallery. */
    visitorId: uuid('visitor_id'),
    title: text('title').notNull(),
    handling: text('handling').notNull(),
    waitingReason: text('waiting_reason'),
    operatorId: uuid('operator_id'),
    /** Free answers: the newest unused reply token of this thread. */
    replyToken: text('reply_token'),
    replyTokenExpiresAt: time('reply_token_expires_at'),
    /** The bot owes an answer from this moment on; null: it owes none. */
    turnDueAt: time('turn_due_at'),
    /** Customer messages up to this one have been answered or need no answer. */
    answeredThrough: uuid('answered_through'),
    /** Newest message of the branch that is shown, for chats that were edited or answered anew; null: the newest. */
    headId: uuid('head_id'),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
    lastMessageId: uuid('last_message_id'),
    lastMessageAt: time('last_message_at').notNull(),
    /** Newest message of the customer: who has read less has something unread. */
    lastCustomerMessageId: uuid('last_customer_message_id'),
    /** A group or room, with the name the vendor gave it. */
    isGroup: boolean('is_group').notNull().default(false),
    groupName: text('group_name'),
    /** Members of the group when the vendor was last asked; `group_size_at` null: people came or went since. */
    groupSize: integer('group_size'),
    groupSizeAt: time('group_size_at'),
    groupPictureUrl: text('group_picture_url'),
    /** The customer's last word; the channel's window is counted from here. */
    lastCustomerAt: time('last_customer_at'),
    /** Shows the customer that everything so far was read. */
    readToken: text('read_token'),
    snoozedUntil: time('snoozed_until'),
    /** A person is wanted, or has it and owes a word, since then. */
    waitingSince: time('waiting_since'),
    /** Somebody of the staff should have answered by then. */
    respondBy: time('respond_by'),
    /** When it was last noticed that `respondBy` has passed; each time is told once. */
    lateAt: time('late_at'),
    /** When a person was first wanted, and when one first answered. */
    firstAskedAt: time('first_asked_at'),
    firstResponseAt: time('first_response_at'),
    takenAt: time('taken_at'),
    closedAt: time('closed_at'),
    satisfactionAskedAt: time('satisfaction_asked_at'),
    satisfactionScore: integer('satisfaction_score'),
    satisfactionComment: text('satisfaction_comment').notNull().default(''),
    /** When the score came: what is written in the minutes after it is its comment. */
    satisfactionScoredAt: time('satisfaction_scored_at'),
    /** Answers without a result in a row. */
    failures: integer('failures').notNull().default(0),
    /** Answers thrown away in a row because the customer went on writing. */
    superseded: integer('superseded').notNull().default(0),
    /** When the customer was last told that nobody is there. */
    outOfOfficeSentAt: time('nobody_told_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('conversations_thread').on(table.accountId, table.channelId, table.threadExternalId),
    index('conversations_recent').on(table.accountId, table.lastMessageAt),
    index('conversations_by_handling').on(table.accountId, table.handling, table.lastMessageAt),
    index('conversations_by_visitor').on(table.accountId, table.visitorId).where(sql`visitor_id is not null`),
    index('conversations_by_operator')
      .on(table.accountId, table.operatorId, table.lastMessageAt)
      .where(sql`operator_id is not null`),
    index('conversations_snoozed').on(table.snoozedUntil).where(sql`snoozed_until is not null`),
    index('conversations_respond_by').on(table.respondBy).where(sql`respond_by is not null`),
    // Somebody is wanted and the clock does not run yet; empty but for a moment.
    index('conversations_unclocked')
      .on(table.accountId, table.id)
      .where(sql`handling = 'waiting' and waiting_since is null`),
    index('conversations_by_friend').on(table.accountId, table.friendId).where(sql`friend_id is not null`),
    index('conversations_due').on(table.turnDueAt).where(sql`turn_due_at is not null`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'conversations_channel',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.friendId],
      foreignColumns: [friends.accountId, friends.id],
      name: 'conversations_friend',
    }).onDelete('cascade'),
  ],
);

export const messages = pgTable(
  'messages',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    sender: text('sender').notNull(),
    operatorId: uuid('operator_id'),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    data: jsonb('data').notNull(),
    citations: jsonb('citations').notNull(),
    usage: jsonb('usage'),
    outcome: text('outcome'),
    timing: jsonb('timing'),
    /** Message before it in its branch; null: the one before it in time, or none. */
    parentId: uuid('parent_id'),
    /** `ToolCall[]` of the contract. */
    toolCalls: jsonb('tool_calls').notNull().default([]),
    /** `AttachmentView[]` of the contract. */
    attachments: jsonb('attachments').notNull().default([]),
    /** `{rating, reason, at}`; null: nobody has said. */
    feedback: jsonb('feedback'),
    /** Model that answered; null: none did. */
    serviceUuid: text('service_uuid'),
    deliveryState: text('delivery_state').notNull(),
    deliveryReason: text('delivery_reason'),
    deliveryDetail: text('delivery_detail'),
    deliveryMethod: text('delivery_method'),
    vendorMessageId: text('vendor_message_id'),
    /** In groups: who of them wrote it. */
    friendId: uuid('friend_id'),
    quoteToken: text('quote_token'),
    /** The vendor's id of the message that this one quotes. */
    quotesVendorId: text('quotes_vendor_id'),
    /** `{text, language}`: a person's own words before a model helped. */
    original: jsonb('original'),
    /** Text by language. */
    translations: jsonb('translations').notNull().default({}),
    reactions: text('reactions').array().notNull().default([]),
    mentions: uuid('mentions').array().notNull().default([]),
    receivedAt: time('received_at'),
    seenAt: time('seen_at'),
    editedAt: time('edited_at'),
    /** Hashes of account and word (or pair of letters), for the search; see messages/search.store.ts. Empty: not made yet. */
    searchTerms: integer('search_terms').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'messages_conversation',
    }).onDelete('cascade'),
    index('messages_by_conversation').on(table.accountId, table.conversationId, table.id),
    index('messages_by_vendor_id').on(table.accountId, table.conversationId, table.vendorMessageId),
    index('messages_by_parent').on(table.accountId, table.parentId).where(sql`parent_id is not null`),
    // Word for word the condition of question-sets/missed.store.ts.
    index('messages_missed')
      .on(table.accountId, table.createdAt)
      .where(sql`outcome = 'not_found' or feedback ->> 'rating' = 'down'`),
    // Stored before there was a search, or changed since: nothing but what the next pass takes.
    index('messages_unindexed').on(table.accountId).where(sql`search_terms = '{}'`),
    // What customers wrote lately, for all of them at once; it alone tells who.
    index('messages_of_customers')
      .on(table.accountId, table.createdAt, table.conversationId, table.friendId)
      .where(sql`sender = 'customer'`),
    index('messages_by_member')
      .on(table.accountId, table.friendId, table.createdAt)
      .where(sql`friend_id is not null`),
    index('messages_failed').on(table.accountId).where(sql`delivery_state = 'failed'`),
  ],
);

/**
 * `messages.search_terms` once more, kept by a trigger, for the index alone: row-level security keeps an index on arrays
 * from being used, because their operators are not leakproof. This table is a global lookup without it; its terms are
 * hashes with the account in them, and a hit is read from `messages`.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    tenantId: uuid('tenant_id').notNull(),
    messageId: uuid('message_id').notNull(),
    terms: integer('terms').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.messageId] }),
    index('message_search_terms').using('gin', table.terms),
    foreignKey({
      columns: [table.tenantId, table.messageId],
      foreignColumns: [messages.accountId, messages.id],
      name: 'message_search_message',
    }).onDelete('cascade'),
  ],
);

/** Up to where a person has read a conversation. */
export const conversationReads = pgTable(
  'conversation_reads',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    userId: uuid('user_id').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.conversationId, table.userId] }),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'conversation_reads_conversation',
    }).onDelete('cascade'),
  ],
);

/** What a person has begun to write. */
export const drafts = pgTable(
  'drafts',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    userId: uuid('user_id').notNull(),
    text: text('text').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.conversationId, table.userId] }),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'drafts_conversation',
    }).onDelete('cascade'),
  ],
);

/**
 * Turns of chats on pages, on web sites and by the API, for as long as they run and some minutes after. A turn runs
 * under the lease of its conversation; one without an end whose lease is over is run again.
 */
export const chatTurns = pgTable(
  'chat_turns',
  {
    accountId: accountId(),
    /** Id of the answer to come, of its reservation and of its ledger entry. */
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    botId: uuid('bot_id').notNull(),
    questionId: uuid('question_id').notNull(),
    /** What the answer hangs on, in a conversation with branches. */
    parentId: uuid('parent_id'),
    /** An earlier question is answered once more. */
    isRegenerated: boolean('is_regenerated').notNull(),
    /** Nothing new was asked: the customer hears what became of a call that waited for consent. */
    isReport: boolean('is_report').notNull().default(false),
    /** Asked by a visitor whom no site has signed in. */
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    /** Person or visitor who asked, and their id of this question: asked again, it is the same turn. */
    askedBy: uuid('asked_by'),
    requestId: uuid('request_id'),
    /** Counts the runs; what an earlier run has said is void. */
    attempt: integer('attempt').notNull().default(1),
    /** Somebody has stopped it, in another process than the one that runs it. */
    wantsStop: boolean('wants_stop').notNull().default(false),
    endedAt: time('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('chat_turns_by_conversation').on(table.accountId, table.conversationId),
    uniqueIndex('chat_turns_request')
      .on(table.accountId, table.askedBy, table.requestId)
      .where(sql`request_id is not null`),
    index('chat_turns_running').on(table.createdAt).where(sql`ended_at is null`),
    index('chat_turns_ended').on(table.endedAt).where(sql`ended_at is not null`),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'chat_turns_conversation',
    }).onDelete('cascade'),
  ],
);

/** What a run of a turn has sent, for browsers that come back: rows of several parts, in order. */
export const chatParts = pgTable(
  'chat_parts',
  {
    accountId: accountId(),
    turnId: uuid('turn_id').notNull(),
    attempt: integer('attempt').notNull(),
    sequence: integer('sequence').notNull(),
    /** `MessagePart[]` of the answering feature. */
    parts: jsonb('parts').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.turnId, table.attempt, table.sequence] }),
    foreignKey({
      columns: [table.accountId, table.turnId],
      foreignColumns: [chatTurns.accountId, chatTurns.id],
      name: 'chat_parts_turn',
    }).onDelete('cascade'),
  ],
);
