import { randomUUID } from 'node:crypto';
import type { WebsitesDependencies } from '../dependencies.ts';
import { claimWebsites, type Lease } from '../websites.store.ts';
import { crawlBatch } from './crawl-batch.ts';
import { LEASE_SECONDS } from './lease.ts';

const SITES_AT_ONCE = 4;

export interface Crawler {
  /** For a pump: starts with the sites whose time has come. */
  pass(): Promise<number | null>;
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
    async pass() {
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
