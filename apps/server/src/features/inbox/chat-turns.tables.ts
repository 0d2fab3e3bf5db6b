import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time } from '../../platform/database/columns.ts';
import { conversations } from './inbox.tables.ts';

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
