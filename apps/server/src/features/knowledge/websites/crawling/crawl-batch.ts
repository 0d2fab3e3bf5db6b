import type { AccountId } from '@hanasu/contract/ids';
import type { WebsiteFailure } from '@hanasu/contract/websites';
import { AppError } from '../../../../platform/app-error.ts';
import { announceWebsite } from '../announce-website.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { nextCrawlAt } from '../domain/next-crawl.ts';
import { type Robots, readRobots } from '../domain/robots.ts';
import { removeDeadPages, selectNextPage, summariseCrawl } from '../website-pages.store.ts';
import { finishCrawl, holdLease, type Lease, releaseLease, type WebsiteRow } from '../websites.store.ts';
import { beginCrawl } from './begin-crawl.ts';
import { crawlPage, type PageOutcome } from './crawl-page.ts';
import { LEASE_SECONDS } from './lease.ts';
import { settlePage } from './settle-page.ts';

/** Then the next site has its turn. */
const BATCH_PAGES = 25;
const ANNOUNCE_EVERY_MS = 500;
/** A host that can't be reached this often in a row is down; the rest of its pages would only wait for it too. */
const DOWN_AFTER = 5;
/** After a fault of ours, the same one would come at once. */
const AFTER_FAULT_SECONDS = 60;

/** Reads some pages of a site that is held by `lease`, then lets go of it. Rejects only for our own faults. */
export async function crawlBatch(
  dependencies: WebsitesDependencies,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { knowledge } = dependencies;
  let waitSeconds: number | null = null;
  try {
    waitSeconds = await work(dependencies, lease, signal);
  } catch (error) {
    // When the server stops, the page that was under way is read again by whoever goes on.
    waitSeconds = signal.aborted ? 0 : AFTER_FAULT_SECONDS;
    if (!signal.aborted) throw error;
  } finally {
    await knowledge.database.account(lease.accountId, (transaction) =>
      releaseLease(transaction, lease, waitSeconds),
    );
  }
  await announceWebsite(knowledge, lease.accountId, lease.websiteId);
}

/** Seconds until the site is to be looked at again; null: that is settled. */
async function work(
  dependencies: WebsitesDependencies,
  lease: Lease,
  signal: AbortSignal,
): Promise<number | null> {
  const { knowledge } = dependencies;
  const site = await knowledge.database.account(lease.accountId, (transaction) =>
    holdLease(transaction, lease, LEASE_SECONDS),
  );
  if (!site) return null;
  const beginning = await beginCrawl(dependencies, lease, site, signal);
  if (beginning.kind === 'lost') return null;
  if (beginning.kind === 'wait') return beginning.seconds;
  if (beginning.kind === 'failed') {
    await end(dependencies, lease, beginning.failure);
    return null;
  }
  return readPages(dependencies, lease, readRobots(site.url, beginning.robots.text), signal);
}

async function readPages(
  dependencies: WebsitesDependencies,
  lease: Lease,
  robots: Robots,
  signal: AbortSignal,
): Promise<number | null> {
  const { knowledge } = dependencies;
  let announcedAt = knowledge.now();
  let misses = 0;
  for (let pages = 0; pages < BATCH_PAGES; pages += 1) {
    signal.throwIfAborted();
    const next = await nextPage(dependencies, lease);
    if (next === 'lost') return null;
    if (next === 'done') return end(dependencies, lease, null);
    const outcome = await readOne(dependencies, { ...next, accountId: lease.accountId, robots, signal });
    if (!(await settle(dependencies, lease, { ...next, robots }, outcome))) return null;
    if (outcome.kind === 'wait') return outcome.seconds;
    // No other page would find room.
    if (outcome.kind === 'failed' && outcome.failure === 'storage_full')
      return end(dependencies, lease, outcome.failure);
    misses = isUnreached(outcome) ? misses + 1 : 0;
    if (misses >= DOWN_AFTER && outcome.kind === 'failed') return end(dependencies, lease, outcome.failure);
    if (knowledge.now() - announcedAt > ANNOUNCE_EVERY_MS) {
      announcedAt = knowledge.now();
      await announceWebsite(knowledge, lease.accountId, lease.websiteId);
    }
  }
  return 0;
}

const isUnreached = (outcome: PageOutcome): boolean =>
  outcome.kind === 'failed' && (outcome.failure === 'unreachable' || outcome.failure === 'timeout');

const nextPage = ({ knowledge: { database } }: WebsitesDependencies, lease: Lease) =>
  database.account(lease.accountId, async (transaction) => {
    const site = await holdLease(transaction, lease, LEASE_SECONDS);
    if (!site) return 'lost';
    const page = await selectNextPage(transaction, site.id, site.crawl);
    return page ? { site, page } : 'done';
  });

/** A fault of ours with one page must not end the crawl of all others. */
async function readOne(
  dependencies: WebsitesDependencies,
  work: Parameters<typeof crawlPage>[1] & { readonly accountId: AccountId },
): Promise<PageOutcome> {
  try {
    return await crawlPage(dependencies, work);
  } catch (error) {
    // A document that was deleted this moment: the page finds that out when it is next looked at.
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'storage_quota_reached')
      return { kind: 'failed', failure: 'storage_full', status: null };
    dependencies.knowledge.log.warn({ err: error, website: work.site.id }, 'page not kept');
    return { kind: 'failed', failure: 'internal', status: null };
  }
}

/** False: the site is not ours any more, and nothing was written. */
const settle = (
  { knowledge: { database } }: WebsitesDependencies,
  lease: Lease,
  work: Omit<Parameters<typeof settlePage>[1], 'site'>,
  outcome: PageOutcome,
): Promise<boolean> =>
  database.account(lease.accountId, async (transaction) => {
    const site = await holdLease(transaction, lease, LEASE_SECONDS);
    if (!site) return false;
    await settlePage(transaction, { ...work, site }, outcome);
    return true;
  });

async function end(
  { knowledge: { database }, random }: WebsitesDependencies,
  lease: Lease,
  failure: WebsiteFailure | null,
): Promise<null> {
  await database.account(lease.accountId, async (transaction) => {
    const site = await holdLease(transaction, lease, LEASE_SECONDS);
    if (!site) return;
    await removeDeadPages(transaction, site.id);
    const why = failure ?? (await failureOf(transaction, site));
    const next = nextCrawlAt(site.schedule, new Date(transaction.now()), random());
    await finishCrawl(transaction, lease, { failure: why, nextCrawlAt: next });
  });
  return null;
}

/** A crawl that reached nothing has failed for its first reason; only addresses that point to each other give none. */
async function failureOf(
  transaction: Parameters<typeof summariseCrawl>[0],
  site: WebsiteRow,
): Promise<WebsiteFailure | null> {
  const { read, failure } = await summariseCrawl(transaction, site.id, site.crawl);
  return read > 0 ? null : (failure ?? 'too_many_redirects');
}
