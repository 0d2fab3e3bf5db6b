import { randomUUID } from 'node:crypto';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { LEASE_SECONDS } from './crawling/begin-crawl.ts';
import { crawlBatch } from './crawling/crawl-batch.ts';
import { userAgentOf } from './crawling/robots.ts';
import type { WebsitesDependencies } from './dependencies.ts';
import { PAGE_BYTES_MAX, PAGE_TIMEOUT_MS } from './reading/fetch-page.ts';
import { createHostGate } from './reading/host-gate.ts';
import { createPageReader } from './reading/page-reader.ts';
import { claimWebsites, type Lease, NEXT_CRAWL_DUE } from './websites.store.ts';

/** Web sites that are due; one that somebody adds notifies the crawler. */
const SITES_AT_ONCE = 4;

/**
 * Crawls from the database: a site is held by one worker for a batch of pages and then waits for its next turn, so a
 * worker may die at any point and sites share what there is. A stop ends what runs at the next step.
 */
export function createCrawler(
  dependencies: WebsitesDependencies,
  onError: (error: unknown) => void,
): LeasedWorker {
  const { database } = dependencies.knowledge;
  return createLeasedWorker<Lease>({
    name: 'crawler',
    nextDue: NEXT_CRAWL_DUE,
    concurrency: SITES_AT_ONCE,
    async claim({ limit }) {
      const claim = { limit, leaseSeconds: LEASE_SECONDS, token: randomUUID() };
      return {
        items: await database.system((transaction) => claimWebsites(transaction, claim)),
        nextIn: null,
      };
    },
    run: (lease, stop) => crawlBatch(dependencies, lease, stop),
    keyOf: ({ accountId, websiteId }) => `${accountId}/${websiteId}`,
    onError,
  });
}

export interface WebsitesOptions {
  readonly knowledge: KnowledgeDependencies;
  readonly publicUrl: string;
  readonly privateHosts: PrivateHosts;
  readonly pauseMs: number;
  readonly notify: () => void;
}

const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
const SITEMAP_TIMEOUT_MS = 120_000;

/** Puts the feature together; nothing runs before its crawler is asked to. */
export function createWebsitesFeature({ publicUrl, ...given }: WebsitesOptions) {
  const { privateHosts } = given;
  const reader = createPageReader();
  const dependencies: WebsitesDependencies = {
    ...given,
    askPage: createGuardedFetch({ privateHosts, maxBytes: PAGE_BYTES_MAX, timeoutMs: PAGE_TIMEOUT_MS }),
    askSitemap: createGuardedFetch({
      privateHosts,
      maxBytes: SITEMAP_BYTES_MAX,
      timeoutMs: SITEMAP_TIMEOUT_MS,
    }),
    readPage: reader.readPage,
    gate: createHostGate(),
    userAgent: userAgentOf(publicUrl),
    random: Math.random,
  };
  return {
    ...dependencies,
    createCrawler: (onError: (error: unknown) => void) => createCrawler(dependencies, onError),
    /** Call after the crawler has stopped. */
    close: reader.close,
  };
}
