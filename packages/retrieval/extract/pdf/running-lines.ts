import type { PageLine } from './text-lines.ts';

/** Lines at the top or the bottom of a page that may be a running title or a page number. */
const EDGE_LINES = 2;
const FEWEST_PAGES = 3;
/** A running title may stand on left or right pages only. */
const SHARE_OF_PAGES = 0.4;
const SAME_HEIGHT = 4;
const MOST_NUMBERS = 6;

/** Lines without those that stand at the same height at the edge of many pages with the same words, page number aside. */
export function dropRunningLines(lines: readonly PageLine[]): readonly PageLine[] {
  const pages = Map.groupBy(lines, (line) => line.page);
  if (pages.size < FEWEST_PAGES) return lines;
  const edges = [...pages.values()].flatMap(edgeLines);
  const heights = new Map<string, number[]>();
  for (const edge of edges) {
    for (const key of keysOf(edge)) {
      const known = heights.get(key);
      if (known) known.push(edge.y);
      else heights.set(key, [edge.y]);
    }
  }
  const needed = Math.max(FEWEST_PAGES, pages.size * SHARE_OF_PAGES);
  const isRunning = (line: PageLine) =>
    keysOf(line).some((key) => countNear(heights.get(key) ?? [], line.y) >= needed);
  const running = new Set(edges.filter(isRunning));
  return lines.filter((line) => !running.has(line));
}

/** Pages with hardly more than their edges are left alone: there the edges are the text. */
function edgeLines(lines: readonly PageLine[]): PageLine[] {
  if (lines.length <= EDGE_LINES + 1) return [];
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  return [...new Set([...sorted.slice(0, EDGE_LINES), ...sorted.slice(-EDGE_LINES)])];
}

/** The line's words as they are, and with each number in turn that could count the pages taken as such. */
function keysOf(line: PageLine): string[] {
  const text = line.text.replaceAll(/\s+/g, '');
  const numbers = [...text.matchAll(/\d{1,5}/g)].slice(0, MOST_NUMBERS);
  const counted = numbers.map((match) => {
    const offset = Number(match[0]) - line.page;
    return `${text.slice(0, match.index)}#${offset}#${text.slice(match.index + match[0].length)}`;
  });
  return [text, ...counted];
}

function countNear(heights: readonly number[], y: number): number {
  return heights.filter((height) => Math.abs(height - y) <= SAME_HEIGHT).length;
}
