import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { HostGate } from './reading/host-gate.ts';
import type { ReadPage } from './reading/page-reader.ts';

/** What the use cases and the crawler of this feature work with. */
export interface WebsitesDependencies {
  readonly knowledge: KnowledgeDependencies;
  /** For pages: `PAGE_BYTES_MAX` and `PAGE_TIMEOUT_MS`. */
  readonly askPage: GuardedFetch;
  /** For sitemaps, which may be larger. */
  readonly askSitemap: GuardedFetch;
  /** Servers of this machine and of private networks may be read. */
  readonly privateHosts: PrivateHosts;
  readonly readPage: ReadPage;
  readonly gate: HostGate;
  /** See `userAgentOf`. */
  readonly userAgent: string;
  /** Between two requests to a host; a site's own rules may ask for more. */
  readonly pauseMs: number;
  /** 0 to 1. */
  readonly random: () => number;
  /** There is something to crawl. */
  readonly notify: () => void;
}
