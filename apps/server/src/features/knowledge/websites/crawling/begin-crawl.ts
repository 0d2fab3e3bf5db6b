import type { WebsiteFailure } from '@hanasu/contract/websites';
import { newId } from '../../../../platform/ids.ts';
import { FetchFailure, type GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { fetchSitemap } from '../reading/fetch-sitemap.ts';
import { insertPages, reopenPages } from '../website-pages.store.ts';
import { holdLease, type Lease, type WebsiteRow, writeRobots } from '../websites.store.ts';
import { normaliseUrl } from './crawl-url.ts';
import { discover } from './discover.ts';
import { readRobots, StoredRobots } from './robots.ts';
import { placeOf } from './scope.ts';

/** `later`: the server is in trouble, and nobody may ask it for anything until it says its rules. */
type FetchedRobots =
  | { readonly kind: 'rules'; readonly text: string }
  | { readonly kind: 'later'; readonly failure: 'unreachable' | 'timeout' | 'http_error' }
  | { readonly kind: 'refused' };

const ROBOTS_BYTES_MAX = 500 * 1024;

/** RFC 9309: 4xx means that there are no rules, 5xx and no answer that everything is forbidden for now. */
async function fetchRobots(
  ask: GuardedFetch,
  request: { readonly siteUrl: string; readonly userAgent: string; readonly signal: AbortSignal },
): Promise<FetchedRobots> {
  try {
    const response = await ask(new URL('/robots.txt', request.siteUrl), {
      headers: { 'user-agent': request.userAgent },
      signal: request.signal,
    });
    if (response.ok) return { kind: 'rules', text: await beginningOf(response) };
    await response.body?.cancel();
    const isTrouble = response.status >= 500 || response.status === 429;
    return isTrouble ? { kind: 'later', failure: 'http_error' } : { kind: 'rules', text: '' };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    if (error.reason === 'unreachable' || error.reason === 'timeout') {
      return { kind: 'later', failure: error.reason };
    }
    return error.reason === 'address_refused' ? { kind: 'refused' } : { kind: 'rules', text: '' };
  }
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < ROBOTS_BYTES_MAX) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

type Beginning =
  | { readonly kind: 'begun'; readonly robots: StoredRobots }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly failure: WebsiteFailure }
  /** Stopped, deleted, or taken by somebody else. */
  | { readonly kind: 'lost' };

const TRIES_MAX = 3;
const WAIT_SECONDS = 300;

/** Reads a site's rules and its sitemap, then puts the first addresses into the frontier: all of it or nothing. */
export async function beginCrawl(
  dependencies: WebsitesDependencies,
  { lease, site }: { readonly lease: Lease; readonly site: WebsiteRow },
  signal: AbortSignal,
): Promise<Beginning> {
  const { askPage, userAgent, gate, pauseMs } = dependencies;
  const before = storedRobots(site);
  if (before && before.tries === 0) return { kind: 'begun', robots: before };
  const fetched = await gate.pass(site.url, pauseMs, signal, () =>
    fetchRobots(askPage, { siteUrl: site.url, userAgent, signal }),
  );
  if (fetched.kind === 'refused') return { kind: 'failed', failure: 'address_refused' };
  if (fetched.kind === 'later') return retryLater(dependencies, { lease, site, failure: fetched.failure });
  const robots = { crawl: site.crawl, text: fetched.text.replaceAll('\0', '').toWellFormed(), tries: 0 };
  const named = await readSitemap(dependencies, { lease, found: { site, robots } }, signal);
  if (!Array.isArray(named)) return named;
  return seed(dependencies, { lease, robots, named });
}

/** Of the present crawl; null: it has not begun. */
function storedRobots(site: WebsiteRow): StoredRobots | null {
  const parsed = StoredRobots.safeParse(site.robots);
  return parsed.success && parsed.data.crawl === site.crawl ? parsed.data : null;
}

async function retryLater(
  { knowledge: { database } }: WebsitesDependencies,
  {
    lease,
    site,
    failure,
  }: { readonly lease: Lease; readonly site: WebsiteRow; readonly failure: WebsiteFailure },
): Promise<Beginning> {
  const tries = (storedRobots(site)?.tries ?? 0) + 1;
  if (tries >= TRIES_MAX) return { kind: 'failed', failure };
  await database.account(lease.accountId, (transaction) =>
    writeRobots(transaction, site.id, { crawl: site.crawl, text: '', tries }),
  );
  return { kind: 'wait', seconds: WAIT_SECONDS };
}

async function readSitemap(
  dependencies: WebsitesDependencies,
  {
    lease,
    found: { site, robots },
  }: { readonly lease: Lease; readonly found: { readonly site: WebsiteRow; readonly robots: StoredRobots } },
  signal: AbortSignal,
): Promise<string[] | Beginning> {
  if (site.mode !== 'sitemap') return [];
  const { askSitemap, gate, pauseMs, userAgent, knowledge } = dependencies;
  const { delayMs } = readRobots(site.url, robots.text);
  const named = new Set<string>();
  // A sitemap of many more than are read tells nothing by its rest but how much there is.
  const enough = site.pageLimit * 2 + 100;
  const outcome = await fetchSitemap({
    url: site.url,
    userAgent,
    signal,
    async ask(address, init) {
      await knowledge.database.account(lease.accountId, (transaction) =>
        holdLease(transaction, lease, LEASE_SECONDS),
      );
      return gate.pass(String(address), Math.max(pauseMs, delayMs), signal, () => askSitemap(address, init));
    },
    onPage(address) {
      const url = normaliseUrl(address);
      if (url !== null && placeOf(site, url) !== 'elsewhere') named.add(url);
      return named.size < enough;
    },
  });
  if (outcome.kind === 'failed') return outcome;
  return named.size > 0 ? [...named] : { kind: 'failed', failure: 'sitemap_broken' };
}

async function seed(
  { knowledge: { database } }: WebsitesDependencies,
  {
    lease,
    robots,
    named,
  }: { readonly lease: Lease; readonly robots: StoredRobots; readonly named: readonly string[] },
): Promise<Beginning> {
  return database.account(lease.accountId, async (transaction): Promise<Beginning> => {
    const site = await holdLease(transaction, lease, LEASE_SECONDS);
    if (!site || site.crawl !== robots.crawl) return { kind: 'lost' };
    await reopenPages(transaction, site.id, site.crawl);
    const rules = readRobots(site.url, robots.text);
    if (site.mode === 'sitemap') {
      await discover(transaction, site, rules, {
        addresses: named,
        base: site.url,
        depth: 0,
        fromSitemap: true,
      });
    } else {
      const failure = rules.isAllowed(site.url) ? null : 'robots_refused';
      await insertPages(transaction, site, [{ id: newId(), url: site.url, depth: 0, failure }], false);
    }
    await writeRobots(transaction, site.id, robots);
    return { kind: 'begun', robots };
  });
}

/** Longer than one page may take: its turn at the host, the request and the reading. */
export const LEASE_SECONDS = 180;
