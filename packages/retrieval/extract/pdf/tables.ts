import { delimiterRow, tableRow } from '../markdown/table.ts';
import { MARKER } from './joins.ts';
import { groupRows, type Row } from './table-rows.ts';
import type { PageLine } from './text-lines.ts';

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
