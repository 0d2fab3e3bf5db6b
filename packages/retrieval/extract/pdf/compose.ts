import type { PageSpan } from '../document.ts';
import type { HeadingLevel } from './headings.ts';
import { joinFlow, joinLines } from './joins.ts';
import type { PageLine } from './text-lines.ts';

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
    if (line.block || above?.block) addBlock(composer, line, above, level);
    else if (continues) addFlow(composer, line);
    else if (level !== null) addNew(composer, line, SEPARATORS.paragraph, `${'#'.repeat(level)} `);
    else if (joins[index] === 'flow' && above && levelAbove === null) addFlow(composer, line);
    else addNew(composer, line, separator(joins[index], levelAbove), '');
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

function addNew(composer: Composer, line: PageLine, gap: string, prefix: string): void {
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
  above: PageLine | undefined,
  level: number | null,
): void {
  const follows = line.block === 'table' && above?.block === 'table' && !line.text.includes('\n');
  const prefix = level === null ? '' : `${'#'.repeat(level)} `;
  addNew(composer, line, follows ? SEPARATORS.line : SEPARATORS.paragraph, prefix);
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
