import { randomUUID } from 'node:crypto';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { LEASE_SECONDS } from './crawling/begin-crawl.ts';
import { crawlBatch } from './crawling/crawl-batch.ts';
import { userAgentOf } from './crawling/robots.ts';
import type { WebsitesDependencies } from './dependencies.ts';
import { PAGE_BYTES_MAX, PAGE_TIMEOUT_MS } from './reading/fetch-page.ts';
import { createHostGate } from './reading/host-gate.ts';
import { createPageReader } from './reading/page-reader.ts';
import { claimWebsites, type Lease } from './websites.store.ts';

const SITES_AT_ONCE = 4;

interface Crawler {
  /** For a pump: starts with the sites whose time has come. */
  runOnce(): Promise<number | null>;
  /** Ends what runs at the next step, with nothing lost; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /** Resolves when nothing runs any more. */
  drain(): Promise<void>;
}

/**
 * Crawls from the database: a site is held by one worker for a batch of pages and then waits for its next turn, so a
 * worker may die at any point and sites share what there is. `onFree` says that there is room for more.
 */
export function createCrawler(
  dependencies: WebsitesDependencies,
  { onFree, onError }: { readonly onFree: () => void; readonly onError: (error: unknown) => void },
): Crawler {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  function start(lease: Lease): void {
    const done = crawlBatch(dependencies, lease, stopping.signal)
      .catch(onError)
      .finally(() => {
        running.delete(done);
        onFree();
      });
    running.add(done);
  }

  const drain = async (): Promise<void> => {
    await Promise.all(running);
  };
  return {
    async runOnce() {
      const limit = SITES_AT_ONCE - running.size;
      if (limit <= 0 || stopping.signal.aborted) return null;
      const leases = await dependencies.knowledge.database.system((transaction) =>
        claimWebsites(transaction, { limit, leaseSeconds: LEASE_SECONDS, token: randomUUID() }),
      );
      for (const lease of leases) start(lease);
      return null;
    },
    async stop() {
      stopping.abort();
      await drain();
    },
    drain,
  };
}

export interface WebsitesOptions {
  readonly knowledge: KnowledgeDependencies;
  readonly publicUrl: string;
  readonly allowPrivate: boolean;
  readonly pauseMs: number;
  readonly notify: () => void;
}

const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
const SITEMAP_TIMEOUT_MS = 120_000;

/** Puts the feature together; nothing runs before its crawler is asked to. */
export function createWebsitesFeature({ publicUrl, ...given }: WebsitesOptions) {
  const { allowPrivate } = given;
  const reader = createPageReader();
  const dependencies: WebsitesDependencies = {
    ...given,
    askPage: createGuardedFetch({ allowPrivate, maxBytes: PAGE_BYTES_MAX, timeoutMs: PAGE_TIMEOUT_MS }),
    askSitemap: createGuardedFetch({
      allowPrivate,
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
    createCrawler: (onError: (error: unknown) => void) =>
      createCrawler(dependencies, { onFree: given.notify, onError }),
    /** Call after the crawler has stopped. */
    close: reader.close,
  };
}
