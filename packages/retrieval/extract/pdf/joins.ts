import type { PageLine } from './text-lines.ts';

/** How a line goes on from the one above it. */
export type Join = 'paragraph' | 'line' | 'flow';

const STOP = /[。．.！？!?：:」』）)”"]$/;
export const MARKER =
  /^(?:[-*+•‣▪●○■□◆◇▶►・※✓✔]|\(?\d{1,3}[.)、）．](?=\s|\D)|[（(]\d{1,3}[)）]|[①-⑳]|第[\d〇一二三四五六七八九十百]+[条章節])/;

/** Lines that follow each other without a gap, in one column and of one size. */
interface Run {
  readonly left: number;
  readonly right: number;
  /** Set as prose: wide, or most lines reach the right edge. Else a table, a list or an address. */
  readonly prose: boolean;
  /** Each line begins with a capital and none ends as a sentence does: a list whose marks are drawn and not written. */
  readonly list: boolean;
}

/** Says for every line but the first how it joins the one before; the result has one entry per line. */
export function joinLines(lines: readonly PageLine[]): Join[] {
  const pitch = usualPitch(lines);
  const breaks = lines.map((line, index) => breaksRun(lines[index - 1], line, pitch));
  const runs = measureRuns(lines, breaks);
  return lines.map((line, index) => {
    const above = lines[index - 1];
    const runAbove = runs[index - 1];
    if (!above || !runAbove) return 'paragraph';
    if (breaks[index]) return flowsOver(above, line, runAbove) ? 'flow' : 'paragraph';
    return joinInRun(above, line, runAbove);
  });
}

/**
 * Distance of the lines of a paragraph, as a multiple of their size: the lower quarter of all distances, because
 * those between paragraphs are larger.
 */
function usualPitch(lines: readonly PageLine[]): number {
  const pitches: number[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const prose = above && above.page === line.page && isWide(above) && isWide(line);
    const ratio = prose ? (line.y - above.y) / line.size : 0;
    if (ratio > 0.95 && ratio < 3) pitches.push(ratio);
  }
  pitches.sort((a, b) => a - b);
  return Math.min(Math.max(pitches[Math.floor(pitches.length / 4)] ?? 1.5, 1.1), 2.2);
}

/** Cells of tables and single characters say nothing about the pitch of prose. */
function isWide(line: PageLine): boolean {
  return line.right - line.x > line.size * 10;
}

function breaksRun(above: PageLine | undefined, line: PageLine, pitch: number): boolean {
  if (!above || above.page !== line.page) return true;
  if (Math.max(above.size, line.size) > Math.min(above.size, line.size) * 1.12) return true;
  const gap = line.y - above.y;
  const sameRow = Math.abs(gap) < line.size * 0.3;
  if (!sameRow && (line.x > above.right || line.right < above.x)) return true;
  return gap < -0.5 * line.size || gap > line.size * pitch * 1.3;
}

function measureRuns(lines: readonly PageLine[], breaks: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let to = 1; to <= lines.length; to++) {
    if (to < lines.length && !breaks[to]) continue;
    const run = measureRun(lines.slice(from, to));
    for (let index = from; index < to; index++) runs.push(run);
    from = to;
  }
  return runs;
}

const PROSE_WIDTH = 15;
const LIST_LINES = 3;

function measureRun(lines: readonly PageLine[]): Run {
  const left = lines.reduce((least, line) => Math.min(least, line.x), Number.POSITIVE_INFINITY);
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
  const edge = { left, right, prose: true, list: false };
  const reaching = lines.filter((line) => isFull(line, edge)).length;
  const wide = right - left > (lines[0]?.size ?? 0) * PROSE_WIDTH;
  const list =
    lines.length >= LIST_LINES && lines.every(({ text }) => /^\p{Lu}/u.test(text) && !/\p{P}$/u.test(text));
  return { ...edge, prose: wide || (lines.length >= 4 && reaching >= lines.length * 0.7), list };
}

/** Whether a line ends where the column ends, so that the next word had no room. */
function isFull(line: PageLine, run: Run): boolean {
  return (
    run.prose && !run.list && line.right >= run.right - Math.max(line.size * 2, (run.right - run.left) * 0.12)
  );
}

/** A sentence that goes on in the next column or on the next page. */
function flowsOver(above: PageLine, line: PageLine, run: Run): boolean {
  const moved = above.page !== line.page || line.y < above.y;
  const sameSize = Math.abs(above.size - line.size) < 0.3;
  if (!moved || !sameSize || STOP.test(above.text) || MARKER.test(line.text)) return false;
  return isFull(above, run) && run.right - run.left > line.size * 12;
}

function joinInRun(above: PageLine, line: PageLine, run: Run): Join {
  if (Math.abs(line.y - above.y) < line.size * 0.3 || isColumn(above, line)) return 'flow';
  if (MARKER.test(line.text) || isFilled(above) || isFilled(line)) return 'line';
  if (line.text.startsWith('\u3000')) return 'paragraph';
  const indented = line.x > above.x + line.size * 0.8 && above.x < run.left + line.size * 0.5;
  if (indented && !MARKER.test(above.text)) return 'paragraph';
  if (isFull(above, run)) return 'flow';
  return STOP.test(above.text) ? 'paragraph' : 'line';
}

/** A line of a form. */
function isFilled({ cells }: PageLine): boolean {
  return cells.some(({ filled }) => filled);
}

/** Vertical writing that comes one character at a time. */
function isColumn(above: PageLine, line: PageLine): boolean {
  const isOne = ({ text }: PageLine) => CJK.test(text) && [...text].length === 1;
  return isOne(above) && isOne(line) && Math.abs(above.x - line.x) < line.size * 0.6;
}

const CJK = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/**
 * Joins two pieces of one sentence: nothing beside a Japanese character, no hyphen where a Latin word was divided,
 * else a space.
 */
export function joinFlow(above: string, next: string): string {
  if (/\p{Ll}[-\u2010]$/u.test(above) && /^\p{Ll}/u.test(next)) return above.slice(0, -1) + next;
  const last = above.at(-1) ?? '';
  const first = next.at(0) ?? '';
  return CJK.test(last) || CJK.test(first) ? above + next : `${above} ${next}`;
}
