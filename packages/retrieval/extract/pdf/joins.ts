import type { PageLine } from './text-lines.ts';

/** How a line goes on from the one above it. */
export type Join = 'paragraph' | 'line' | 'flow';

const STOP = /[。．.！？!?：:」』）)”"]$/;
const MARKER =
  /^(?:[-*+•‣▪●○■□◆◇▶►・※✓✔]|\(?\d{1,3}[.)、）．](?=\s|\D)|[（(]\d{1,3}[)）]|[①-⑳]|第[\d〇一二三四五六七八九十百]+[条章節])/;

/** Lines that follow each other without a gap, in one column and of one size. */
interface Run {
  readonly left: number;
  readonly right: number;
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

/** Median distance between lines, as a multiple of their size. */
function usualPitch(lines: readonly PageLine[]): number {
  const pitches: number[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const ratio = above && above.page === line.page ? (line.y - above.y) / line.size : 0;
    if (ratio > 0.8 && ratio < 3) pitches.push(ratio);
  }
  pitches.sort((a, b) => a - b);
  return pitches[Math.floor(pitches.length / 2)] ?? 1.5;
}

function breaksRun(above: PageLine | undefined, line: PageLine, pitch: number): boolean {
  if (!above || above.page !== line.page) return true;
  if (Math.max(above.size, line.size) > Math.min(above.size, line.size) * 1.12) return true;
  const gap = line.y - above.y;
  return gap < -0.5 * line.size || gap > line.size * pitch * 1.3;
}

function measureRuns(lines: readonly PageLine[], breaks: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let to = 1; to <= lines.length; to++) {
    if (to < lines.length && !breaks[to]) continue;
    const members = lines.slice(from, to);
    const left = members.reduce((least, line) => Math.min(least, line.x), Number.POSITIVE_INFINITY);
    const right = members.reduce((most, line) => Math.max(most, line.right), 0);
    for (let index = from; index < to; index++) runs.push({ left, right });
    from = to;
  }
  return runs;
}

/** Whether a line ends where the column ends, so that the next word had no room. */
function isFull(line: PageLine, run: Run): boolean {
  return line.right >= run.right - Math.max(line.size * 2, (run.right - run.left) * 0.12);
}

/** A sentence that goes on in the next column or on the next page. */
function flowsOver(above: PageLine, line: PageLine, run: Run): boolean {
  const moved = above.page !== line.page || line.y < above.y;
  const sameSize = Math.abs(above.size - line.size) < 0.3;
  if (!moved || !sameSize || STOP.test(above.text) || MARKER.test(line.text)) return false;
  return isFull(above, run) && run.right - run.left > line.size * 12;
}

function joinInRun(above: PageLine, line: PageLine, run: Run): Join {
  if (Math.abs(line.y - above.y) < line.size * 0.3) return 'flow';
  if (MARKER.test(line.text)) return 'line';
  if (line.text.startsWith('\u3000')) return 'paragraph';
  const indented = line.x > above.x + line.size * 0.8 && above.x < run.left + line.size * 0.5;
  if (indented && !MARKER.test(above.text)) return 'paragraph';
  if (isFull(above, run)) return 'flow';
  return STOP.test(above.text) ? 'paragraph' : 'line';
}

const CJK = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/**
 * Joins two pieces of one sentence: nothing between Japanese characters, no hyphen where a Latin word was divided,
 * else a space.
 */
export function joinFlow(above: string, next: string): string {
  if (/\p{Ll}[-\u2010]$/u.test(above) && /^\p{Ll}/u.test(next)) return above.slice(0, -1) + next;
  const last = above.at(-1) ?? '';
  const first = next.at(0) ?? '';
  return CJK.test(last) && CJK.test(first) ? above + next : `${above} ${next}`;
}
