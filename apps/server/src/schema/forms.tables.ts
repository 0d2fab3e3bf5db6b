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
import { users } from './accounts.tables.ts';
import { channels } from './channels.tables.ts';
import { friends } from './contacts.tables.ts';
import { conversations } from './conversations.tables.ts';

export const forms = pgTable(
  'forms',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Of the public page; unique over all accounts. */
    slug: text('slug').notNull(),
    /** `FormDefinition` and `FormSettings` of the contract. */
    draft: jsonb('draft').notNull(),
    revision: integer('revision').notNull().default(1),
    settings: jsonb('settings').notNull(),
    /** The newest of `form_versions`; null: never published. */
    version: integer('version'),
    /** The draft is not what is published. */
    hasChanges: boolean('has_changes').notNull().default(true),
    closedAt: time('closed_at'),
    /** Signed links from before are no longer taken. */
    linksFrom: time('links_from').notNull().defaultNow(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    archivedAt: time('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('forms_slug').on(table.slug),
    uniqueIndex('forms_name').on(table.accountId, sql`lower(name)`).where(sql`archived_at is null`),
  ],
);

/** What was published; never changed afterwards. */
export const formVersions = pgTable(
  'form_versions',
  {
    accountId: accountId(),
    formId: uuid('form_id').notNull(),
    number: integer('number').notNull(),
    definition: jsonb('definition').notNull(),
    publishedBy: uuid('published_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.formId, table.number] }),
    foreignKey({
      columns: [table.accountId, table.formId],
      foreignColumns: [forms.accountId, forms.id],
      name: 'form_versions_form',
    }).onDelete('cascade'),
  ],
);

export const formSubmissions = pgTable(
  'form_submissions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    formId: uuid('form_id').notNull(),
    version: integer('version').notNull(),
    /** Made by whoever sent it: the same one twice is one submission. */
    key: uuid('key').notNull(),
    /** `FormAnswers` of the contract; files by their uuids. */
    answers: jsonb('answers').notNull(),
    language: text('language').notNull(),
    /** `page`, `chat` or `widget`. */
    source: text('source').notNull(),
    /** `none`, `link` or `signed`. */
    identity: text('identity').notNull(),
    /** Null: nobody knows who it is. Stays when they are merged: their id leads to the one who is kept. */
    customerId: uuid('customer_id'),
    /** Emptied by its foreign key, which Drizzle can't write: `on delete set null (friend_id)`. */
    friendId: uuid('friend_id'),
    /** `new`, `seen` or `done`. */
    state: text('state').notNull().default('new'),
    note: text('note').notNull().default(''),
    /** Facts that were something else already and stayed so. */
    kept: text('kept').array().notNull().default([]),
    /** Of the answers, so that the same ones are found. */
    fingerprint: text('fingerprint').notNull(),
    duplicateOf: uuid('duplicate_of'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('form_submissions_key').on(table.accountId, table.formId, table.key),
    index('form_submissions_form').on(table.accountId, table.formId, table.createdAt, table.id),
    index('form_submissions_made').on(table.accountId, table.createdAt, table.id),
    index('form_submissions_customer').on(table.accountId, table.customerId, table.formId),
    index('form_submissions_friend').on(table.accountId, table.friendId).where(sql`friend_id is not null`),
    index('form_submissions_same').on(table.accountId, table.formId, table.fingerprint),
    foreignKey({
      columns: [table.accountId, table.formId],
      foreignColumns: [forms.accountId, forms.id],
      name: 'form_submissions_form_of',
    }).onDelete('cascade'),
  ],
);

/** Files of submissions, and those that wait for one that follows. */
export const formFiles = pgTable(
  'form_files',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    formId: uuid('form_id').notNull(),
    field: text('field').notNull(),
    /** Null: not sent yet; it goes after a day. */
    submissionId: uuid('submission_id'),
    /** The form that is asked in a chat (`form_conversations`) and got it there: it goes with it, unless it was sent. */
    talkId: uuid('talk_id'),
    /** In the file store. */
    storageKey: text('storage_key').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Digest of the network that sent it, until it is submitted; null: it came in a chat. */
    sender: text('sender'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('form_files_submission').on(table.accountId, table.submissionId),
    index('form_files_waiting').on(table.createdAt).where(sql`submission_id is null`),
    foreignKey({
      columns: [table.accountId, table.formId],
      foreignColumns: [forms.accountId, forms.id],
      name: 'form_files_form',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.submissionId],
      foreignColumns: [formSubmissions.accountId, formSubmissions.id],
      name: 'form_files_submission_of',
    }).onDelete('cascade'),
  ],
);

/** Forms that are asked in a chat and not sent yet. Who changes one has locked its conversation. */
export const formConversations = pgTable(
  'form_conversations',
  {
    accountId: accountId(),
    /** The key of the submission that comes of it. */
    id: uuid('id').notNull(),
    formId: uuid('form_id').notNull(),
    version: integer('version').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    friendId: uuid('friend_id').notNull(),
    /** `asking`, `confirming`, `changing` or `paused`. */
    step: text('step').notNull(),
    /** What was asked last; null: nothing, or whether all of it is right. */
    field: text('field'),
    /** `FormAnswers` of the contract. */
    answers: jsonb('answers').notNull(),
    /** Keys of fields that were left out. */
    skipped: text('skipped').array().notNull().default([]),
    /** Answers to the field that could not be taken, one after the other. */
    misses: integer('misses').notNull().default(0),
    /** A time that was said without its half of the day. */
    pending: text('pending'),
    language: text('language').notNull(),
    /** Who had the conversation (`handling`) when it was begun, or taken up: whoever else has it later is not disturbed. */
    handling: text('handling').notNull(),
    /** `staff`, `rule` or `bot`. */
    startedBy: text('started_by').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('form_conversations_form').on(table.accountId, table.conversationId, table.formId),
    index('form_conversations_friend').on(table.accountId, table.friendId),
    index('form_conversations_of_form').on(table.accountId, table.formId),
    index('form_conversations_expired').on(table.expiresAt),
    foreignKey({
      columns: [table.accountId, table.formId],
      foreignColumns: [forms.accountId, forms.id],
      name: 'form_conversations_form_of',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'form_conversations_conversation_of',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.friendId],
      foreignColumns: [friends.accountId, friends.id],
      name: 'form_conversations_friend_of',
    }).onDelete('cascade'),
  ],
);

/** Messages with a file that answers a form that is asked in a chat, until all of that form's files are here. */
export const formTalkFiles = pgTable(
  'form_talk_files',
  {
    accountId: accountId(),
    /** Also the id of the file in `form_files`: a message is one file. */
    messageId: uuid('message_id').notNull(),
    talkId: uuid('talk_id').notNull(),
    /** Key of the field that asked for it. */
    field: text('field').notNull(),
    /** Why it was refused, as `FileProblem` names it; null: it is on its way, or kept. */
    problem: text('problem'),
    attempts: integer('attempts').notNull().default(0),
    /** Null: it is dealt with. */
    nextAttemptAt: time('next_attempt_at').defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.messageId] }),
    index('form_talk_files_talk').on(table.accountId, table.talkId),
    index('form_talk_files_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    foreignKey({
      columns: [table.accountId, table.talkId],
      foreignColumns: [formConversations.accountId, formConversations.id],
      name: 'form_talk_files_talk_of',
    }).onDelete('cascade'),
  ],
);

/**
 * Login channels whose tokens prove who opens a form inside the app of a channel (`liff` of its settings), and whether
 * their provider is that of the channel: only then does the vendor know people by the same ids on both.
 */
export const formLogins = pgTable(
  'form_logins',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    /** The vendor's id of the login channel. */
    loginChannelId: text('login_channel_id').notNull(),
    /** When it first proved a person whom the channel knows; null: it has not yet. The provider never changes. */
    confirmedAt: time('confirmed_at'),
    /** Proofs before that of people whom the channel does not know. A person who opens and sends a form counts twice. */
    unknownProofs: integer('unknown_proofs').notNull().default(0),
    /** Of the latest of them. */
    unknownAt: time('unknown_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId, table.loginChannelId] }),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'form_logins_channel',
    }).onDelete('cascade'),
  ],
);
