import type { AccountId } from '@hanasu/contract/ids';
import type { WebsiteFailure } from '@hanasu/contract/websites';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import * as sourcePages from '../source-pages.store.ts';
import {
  countTry,
  finishPage,
  type PageEnd,
  type PageRow,
  removeDeadPages,
  selectNextPage,
  summariseCrawl,
} from '../website-pages.store.ts';
import { finishCrawl, holdLease, type Lease, releaseLease, type WebsiteRow } from '../websites.store.ts';
import { nextCrawlAt, publishWebsiteUpdate } from '../websites.ts';
import { beginCrawl, LEASE_SECONDS } from './begin-crawl.ts';
import { crawlPage, type PageOutcome } from './crawl-page.ts';
import { discover } from './discover.ts';
import { type Robots, readRobots } from './robots.ts';

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
  await publishWebsiteUpdate(knowledge, lease.accountId, lease.websiteId);
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
  const beginning = await beginCrawl(dependencies, { lease, site }, signal);
  if (beginning.kind === 'lost') return null;
  if (beginning.kind === 'wait') return beginning.seconds;
  if (beginning.kind === 'failed') {
    await end(dependencies, lease, beginning.failure);
    return null;
  }
  return readPages(dependencies, { lease, robots: readRobots(site.url, beginning.robots.text) }, signal);
}

async function readPages(
  dependencies: WebsitesDependencies,
  { lease, robots }: { readonly lease: Lease; readonly robots: Robots },
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
    if (!(await settle(dependencies, { lease, work: { ...next, robots }, outcome }))) return null;
    if (outcome.kind === 'wait') return outcome.seconds;
    // No other page would find room.
    if (outcome.kind === 'failed' && outcome.failure === 'storage_full')
      return end(dependencies, lease, outcome.failure);
    misses = isUnreached(outcome) ? misses + 1 : 0;
    if (misses >= DOWN_AFTER && outcome.kind === 'failed') return end(dependencies, lease, outcome.failure);
    if (knowledge.now() - announcedAt > ANNOUNCE_EVERY_MS) {
      announcedAt = knowledge.now();
      await publishWebsiteUpdate(knowledge, lease.accountId, lease.websiteId);
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
    dependencies.knowledge.log.warn({ err: error, website: work.site.id }, 'storing a crawled page failed');
    return { kind: 'failed', failure: 'internal', status: null };
  }
}

/** False: the site is not ours any more, and nothing was written. */
const settle = (
  { knowledge: { database } }: WebsitesDependencies,
  {
    lease,
    work,
    outcome,
  }: {
    readonly lease: Lease;
    readonly work: Omit<Parameters<typeof settlePage>[1], 'site'>;
    readonly outcome: PageOutcome;
  },
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

/** Within one crawl, of a server in trouble. */
const TRIES_MAX = 3;
const WAITS_MAX = 5;
/** A page that is not there this often, crawl after crawl, is gone. */
const MISSES_TO_BE_GONE = 2;

/** Writes what became of a page, and what it links to. `again`: it is tried once more in this crawl. */
async function settlePage(
  transaction: AccountTransaction,
  { site, robots, page }: { readonly site: WebsiteRow; readonly robots: Robots; readonly page: PageRow },
  outcome: PageOutcome,
): Promise<'done' | 'again'> {
  const isWait = outcome.kind === 'wait';
  const isPassing = outcome.kind === 'failed' && outcome.isPassing === true;
  if ((isPassing && page.tries + 1 < TRIES_MAX) || (isWait && page.tries + 1 < WAITS_MAX)) {
    await countTry(transaction, page.id);
    return 'again';
  }
  await finishPage(transaction, page.id, site.crawl, endOf(page, outcome));
  if (page.documentId || outcome.kind === 'kept') await markDocument(transaction, page, outcome);
  if (outcome.kind === 'wait' || outcome.kind === 'same') return 'done';
  const { links = [] } = outcome;
  await discover(transaction, site, robots, { addresses: links, base: page.url, depth: page.depth + 1 });
  if (outcome.kind !== 'kept' && outcome.instead) {
    const found = { addresses: [outcome.instead], base: page.url, depth: page.depth, isSelf: true };
    await discover(transaction, site, robots, found);
  }
  return 'done';
}

function endOf(page: PageRow, outcome: PageOutcome): PageEnd {
  const kept = {
    failure: null,
    httpStatus: 200,
    etag: page.etag,
    lastModified: page.lastModified,
    contentHash: page.contentHash,
    documentId: page.documentId,
    misses: 0,
  };
  if (outcome.kind === 'same') return { ...kept, state: 'unchanged', httpStatus: 304 };
  if (outcome.kind === 'kept') {
    const { change, contentHash, documentId } = outcome;
    const { etag, lastModified, status } = outcome.page;
    return { ...kept, state: change, httpStatus: status, etag, lastModified, contentHash, documentId };
  }
  if (outcome.kind === 'wait') {
    return { ...kept, state: 'failed', failure: 'http_error', httpStatus: outcome.status };
  }
  const misses = isMiss(outcome) ? page.misses + 1 : 0;
  const isGone = page.documentId !== null && misses >= MISSES_TO_BE_GONE;
  const state = isGone ? 'gone' : outcome.kind;
  return { ...kept, state, failure: outcome.failure, httpStatus: outcome.status, misses };
}

/** Not there as what it was: no page, or one that only points to another or is not to be read. */
const isMiss = (outcome: PageOutcome): boolean =>
  outcome.kind === 'skipped' || (outcome.kind === 'failed' && outcome.failure === 'not_found');

async function markDocument(
  transaction: AccountTransaction,
  page: PageRow,
  outcome: PageOutcome,
): Promise<void> {
  if (outcome.kind === 'kept') return sourcePages.markSource(transaction, outcome.documentId, null);
  if (!page.documentId) return;
  if (outcome.kind === 'same') return sourcePages.markSource(transaction, page.documentId, null);
  if (!isMiss(outcome)) return sourcePages.markSource(transaction, page.documentId, 'source_failed');
  if (page.misses + 1 >= MISSES_TO_BE_GONE)
    await sourcePages.markSource(transaction, page.documentId, 'source_gone');
}
