import { delimiterRow, tableRow } from '../markdown/table.ts';
import { joinFlow, MARKER } from './joins.ts';
import type { LineCell, PageLine } from './text-lines.ts';

interface Band {
  readonly x: number;
  readonly right: number;
}

interface Table {
  readonly bands: readonly Band[];
  readonly rows: readonly (readonly string[])[];
}

const COLUMNS_MAX = 30;
/** Of three rows or more, or of two with many columns. */
const FEWEST_ROWS = 3;
const FEWEST_COLUMNS_OF_TWO_ROWS = 3;
/** Columns of prose side by side have long lines everywhere. */
const LONG_CELL = 40;
/** A heading inside a table. */
const INNER_HEADING_MAX = 60;
const GAP_MAX = 3.5;

/** Lines with those that stand in columns made rows of GFM tables. A table that goes on over the page has its head again. */
export function joinTables(lines: readonly PageLine[]): PageLine[] {
  const joined: PageLine[] = [];
  let open: Table | null = null;
  for (const page of Map.groupBy(lines, (line) => line.page).values()) {
    let first = true;
    for (const run of cutRuns(groupRows(page))) {
      const table: Table | null = run.some((row) => row.cells.length > 1) ? readTable(run) : null;
      if (!table) joined.push(...run.flatMap((row) => row.lines));
      else joined.push(...writeTable(table, run, first ? open : null));
      open = table;
      first = false;
    }
  }
  return joined;
}

/** Runs of rows that may be a table, and single rows between them. */
function cutRuns(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    const run = runs.at(-1);
    const above = run?.at(-1);
    const continues =
      run &&
      above &&
      run.some(isWide) &&
      isNear(above, row) &&
      (isWide(row) || isInside(row, run, rows[index + 1]));
    if (continues) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

const isWide = (row: Row): boolean => row.cells.length > 1;

function isNear(above: Row, row: Row): boolean {
  const gap = row.top - above.bottom;
  return gap > 0 && gap < Math.max(row.size, above.size) * GAP_MAX;
}

/** One cell between rows of several. */
function isInside(row: Row, run: readonly Row[], next: Row | undefined): boolean {
  const [cell] = row.cells;
  if (!cell || !next || !isWide(next) || !isNear(row, next) || cell.text.length > INNER_HEADING_MAX)
    return false;
  const left = Math.min(...run.flatMap((each) => each.cells.map(({ x }) => x)));
  return cell.x >= left - row.size && run.filter(isWide).length >= 2;
}

function readTable(run: readonly Row[]): Table | null {
  const wide = run.filter(isWide);
  const bands = findBands(wide);
  const most = Math.max(...wide.map((row) => row.cells.length));
  if (bands.length < 2 || bands.length > COLUMNS_MAX || bands.length < most) return null;
  if (
    run.length < FEWEST_ROWS &&
    !(run.length === 2 && bands.length >= FEWEST_COLUMNS_OF_TWO_ROWS && wide.length === 2)
  )
    return null;
  const rows = run.map((row) => placeCells(row, bands));
  return isList(rows) || isProse(rows) ? null : { bands, rows };
}

/** Columns: stretches that the cells take up, with free space between them from top to bottom. */
function findBands(rows: readonly Row[]): Band[] {
  const spans = rows.flatMap((row) => row.cells).toSorted((a, b) => a.x - b.x);
  const bands: { x: number; right: number }[] = [];
  for (const { x, right } of spans) {
    const last = bands.at(-1);
    if (last && x < last.right - 1) last.right = Math.max(last.right, right);
    else bands.push({ x, right });
  }
  return bands;
}

function placeCells(row: Row, bands: readonly Band[]): string[] {
  const cells = bands.map(() => '');
  for (const { text, x } of row.cells) {
    const at = Math.max(
      0,
      bands.findIndex((band) => x < band.right),
    );
    cells[at] = cells[at] ? `${cells[at]} ${text}` : text;
  }
  return cells;
}

/** Numbers or bullets with a wide gap after them. */
function isList(rows: readonly (readonly string[])[]): boolean {
  const markers = rows.map((row) => row[0] ?? '').filter((text) => text !== '');
  return (rows[0]?.length ?? 0) === 2 && markers.every((text) => text.length <= 5 && MARKER.test(`${text} `));
}

function isProse(rows: readonly (readonly string[])[]): boolean {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    const filled = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return filled.reduce((sum, text) => sum + text.length, 0) / Math.max(filled.length, 1);
  }).every((average) => average > LONG_CELL);
}

function writeTable({ bands, rows }: Table, run: readonly Row[], before: Table | null): PageLine[] {
  const head = before && isSameTable(before.bands, bands) ? before.rows[0] : undefined;
  const again =
    head && tableRow(head) !== tableRow(rows[0] ?? [])
      ? `${tableRow(head)}\n${delimiterRow(head.length)}\n`
      : '';
  return rows.map((cells, index) => {
    const row = run[index] ?? run[0];
    const text = tableRow(cells);
    const under = again === '' ? `\n${delimiterRow(bands.length)}` : '';
    return {
      text: index === 0 ? `${again}${text}${under}` : text,
      page: row?.lines[0]?.page ?? 0,
      x: bands[0]?.x ?? 0,
      right: bands.at(-1)?.right ?? 0,
      y: row?.bottom ?? 0,
      size: row?.size ?? 0,
      cells: [],
      block: 'table',
    };
  });
}

function isSameTable(above: readonly Band[], below: readonly Band[]): boolean {
  return (
    above.length === below.length &&
    above.every((band, index) => {
      const other = below[index];
      return other !== undefined && band.x < other.right && other.x < band.right;
    })
  );
}

/** A cell with where its last line stands. */
interface TableCell extends LineCell {
  readonly bottom: number;
}

/** Lines that stand side by side: one row of a table, or a line of prose as a row with one cell. */
interface Row {
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
function groupRows(lines: readonly PageLine[]): Row[] {
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
