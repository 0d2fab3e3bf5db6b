import type { PageSpan } from '../document.ts';
import { withoutLinks } from '../inline/link-address.ts';
import { joinFlow, joinLines } from './joins.ts';
import type { OutlineItem, PageLine } from './text-lines.ts';

const SEPARATORS = { paragraph: '\n\n', line: '\n' } as const;

/** A paragraph being written: `text` starts at `start` of the document. */
interface Composer {
  readonly done: string[];
  length: number;
  last: string;
  readonly starts: Map<number, number>;
}

/** Puts lines together to text with `#` headings, and says where each page starts. */
export function composeText(
  lines: readonly PageLine[],
  levelOf: HeadingLevel,
  pageCount: number,
): { text: string; pages: PageSpan[] } {
  const joins = joinLines(lines);
  const composer: Composer = { done: [], length: 0, last: '', starts: new Map() };
  const levels = lines.map((line) => (line.block ? null : levelOf(line)));
  for (const [index, line] of lines.entries()) {
    const level = levels[index] ?? null;
    const above = lines[index - 1];
    const levelAbove = levels[index - 1] ?? null;
    const continues = level !== null && above && levelAbove === level && continuesHeading(above, line);
    if (line.block || above?.block) addBlock(composer, line, { above, level });
    else if (continues) addFlow(composer, line);
    else if (level !== null)
      addNew(composer, line, { gap: SEPARATORS.paragraph, prefix: `${'#'.repeat(level)} ` });
    else if (joins[index] === 'flow' && above && levelAbove === null) addFlow(composer, line);
    else addNew(composer, line, { gap: separator(joins[index], levelAbove), prefix: '' });
  }
  composer.done.push(composer.last);
  const text = composer.done.join('');
  return { text, pages: spansOf(composer.starts, pageCount, text.length) };
}

function separator(join: 'paragraph' | 'line' | 'flow' | undefined, levelAbove: number | null): string {
  return join === 'line' && levelAbove === null ? SEPARATORS.line : SEPARATORS.paragraph;
}

/** The second line of a long heading. */
function continuesHeading(above: PageLine, line: PageLine): boolean {
  const gap = line.y - above.y;
  return (
    above.page === line.page && Math.abs(above.size - line.size) < 0.3 && gap > 0 && gap < line.size * 1.7
  );
}

function addNew(
  composer: Composer,
  line: PageLine,
  { gap, prefix }: { readonly gap: string; readonly prefix: string },
): void {
  const between = composer.length + composer.last.length === 0 ? '' : gap;
  composer.done.push(composer.last, between);
  composer.length += composer.last.length + between.length;
  composer.last = prefix + (line.block ? line.text : line.text.trim().replaceAll(/[ \t]+/g, ' '));
  markPage(composer, line.page, composer.length);
}

/** Rows of one table follow each other; all else around them is apart. */
function addBlock(
  composer: Composer,
  line: PageLine,
  { above, level }: { readonly above: PageLine | undefined; readonly level: number | null },
): void {
  const follows = line.block === 'table' && above?.block === 'table' && !line.text.includes('\n');
  const prefix = level === null ? '' : `${'#'.repeat(level)} `;
  addNew(composer, line, { gap: follows ? SEPARATORS.line : SEPARATORS.paragraph, prefix });
}

function addFlow(composer: Composer, line: PageLine): void {
  const text = line.text.trim().replaceAll(/[ \t]+/g, ' ');
  // Only the end of the paragraph matters for the join; a paragraph may be as long as the document.
  const tail = composer.last.slice(-2);
  const joined = joinFlow(tail, text);
  composer.done.push(composer.last.slice(0, -2));
  composer.length += Math.max(composer.last.length - 2, 0);
  composer.last = joined;
  markPage(composer, line.page, composer.length + joined.length - text.length);
}

function markPage(composer: Composer, page: number, offset: number): void {
  if (!composer.starts.has(page)) composer.starts.set(page, offset);
}

/** Pages without text are empty spans where the next page starts. */
function spansOf(starts: ReadonlyMap<number, number>, pageCount: number, length: number): PageSpan[] {
  const spans: PageSpan[] = [];
  let end = length;
  for (let number = pageCount; number >= 1; number--) {
    const start = number === 1 ? 0 : (starts.get(number) ?? end);
    spans.push({ number, start, end });
    end = start;
  }
  return spans.reverse();
}

/** Level 1 to 4 of a line that is a heading, or null. */
type HeadingLevel = (line: PageLine) => number | null;

const DEEPEST = 4;
const LONGEST = 120;
/** Headings are set this much larger than the body, at least. */
const LARGER = 1.15;
/** More large text than this is a poster or slides without a body: the size says nothing about headings. */
const LARGEST_SHARE = 0.25;
const FEWEST_BOOKMARKS = 3;

/** Tells headings by the document's bookmarks when they match its lines, else by clearly larger type. */
export function findHeadings(lines: readonly PageLine[], outline: readonly OutlineItem[]): HeadingLevel {
  const bookmarks = new Map<string, number>();
  collect(outline, 1, bookmarks);
  const matches = matchBookmarks(lines, bookmarks);
  const distinct = new Set(matches.values());
  if (distinct.size >= FEWEST_BOOKMARKS && distinct.size >= bookmarks.size / 2) {
    const body = bodySize(lines);
    return (line) => (line.size >= body * 0.98 ? (bookmarks.get(matches.get(line) ?? '') ?? null) : null);
  }
  return bySize(lines);
}

const HEADING_LINES = 3;

/** Lines that are a bookmark's title, or one of up to three that make it. */
function matchBookmarks(
  lines: readonly PageLine[],
  bookmarks: ReadonlyMap<string, number>,
): ReadonlyMap<PageLine, string> {
  const matches = new Map<PageLine, string>();
  for (const [index, line] of lines.entries()) {
    if (line.block || matches.has(line)) continue;
    const parts = [line];
    let key = keyOf(line.text);
    while (!bookmarks.has(key) && parts.length < HEADING_LINES) {
      const next = lines[index + parts.length];
      const above = parts.at(-1);
      if (!next || !above || next.block || !continuesHeading(above, next)) break;
      parts.push(next);
      key += keyOf(next.text);
    }
    if (bookmarks.has(key)) for (const part of parts) matches.set(part, key);
  }
  return matches;
}

function keyOf(text: string): string {
  return withoutLinks(text).normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
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
  return (
    withoutLinks(line.text).length <= LONGEST &&
    /\p{L}\p{M}*\p{L}/u.test(line.text) &&
    !/[。，,;；]$/.test(line.text)
  );
}
