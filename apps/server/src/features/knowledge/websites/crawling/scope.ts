import type { WEBSITE_MODES } from '@hanasu/contract/websites';

export interface ScopeOf {
  readonly url: string;
  readonly mode: (typeof WEBSITE_MODES)[number];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** `excluded`: of this site, but not wanted. `elsewhere`: of another site or another part of it, or no page at all. */
export type Place = 'inside' | 'excluded' | 'elsewhere';

/**
 * What belongs to a crawl: addresses on the same host (with or without `www.`, http or https). With include patterns
 * they decide; without, it is the folder of the first page, or the whole host for a sitemap. Exclude patterns win.
 */
export function placeOf(scope: ScopeOf, address: string): Place {
  const url = new URL(address);
  if (!isSameSite(scope.url, address) || ASSET.test(url.pathname)) return 'elsewhere';
  const path = decoded(url.pathname + url.search);
  if (scope.exclude.some((pattern) => matchesPattern(pattern, path))) return 'excluded';
  if (scope.include.length > 0) {
    return scope.include.some((pattern) => matchesPattern(pattern, path)) ? 'inside' : 'excluded';
  }
  if (scope.mode === 'sitemap') return 'inside';
  const folder = new URL(scope.url).pathname.replace(/[^/]*$/, '');
  return url.pathname.startsWith(folder) ? 'inside' : 'elsewhere';
}

/** Linked to like pages, but never documents. */
const ASSET =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp3|mp4|m4[av]|webm|ogg|wav|avi|mov|wmv|zip|gz|tgz|rar|7z|exe|dmg|apk|iso|css|m?js|woff2?|ttf|eot|xml|rss|atom|ics)$/i;

export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);

const siteOf = (address: string): string => (URL.parse(address)?.host ?? '').replace(/^www\./, '');

/** `*` is any text. A pattern without one is a path and all below it. Whole addresses are taken by their path. */
export function matchesPattern(pattern: string, path: string): boolean {
  const given = decoded(pattern.replace(/^https?:\/\/[^/]*/i, ''));
  const wanted = given.startsWith('/') || given.startsWith('*') ? given : `/${given}`;
  if (!wanted.includes('*')) {
    const below = wanted.endsWith('/') ? wanted : `${wanted}/`;
    return path === wanted || path.startsWith(below) || path.startsWith(`${wanted}?`);
  }
  const parts = wanted.split('*');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** As people write it. What is no UTF-8 stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
