import type { OutlineItem } from './pdf-types.ts';
import type { PageLine } from './text-lines.ts';

/** Level 1 to 4 of a line that is a heading, or null. */
export type HeadingLevel = (line: PageLine) => number | null;

const DEEPEST = 4;
const LONGEST = 120;
/** Headings are set this much larger than the body, at least. */
const LARGER = 1.15;
/** More large text than this is a poster or slides without a body: nothing can be told from size. */
const LARGEST_SHARE = 0.25;
const FEWEST_BOOKMARKS = 3;

/** Tells headings by the document's bookmarks when they match its lines, else by clearly larger type. */
export function findHeadings(lines: readonly PageLine[], outline: readonly OutlineItem[]): HeadingLevel {
  const bookmarks = new Map<string, number>();
  collect(outline, 1, bookmarks);
  const matches = lines.filter((line) => bookmarks.has(keyOf(line.text)));
  const distinct = new Set(matches.map((line) => keyOf(line.text)));
  if (distinct.size >= FEWEST_BOOKMARKS && distinct.size >= bookmarks.size / 2) {
    const body = bodySize(lines);
    return (line) => (line.size >= body * 0.98 ? (bookmarks.get(keyOf(line.text)) ?? null) : null);
  }
  return bySize(lines);
}

function keyOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
}

function collect(items: readonly OutlineItem[], level: number, into: Map<string, number>): void {
  for (const item of items) {
    if (into.size > 5000) return;
    const key = keyOf(item.title);
    if (key !== '' && !into.has(key)) into.set(key, Math.min(level, DEEPEST));
    if (level < 10) collect(item.items, level + 1, into);
  }
}

/** The size most characters are set in. */
function bodySize(lines: readonly PageLine[]): number {
  const characters = new Map<number, number>();
  for (const line of lines) characters.set(line.size, (characters.get(line.size) ?? 0) + line.text.length);
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** The largest line of the first page, when it is near the top and set clearly larger than the body. */
export function printedTitle(lines: readonly PageLine[]): string | null {
  const first = lines.filter((line) => line.page === 1 && isHeadingText(line));
  const largest = first.reduce((size, line) => Math.max(size, line.size), 0);
  if (largest < bodySize(lines) * 1.3) return null;
  return first.slice(0, 4).find((line) => line.size === largest)?.text ?? null;
}

function bySize(lines: readonly PageLine[]): HeadingLevel {
  const body = bodySize(lines);
  const large = lines.filter((line) => line.size >= body * LARGER);
  const headings = large.filter(isHeadingText);
  const total = sum(lines);
  if (sum(large) > total * LARGEST_SHARE) return () => null;
  const sizes = distinctSizes(headings.map((line) => line.size));
  return (line) => {
    if (line.size < body * LARGER || !isHeadingText(line)) return null;
    const rank = sizes.findIndex((size) => line.size >= size * 0.95);
    return Math.min((rank === -1 ? sizes.length : rank) + 1, DEEPEST);
  };
}

function sum(lines: readonly PageLine[]): number {
  return lines.reduce((characters, line) => characters + line.text.length, 0);
}

/** Largest first; sizes within 5 % are the same. */
function distinctSizes(sizes: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const size of sizes.toSorted((a, b) => b - a)) {
    if (distinct.length === 0 || size < (distinct.at(-1) ?? 0) * 0.95) distinct.push(size);
  }
  return distinct;
}

/** Not a price, a number or a whole sentence in large type. */
function isHeadingText(line: PageLine): boolean {
  return line.text.length <= LONGEST && /\p{L}\p{M}*\p{L}/u.test(line.text) && !/[。，,;；]$/.test(line.text);
}
