import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { documents, knowledges } from './knowledge.tables.ts';

/** The page that lists an account's published posts. */
export const postSites = pgTable(
  'post_sites',
  {
    accountId: accountId().primaryKey(),
    /** Of its address; unique over all accounts. */
    slug: text('slug').notNull(),
    /** Empty: the account's name. */
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('post_sites_slug').on(table.slug)],
);

/** Earlier addresses of these pages, which lead to the present one. */
export const postSiteSlugs = pgTable(
  'post_site_slugs',
  {
    slug: text('slug').primaryKey(),
    accountId: accountId(),
    createdAt: createdAt(),
  },
  (table) => [
    index('post_site_slugs_site').on(table.accountId, table.createdAt),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [postSites.accountId],
      name: 'post_site_slugs_site_of',
    }).onDelete('cascade'),
  ],
);

/** Articles with a page. The columns of the text are those of the draft. */
export const posts = pgTable(
  'posts',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull(),
    /** One of `LOCALES`. */
    language: text('language').notNull(),
    tags: text('tags').array().notNull(),
    /** HTML, sanitised. */
    content: text('content').notNull(),
    /** In `media`. */
    coverId: uuid('cover_id'),
    coverAlt: text('cover_alt').notNull(),
    /**
     * The post that this one translates; null: it is none, or the original of the others. Emptied when that one goes:
     * `on delete set null (translation_of)`.
     */
    translationOf: uuid('translation_of'),
    revision: integer('revision').notNull().default(1),
    /** The newest of `post_versions`. */
    version: integer('version').notNull().default(1),
    /** The one that its page shows; null: it has no page. */
    publishedVersion: integer('published_version'),
    /** The draft differs from what is published. */
    hasChanges: boolean('has_changes').notNull().default(true),
    /** First published. */
    publishedAt: time('published_at'),
    /** Last published. */
    republishedAt: time('republished_at'),
    /** When it is to be published. */
    scheduledAt: time('scheduled_at'),
    scheduledBy: uuid('scheduled_by').references(() => users.id, { onDelete: 'set null' }),
    /** When a worker publishes it: the same time, or later while one is at it. */
    dueAt: time('due_at'),
    /** How often a worker has begun to publish it at its time. */
    attempts: integer('attempts').notNull().default(0),
    /** One of `POST_FAILURES`. */
    failure: text('failure'),
    /** Taken down by an administrator; null: it is not. */
    hiddenAt: time('hidden_at'),
    /** Pictures that its page shows. */
    publishedMedia: uuid('published_media').array().notNull().default([]),
    /** Title, description and the beginning of the text of the draft as `foldForSearch` has them. */
    searchText: text('search_text').notNull(),
    /** Of the texts of all its versions. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('posts_slug').on(table.accountId, table.slug),
    index('posts_due').on(table.dueAt).where(sql`due_at is not null`),
    index('posts_published')
      .on(table.accountId, table.publishedAt, table.id)
      .where(sql`published_version is not null`),
    index('posts_hidden').on(table.hiddenAt).where(sql`hidden_at is not null`),
    index('posts_translations')
      .on(table.accountId, table.translationOf)
      .where(sql`translation_of is not null`),
  ],
);

/** What a person wrote within some minutes, and what was published. */
export const postVersions = pgTable(
  'post_versions',
  {
    accountId: accountId(),
    postId: uuid('post_id').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    language: text('language').notNull(),
    tags: text('tags').array().notNull(),
    content: text('content').notNull(),
    coverId: uuid('cover_id'),
    coverAlt: text('cover_alt').notNull(),
    /** Pictures of the text, and the cover. */
    media: uuid('media').array().notNull().default([]),
    /** Of the text. */
    bytes: integer('bytes').notNull().default(0),
    /** When it was last made the page; null: never. */
    publishedAt: time('published_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.postId, table.number] }),
    foreignKey({
      columns: [table.accountId, table.postId],
      foreignColumns: [posts.accountId, posts.id],
      name: 'post_versions_post',
    }).onDelete('cascade'),
  ],
);

/** Earlier addresses of published posts, which lead to the present ones. */
export const postSlugs = pgTable(
  'post_slugs',
  {
    accountId: accountId(),
    slug: text('slug').notNull(),
    postId: uuid('post_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.slug] }),
    index('post_slugs_post').on(table.accountId, table.postId),
    foreignKey({
      columns: [table.accountId, table.postId],
      foreignColumns: [posts.accountId, posts.id],
      name: 'post_slugs_post_of',
    }).onDelete('cascade'),
  ],
);

/** What readers reported to the administrators. */
export const postReports = pgTable(
  'post_reports',
  {
    accountId: accountId(),
    postId: uuid('post_id').notNull(),
    id: uuid('id').notNull(),
    reason: text('reason').notNull(),
    text: text('text').notNull(),
    /** Keyed hash of the address: one report a day from one place. */
    reporter: bytes('reporter').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.postId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.postId],
      foreignColumns: [posts.accountId, posts.id],
      name: 'post_reports_post',
    }).onDelete('cascade'),
  ],
);

/**
 * Knowledge bases that hold a published post as a document, or are to. Rows outlive their post, until a worker has
 * removed the document. A base or document that is deleted takes its row along.
 */
export const postCopies = pgTable(
  'post_copies',
  {
    accountId: accountId(),
    postId: uuid('post_id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    /** Null: there is none. */
    documentId: uuid('document_id'),
    /** False: the post is deleted, or is to be in another base or none. */
    isChosen: boolean('is_chosen').notNull(),
    /** When a worker compares the document with the page: at once, or later while one is at it; null: they are the same. */
    dueAt: time('due_at'),
    /** Since it became due. */
    attempts: integer('attempts').notNull().default(0),
    /** What the last attempt failed with, one of `POST_COPY_FAILURES`. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.postId, table.knowledgeId] }),
    uniqueIndex('post_copies_chosen').on(table.accountId, table.postId).where(sql`is_chosen`),
    index('post_copies_due').on(table.dueAt).where(sql`due_at is not null`),
    index('post_copies_knowledge').on(table.accountId, table.knowledgeId),
    index('post_copies_document').on(table.accountId, table.documentId).where(sql`document_id is not null`),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'post_copies_knowledge_of',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'post_copies_document_of',
    }).onDelete('cascade'),
  ],
);
