import type { PageLine } from './text-lines.ts';

/** Lines at the top or the bottom of a page that may be a running title or a page number. */
const EDGE_LINES = 2;
const FEWEST_PAGES = 3;
/** A running title may stand on left or right pages only. */
const SHARE_OF_PAGES = 0.4;
const SAME_HEIGHT = 4;

/** Lines without those that stand at the same height at the edge of many pages, page numbers aside the same. */
export function dropRunningLines(lines: readonly PageLine[]): readonly PageLine[] {
  const pages = Map.groupBy(lines, (line) => line.page);
  if (pages.size < FEWEST_PAGES) return lines;
  const seen = new Map<string, number[]>();
  for (const edge of [...pages.values()].flatMap(edgeLines)) {
    const heights = seen.get(keyOf(edge)) ?? [];
    heights.push(edge.y);
    seen.set(keyOf(edge), heights);
  }
  const needed = Math.max(FEWEST_PAGES, pages.size * SHARE_OF_PAGES);
  const isRunning = (line: PageLine) => {
    const heights = seen.get(keyOf(line)) ?? [];
    return heights.length >= needed && countNear(heights, line.y) >= needed;
  };
  const running = new Set([...pages.values()].flatMap(edgeLines).filter(isRunning));
  return lines.filter((line) => !running.has(line));
}

/** Pages with hardly more than their edges are left alone: there the edges are the text. */
function edgeLines(lines: readonly PageLine[]): PageLine[] {
  if (lines.length <= EDGE_LINES + 1) return [];
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  return [...new Set([...sorted.slice(0, EDGE_LINES), ...sorted.slice(-EDGE_LINES)])];
}

function keyOf(line: PageLine): string {
  return line.text.replaceAll(/\s+/g, '').replaceAll(/\p{Nd}+/gu, '#');
}

function countNear(heights: readonly number[], y: number): number {
  return heights.filter((height) => Math.abs(height - y) <= SAME_HEIGHT).length;
}
