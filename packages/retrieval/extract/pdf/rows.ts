import { joinFlow } from './joins.ts';
import type { LineCell, PageLine } from './text-lines.ts';

/** A cell with where its last line stands. */
export interface TableCell extends LineCell {
  readonly bottom: number;
}

/** Lines that stand side by side: one row of a table, or a line of prose as a row with one cell. */
export interface Row {
  readonly cells: readonly TableCell[];
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
  /** The lines that it is made of. */
  readonly lines: readonly PageLine[];
}

const SAME_HEIGHT = 0.35;
/** Lines of one cell; rows of a table stand further apart. */
const CELL_PITCH = 1.6;
/** A cell with more lines than this is a column of prose. */
const CELL_LINES_MAX = 8;

/** Rows of one page in the order of its content. */
export function groupRows(lines: readonly PageLine[]): Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const joined = last ? (joinBeside(last, line) ?? joinBelow(last, line)) : null;
    if (joined) {
      rows[rows.length - 1] = joined;
      continue;
    }
    const first = findRowStart(rows, line);
    if (first === -1) rows.push(rowOf(line));
    else rows.push(mergeRows(rows.splice(first), line));
  }
  return rows;
}

function cellsOf(line: PageLine): TableCell[] {
  const cells = line.cells.length > 0 ? line.cells : [{ text: line.text, x: line.x, right: line.right }];
  return cells.map((cell) => ({ ...cell, text: cell.text.trim(), bottom: line.y }));
}

function rowOf(line: PageLine): Row {
  return { cells: cellsOf(line), top: line.y, bottom: line.y, size: line.size, lines: [line] };
}

/** The next cell of the same row. */
function joinBeside(row: Row, line: PageLine): Row | null {
  const right = row.cells.reduce((most, cell) => Math.max(most, cell.right), 0);
  if (Math.abs(line.y - row.top) > line.size * SAME_HEIGHT || line.x < right) return null;
  return { ...row, cells: [...row.cells, ...cellsOf(line)], lines: [...row.lines, line] };
}

/** A further line of a cell of a row that has several. */
function joinBelow(row: Row, line: PageLine): Row | null {
  if (row.cells.length < 2 || line.cells.length > 1) return null;
  const at = row.cells.findIndex((cell, index) => {
    const gap = line.y - cell.bottom;
    const rightOf = row.cells[index + 1]?.x ?? Number.POSITIVE_INFINITY;
    const starts = Math.abs(line.x - cell.x) < line.size && line.right <= rightOf;
    // In a row of one line each, only the last cell can go on: else it is the next row.
    const wrapped = row.bottom > row.top + line.size * SAME_HEIGHT || index === row.cells.length - 1;
    return starts && wrapped && gap > line.size * 0.5 && gap < line.size * CELL_PITCH;
  });
  const cell = row.cells[at];
  if (!cell || (at === 0 && row.cells.length > 1)) return null;
  const longer = {
    text: joinFlow(cell.text, line.text),
    x: Math.min(cell.x, line.x),
    right: Math.max(cell.right, line.right),
    bottom: line.y,
  };
  return {
    ...row,
    cells: row.cells.with(at, longer),
    bottom: Math.max(row.bottom, line.y),
    lines: [...row.lines, line],
  };
}

/** When the content goes up again: the row whose first cell, of several lines, stands beside this line; or -1. */
function findRowStart(rows: readonly Row[], line: PageLine): number {
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - CELL_LINES_MAX); at--) {
    const row = rows[at];
    if (!row || row.cells.length > 1 || row.size > line.size * 1.3) return -1;
    if ((row.cells[0]?.right ?? 0) >= line.x) return -1;
    if (Math.abs(row.top - line.y) <= line.size * SAME_HEIGHT) return at;
  }
  return -1;
}

function mergeRows(rows: readonly Row[], line: PageLine): Row {
  const cells = rows.flatMap((row) => row.cells);
  const first = {
    text: cells.map((cell) => cell.text).reduce(joinFlow),
    x: Math.min(...cells.map((cell) => cell.x)),
    right: Math.max(...cells.map((cell) => cell.right)),
    bottom: Math.max(...cells.map((cell) => cell.bottom)),
  };
  return {
    cells: [first, ...cellsOf(line)],
    top: line.y,
    bottom: Math.max(first.bottom, line.y),
    size: line.size,
    lines: [...rows.flatMap((row) => row.lines), line],
  };
}

export const isWide = (row: Row): boolean => row.cells.length > 1;
