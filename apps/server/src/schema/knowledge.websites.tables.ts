import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../platform/database/columns.ts';
import { knowledges } from './knowledge.tables.ts';

/** Pages, sitemaps and sites that a base reads. */
export const websites = pgTable(
  'websites',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    url: text('url').notNull(),
    mode: text('mode').notNull(),
    schedule: text('schedule').notNull(),
    depth: integer('depth').notNull(),
    pageLimit: integer('page_limit').notNull(),
    include: text('include').array().notNull(),
    exclude: text('exclude').array().notNull(),
    tags: text('tags').array().notNull().default([]),
    status: text('status').notNull(),
    failure: text('failure'),
    /** Counts from 1; pages say in which crawl they were last seen. */
    crawl: integer('crawl').notNull().default(0),
    /** Robots rules as they were read for a crawl, `StoredRobots`; they are there when its first addresses are. */
    robots: jsonb('robots'),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** When a worker is to look at it: now, after a wait, or by the schedule; null: never by itself. */
    nextCrawlAt: timestamp('next_crawl_at', { withTimezone: true }),
    /** One worker at a time; what a killed one held is free after this. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    leaseToken: uuid('lease_token'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'websites_knowledge',
    }).onDelete('cascade'),
    uniqueIndex('websites_url').on(table.accountId, table.knowledgeId, table.url),
    index('websites_due').on(table.nextCrawlAt),
  ],
);

/** Addresses of a web site: what is still to be read, and what became of the rest. */
export const websitePages = pgTable(
  'website_pages',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    websiteId: uuid('website_id').notNull(),
    url: text('url').notNull(),
    depth: integer('depth').notNull(),
    /** Crawl in which it was last found, and in which it was last dealt with. */
    foundIn: integer('found_in').notNull(),
    doneIn: integer('done_in').notNull().default(0),
    state: text('state').notNull(),
    failure: text('failure'),
    httpStatus: integer('http_status'),
    etag: text('etag'),
    lastModified: text('last_modified'),
    contentHash: text('content_hash'),
    documentId: uuid('document_id'),
    /** Named by a sitemap or followed from a page. */
    fromSitemap: boolean('from_sitemap').notNull().default(false),
    /** In the present crawl, of an address that is to be tried again. */
    tries: smallint('tries').notNull().default(0),
    /** Crawls in a row in which it was not there. */
    misses: smallint('misses').notNull().default(0),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.websiteId],
      foreignColumns: [websites.accountId, websites.id],
      name: 'website_pages_website',
    }).onDelete('cascade'),
    uniqueIndex('website_pages_url').on(table.accountId, table.websiteId, table.url),
    index('website_pages_todo').on(table.accountId, table.websiteId, table.doneIn, table.depth),
  ],
);
