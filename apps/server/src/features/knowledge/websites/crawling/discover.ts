import type { WebsiteFailure } from '@hanasu/contract/websites';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import {
  countFrontier,
  insertPages,
  type NewPage,
  selectAskedUrls,
  selectKnownUrls,
} from '../website-pages.store.ts';
import type { WebsiteRow } from '../websites.store.ts';
import { normaliseUrl } from './crawl-url.ts';
import type { Robots } from './robots.ts';
import { placeOf } from './scope.ts';

interface Discovery {
  /** As they were found; those of other sites are left out. */
  readonly addresses: readonly string[];
  /** Of the page they were found on. */
  readonly base: string;
  readonly depth: number;
  readonly fromSitemap?: boolean;
  /** A page says of itself that it is known by this address: it stands wherever the page stood. */
  readonly isSelf?: boolean;
}

/** Of one page; the rest is menus of menus. */
const LINKS_MAX = 2_000;
/** Addresses that are not read are listed with their reason, but not without end. */
const UNASKED_MAX = 1_000;

/** Puts new addresses into the frontier: to be read, or listed with the reason why not. */
export async function discover(
  transaction: AccountTransaction,
  site: WebsiteRow,
  robots: Robots,
  { addresses, base, depth, fromSitemap = false, isSelf = false }: Discovery,
): Promise<void> {
  const places = new Map<string, 'inside' | 'excluded'>();
  for (const address of addresses) {
    const url = normaliseUrl(address, base);
    const place = url === null ? 'elsewhere' : placeOf(site, url);
    if (url !== null && place !== 'elsewhere') places.set(url, place);
    if (places.size >= LINKS_MAX && !fromSitemap) break;
  }
  const known = await selectKnownUrls(transaction, site.id, [...places.keys()]);
  const fresh = [...places].filter(([url]) => !known.has(url));
  if (fresh.length === 0) return;
  const judge = await createJudge(transaction, site, robots);
  const pages = fresh.flatMap(([url, place]): NewPage[] => {
    const isTooDeep = !fromSitemap && !isSelf && depth > site.depth;
    const failure = place === 'excluded' ? 'outside' : isTooDeep ? 'too_deep' : judge.of(url);
    return judge.hasRoomFor(failure) ? [{ id: newId(), url, depth, failure }] : [];
  });
  await insertPages(transaction, site, pages, fromSitemap);
}

async function createJudge(transaction: AccountTransaction, site: WebsiteRow, robots: Robots) {
  const counts = await countFrontier(transaction, site.id);
  const templates = new Map<string, number>();
  const countTemplate = (url: string): number => {
    const template = templateOf(url);
    if (template === null) return 0;
    const variants = (templates.get(template) ?? 0) + 1;
    templates.set(template, variants);
    return variants;
  };
  for (const url of await selectAskedUrls(transaction, site.id)) countTemplate(url);
  let room = roomOf(site.pageLimit, counts);
  let listed = counts.unasked;

  return {
    of(url: string): WebsiteFailure | null {
      if (isLooping(url)) return 'loop';
      if (!robots.isAllowed(url)) return 'robots_refused';
      if (room <= 0) return 'page_limit';
      if (countTemplate(url) > VARIANTS_MAX) return 'loop';
      room -= 1;
      return null;
    },
    hasRoomFor(failure: WebsiteFailure | null): boolean {
      if (failure === null) return true;
      listed += 1;
      return listed <= UNASKED_MAX;
    },
  };
}

/**
 * Duplicates and pictures don't use up the limit, or a redirect would be the whole of a small one; but a site of
 * nothing else must end too.
 */
const roomOf = (limit: number, { wanted, asked }: { wanted: number; asked: number }): number =>
  Math.min(limit - wanted, limit * 3 + 10 - asked);

/** A path that holds the same folder this often was made by links that are relative to themselves. */
const REPEATS = 3;
const SEGMENTS_MAX = 16;

/** Addresses that a site makes by itself without end, told by looking at one. */
export function isLooping(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter(Boolean);
  if (segments.length > SEGMENTS_MAX) return true;
  const seen = new Map<string, number>();
  for (const segment of segments) {
    const times = (seen.get(segment) ?? 0) + 1;
    if (times >= REPEATS) return true;
    seen.set(segment, times);
  }
  return false;
}

/** How many addresses of one template are read; more are a calendar, a filter or a sort order. */
const VARIANTS_MAX = 50;

/**
 * What such addresses have in common: the path without its query, or a path of dates without its numbers. Null: an
 * address that says what it is by itself, of which there may be any number.
 */
export function templateOf(address: string): string | null {
  const { origin, pathname, search } = new URL(address);
  if (search !== '') return `${origin}${pathname}?`;
  const isDates = /\/(19|20|21)\d\d([-/]\d{1,2}){1,2}\/?$/.test(pathname);
  return isDates ? origin + pathname.replaceAll(/\d+/g, '#') : null;
}
