import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time } from '../platform/database/columns.ts';
import { conversations } from './conversations.tables.ts';

/** Small copies of the pictures of friends, groups and official accounts; triggers remove them with what they show. */
export const pictures = pgTable(
  'pictures',
  {
    accountId: accountId(),
    /** The friend, channel or conversation. */
    subjectId: uuid('subject_id').notNull(),
    /** Of the vendor's address. */
    hash: text('hash').notNull(),
    /** WebP; null: the vendor had none when it was asked last. */
    webp: bytes('webp'),
    fetchedAt: time('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.subjectId] })],
);

/** Pictures, recordings and files of messages: fetched from vendors once, or uploaded by staff. */
export const media = pgTable(
  'media',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Null while nobody has sent it, and once its conversation is deleted: the files go before the row does. */
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    channelId: uuid('channel_id'),
    /** `MediaReference` of packages/channels/spec; null for uploads. */
    reference: jsonb('reference'),
    /** waiting, stored, gone or failed */
    state: text('state').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type'),
    bytes: bigint('bytes', { mode: 'number' }),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** Keys in the file store. */
    fileKey: text('file_key'),
    thumbnailKey: text('thumbnail_key'),
    attempts: integer('attempts').notNull().default(0),
    /** When the worker `media` takes it next: bytes to fetch, or files to remove; null: nothing is to be done. */
    nextAttemptAt: time('next_attempt_at'),
    detail: text('detail'),
    createdBy: uuid('created_by'),
    /** Set: composed messages of any conversation show it; null: one message has it, or none yet. */
    keptAt: time('kept_at'),
    /** When a composed message with it was last sent. */
    sentAt: time('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('media_kept').on(table.keptAt).where(sql`kept_at is not null`),
    index('media_kept_of_account').on(table.accountId, table.keptAt).where(sql`kept_at is not null`),
    index('media_by_message').on(table.accountId, table.messageId).where(sql`message_id is not null`),
    index('media_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('media_unsent').on(table.createdAt).where(sql`conversation_id is null`),
    // In the migration it is `set null (conversation_id)`: the account stays.
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'media_conversation',
    }).onDelete('set null'),
  ],
);
