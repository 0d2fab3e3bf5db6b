import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { KnowledgeDependencies } from '../knowledge/public.ts';
import { createCrawler } from './crawling/crawler.ts';
import type { WebsitesDependencies } from './dependencies.ts';
import { userAgentOf } from './domain/robots.ts';
import { PAGE_BYTES_MAX, PAGE_TIMEOUT_MS } from './reading/fetch-page.ts';
import { createHostGate } from './reading/host-gate.ts';
import { createPageReader } from './reading/page-reader.ts';

export interface WebsitesOptions {
  readonly knowledge: KnowledgeDependencies;
  readonly publicUrl: string;
  readonly allowPrivate: boolean;
  readonly pauseMs: number;
  readonly wake: () => void;
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
      createCrawler(dependencies, { onFree: given.wake, onError }),
    /** Call after the crawler has stopped. */
    close: reader.close,
  };
}
