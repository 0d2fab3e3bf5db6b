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
export const VARIANTS_MAX = 50;

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
