import { sql } from 'drizzle-orm';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../../platform/database/columns.ts';
import { channels, friends } from '../channels/channels.tables.ts';

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('conversations_thread').on(table.accountId, table.channelId, table.threadExternalId),
    index('conversations_recent').on(table.accountId, table.lastMessageAt),
    index('conversations_by_handling').on(table.accountId, table.handling, table.lastMessageAt),
    index('conversations_by_visitor').on(table.accountId, table.visitorId).where(sql`visitor_id is not null`),
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
    index('messages_failed').on(table.accountId).where(sql`delivery_state = 'failed'`),
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
