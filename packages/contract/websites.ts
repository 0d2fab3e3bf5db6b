import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentId, KnowledgeId, uuidParams, WebsiteId } from './ids.ts';
import { DocumentTags } from './knowledge.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** `page`: this address only. `sitemap`: the addresses a sitemap names. `site`: links are followed within the site. */
export const WEBSITE_MODES = ['page', 'sitemap', 'site'] as const;
export const WEBSITE_SCHEDULES = ['never', 'daily', 'weekly', 'monthly'] as const;
export const WEBSITE_STATUSES = ['queued', 'crawling', 'done', 'stopped', 'failed'] as const;
/** What became of one address. */
export const WEBSITE_PAGE_STATES = [
  'waiting',
  'new',
  'changed',
  'unchanged',
  'skipped',
  'failed',
  'gone',
] as const;
/** Why an address gave nothing, or the whole crawl failed. */
export const WEBSITE_FAILURES = [
  'address_refused',
  'unreachable',
  'timeout',
  'too_large',
  'storage_full',
  'too_many_redirects',
  'robots_refused',
  'not_found',
  'http_error',
  'sign_in_needed',
  'not_a_document',
  'duplicate',
  'empty',
  'outside',
  'too_deep',
  'page_limit',
  /** The site makes addresses without end. */
  'loop',
  'sitemap_broken',
  'internal',
] as const;
export type WebsiteFailure = (typeof WEBSITE_FAILURES)[number];

export const WEBSITE_PAGES_MAX = 5_000;
const address = z.url({ protocol: /^https?$/, normalize: true }).max(2_000);
const pattern = z.string().trim().min(1).max(200);
const fields = {
  mode: z.enum(WEBSITE_MODES),
  schedule: z.enum(WEBSITE_SCHEDULES),
  /** Links followed from the first page. */
  depth: z.number().int().min(0).max(20),
  pageLimit: z.number().int().min(1).max(WEBSITE_PAGES_MAX),
  /** Paths such as `/help/*`; empty: all. */
  include: z.array(pattern).max(20),
  exclude: z.array(pattern).max(20),
  tags: DocumentTags,
};

export const WebsiteView = z
  .object({
    uuid: WebsiteId,
    knowledgeUuid: KnowledgeId,
    url: z.string(),
    mode: z.enum(WEBSITE_MODES),
    schedule: z.enum(WEBSITE_SCHEDULES),
    depth: z.number().int(),
    pageLimit: z.number().int(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    tags: z.array(z.string()),
    status: z.enum(WEBSITE_STATUSES),
    failure: z.enum(WEBSITE_FAILURES).nullable(),
    /** Addresses known, and of the present or last crawl: done, and by what became of them. */
    known: z.number().int(),
    done: z.number().int(),
    counts: z.object({
      new: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      skipped: z.number().int(),
      failed: z.number().int(),
      gone: z.number().int(),
    }),
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
    nextCrawlAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'Website' });
export type WebsiteView = z.infer<typeof WebsiteView>;

export const WebsitePageView = z.object({
  url: z.string(),
  state: z.enum(WEBSITE_PAGE_STATES),
  failure: z.enum(WEBSITE_FAILURES).nullable(),
  httpStatus: z.number().int().nullable(),
  depth: z.number().int(),
  documentUuid: DocumentId.nullable(),
  checkedAt: Time.nullable(),
});
export type WebsitePageView = z.infer<typeof WebsitePageView>;

export const listWebsites = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/websites',
  summary: 'Web pages, sitemaps and sites that a base reads',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  status: 200,
  output: z.object({ items: z.array(WebsiteView) }),
});
export const createWebsite = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/website',
  summary: 'Read a web page, a sitemap or a site, once or on a schedule',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z
    .object({
      url: address,
      mode: fields.mode.default('page'),
      schedule: fields.schedule.default('never'),
      depth: fields.depth.default(3),
      pageLimit: fields.pageLimit.default(200),
      include: fields.include.default([]),
      exclude: fields.exclude.default([]),
      tags: fields.tags.default([]),
    })
    .strict(),
  status: 202,
  output: WebsiteView,
  errors: ['website_exists', 'website_address_refused'],
});
export const getWebsite = endpoint({
  method: 'GET',
  path: '/api/user/website/{uuid}',
  summary: 'One web site of a base, with the progress of its crawl',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(WebsiteId),
  status: 200,
  output: WebsiteView,
});
export const updateWebsite = endpoint({
  method: 'PATCH',
  path: '/api/user/website/{uuid}',
  summary: 'Change schedule and limits of a web site; they count from its next crawl',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(WebsiteId),
  body: z.object(fields).omit({ mode: true }).partial().strict(),
  status: 200,
  output: WebsiteView,
});
export const crawlWebsite = endpoint({
  method: 'POST',
  path: '/api/user/website/{uuid}/crawl',
  summary: 'Look at a web site now; only what changed is read again. A stopped crawl goes on where it was',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(WebsiteId),
  status: 202,
  output: WebsiteView,
});
export const stopWebsite = endpoint({
  method: 'POST',
  path: '/api/user/website/{uuid}/stop',
  summary: 'Stop a crawl; what was read stays',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(WebsiteId),
  status: 200,
  output: WebsiteView,
});
export const deleteWebsite = endpoint({
  method: 'DELETE',
  path: '/api/user/website/{uuid}',
  summary: 'Forget a web site; `keepDocuments` leaves what was read of it',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(WebsiteId),
  query: z.object({ keepDocuments: z.stringbool().default(false) }),
  status: 204,
});
export const listWebsitePages = endpoint({
  method: 'GET',
  path: '/api/user/website/{uuid}/pages',
  summary: 'Addresses of a web site and what became of each',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(WebsiteId),
  query: PageQuery.extend({ state: z.enum(WEBSITE_PAGE_STATES).optional() }),
  status: 200,
  output: pageOf(WebsitePageView),
});
