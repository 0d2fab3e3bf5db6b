import { delimiterRow, isHead, tableRow } from '../markdown/table.ts';
import { type Band, findColumns, fitTogether } from './columns.ts';
import { cutTables } from './cut-tables.ts';
import { type FilledGrid, findGrids, type GridRow, takeGrids } from './grids.ts';
import { MARKER } from './joins.ts';
import { groupRows, isWide, type Row } from './rows.ts';
import type { Rule } from './rules.ts';
import type { PageLine } from './text-lines.ts';

/** Where a row stands. */
interface RowPlace {
  readonly page: number;
  readonly bottom: number;
  readonly size: number;
}

/** Rows of text cells; the first is the head. */
interface Table {
  readonly bands: readonly Band[];
  readonly rows: readonly (readonly string[])[];
  readonly places: readonly RowPlace[];
}

const COLUMNS_MAX = 30;
/** Of three rows or more, or of two with many columns. */
const FEWEST_ROWS = 3;
const FEWEST_COLUMNS_OF_TWO_ROWS = 3;
/** Columns of prose side by side have long lines everywhere. */
const LONG_CELL = 40;

/**
 * Lines with those that stand in columns, or in the cells that the rules of their page draw, made rows of GFM tables. A
 * table that goes on over the page has its head again.
 */
export function joinTables(
  lines: readonly PageLine[],
  rules: ReadonlyMap<number, readonly Rule[]> = new Map(),
): PageLine[] {
  const joined: PageLine[] = [];
  let above: Table | null = null;
  for (const [number, page] of Map.groupBy(lines, (line) => line.page)) {
    const written = writeParts(findParts(page, rules.get(number) ?? []), above);
    joined.push(...written.lines);
    above = written.last;
  }
  return joined;
}

/** Lines of a page. `above` is the table that the page before ended with, `last` the one that this page ends with. */
function writeParts(
  parts: readonly (Table | PageLine[])[],
  above: Table | null,
): { readonly lines: PageLine[]; readonly last: Table | null } {
  const lines: PageLine[] = [];
  let before = above;
  let last = above;
  for (const part of parts) {
    if (Array.isArray(part)) {
      lines.push(...part);
      if (part.every(isPageNumber)) continue;
      last = null;
    } else {
      const head = before && goesOn(before, part) ? before.rows[0] : undefined;
      lines.push(...writeTable(part, head));
      last = head ? { ...part, rows: [head, ...part.rows] } : part;
    }
    before = null;
  }
  return { lines, last };
}

/** Stands below a table that goes on over the page. */
function isPageNumber({ text, block }: PageLine): boolean {
  return (
    block === undefined && /^[\s–-]*(?:page|p\.|trang)?\s*\d{1,4}(?:\s*[/／]\s*\d{1,4})?[\s–-]*$/i.test(text)
  );
}

/** Tables of a page and the lines between them. */
function findParts(page: readonly PageLine[], rules: readonly Rule[]): (Table | PageLine[])[] {
  const parts: (Table | PageLine[])[] = [];
  let lines: PageLine[] = [];
  const close = () => {
    parts.push(...findAlignedTables(lines));
    lines = [];
  };
  for (const part of takeGrids(page, findGrids(rules))) {
    if ('rows' in part) {
      const head = headAbove(lines, part);
      lines = lines.filter((line) => !head?.lines.includes(line));
      close();
      parts.push(...tablesOf(head ? { ...part, rows: [head.row, ...part.rows] } : part));
    } else lines.push(part);
  }
  close();
  return parts;
}

/** Of a row's size: a head stands this near above the grid of its table. */
const HEAD_GAP = 2.5;

/** The head of a grid of which only the body has rules: a row right above it with a text for each column, or all but one. */
function headAbove(
  lines: readonly PageLine[],
  { bands, top }: FilledGrid,
): { readonly row: GridRow; readonly lines: readonly PageLine[] } | null {
  const row = groupRows(lines.slice(-COLUMNS_MAX)).at(-1);
  const gap = row ? top - row.bottom : Number.NEGATIVE_INFINITY;
  if (!row || !isWide(row) || gap < -row.size || gap > row.size * HEAD_GAP) return null;
  const columns = row.cells.map(({ x, right }) =>
    bands.findIndex((band) => (x + right) / 2 > band.x && (x + right) / 2 < band.right),
  );
  const isWhole = row.cells.length >= bands.length - 1 && !columns.includes(-1);
  if (!isWhole || new Set(columns).size < columns.length) return null;
  const cells = bands.map((_, column) => row.cells[columns.indexOf(column)]?.text ?? '');
  const spans = bands.map(() => 1);
  const goesOn = bands.map(() => false);
  return { row: { cells, spans, goesOn, bottom: row.bottom, size: row.size }, lines: row.lines };
}

/** Tables of cells that stand below each other, and the lines between them. */
function findAlignedTables(lines: readonly PageLine[]): (Table | PageLine[])[] {
  return cutTables(groupRows(lines)).map((run) => {
    const table = run.some(isWide) ? readTable(run) : null;
    return table ?? run.flatMap((row) => row.lines);
  });
}

function readTable(run: readonly Row[]): Table | null {
  const wide = run.filter(isWide);
  const bands = findColumns(wide);
  const most = Math.max(...wide.map((row) => row.cells.length));
  if (bands.length < 2 || bands.length > COLUMNS_MAX || bands.length < most) return null;
  if (
    run.length < FEWEST_ROWS &&
    !(run.length === 2 && bands.length >= FEWEST_COLUMNS_OF_TWO_ROWS && wide.length === 2)
  )
    return null;
  const rows = run.map((row) => placeCells(row, bands));
  if (isList(rows) || isProse(rows) || isForm(wide)) return null;
  const places = run.map(({ lines, bottom, size }) => ({ page: lines[0]?.page ?? 0, bottom, size }));
  return { bands, rows, places };
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

/** Labels with what was filled in behind them; a table whose cells are fields has a printed head and several of them. */
function isForm(rows: readonly Row[]): boolean {
  const filled = rows.flatMap((row) => row.cells.filter((cell) => cell.filled));
  if (filled.length === 0) return false;
  const inHead = rows[0]?.cells.some((cell) => cell.filled) ?? false;
  return inHead || new Set(filled.map(({ x }) => Math.round(x / ALIGNED))).size < 2;
}

function isProse(rows: readonly (readonly string[])[]): boolean {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    const filled = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return filled.reduce((sum, text) => sum + text.length, 0) / Math.max(filled.length, 1);
  }).every((average) => average > LONG_CELL);
}

/** The tables of one grid: a title above a head is no row, and a cell over all columns with a head below it ends a table. */
function tablesOf({ bands, rows, lines }: FilledGrid): (Table | PageLine[])[] {
  const first = lines[0];
  if (!first) return [];
  if (isProse(rows.map((row) => row.cells))) return [[...lines]];
  const parts: (Table | PageLine[])[] = [];
  let table: GridRow[] = [];
  const close = () => {
    if (table.length > 0) parts.push(tableOf(bands, table, first.page));
    table = [];
  };
  for (const [index, row] of rows.entries()) {
    const below = rows.slice(index + 1);
    if (table[0] && below.length > 0 && tableRow(row.cells) === tableRow(table[0].cells)) close();
    if (isTitle(row) && (table.length === 0 || isHeadOfOther(table, below))) {
      close();
      parts.push([titleLine(row, bands, first.page)]);
    } else table.push(row);
  }
  close();
  return parts;
}

/** One cell over all columns. */
function isTitle({ cells, spans }: GridRow): boolean {
  return cells[0] !== '' && spans.slice(1).every((span) => span === 0);
}

function isHeadOfOther(above: readonly GridRow[], below: readonly GridRow[]): boolean {
  const until = below.findIndex(isTitle);
  const [head, ...body] = (until === -1 ? below : below.slice(0, until)).map((row) => row.cells);
  const [first, ...others] = above.map((row) => row.cells);
  if (!head || !first) return false;
  return tableRow(head) === tableRow(first) || (isHead(head, body) && isHead(first, others));
}

function titleLine({ cells, bottom, size }: GridRow, bands: readonly Band[], page: number): PageLine {
  const x = bands[0]?.x ?? 0;
  const text = cells[0] ?? '';
  return { text, page, x, right: bands.at(-1)?.right ?? x, y: bottom, size, cells: [] };
}

function tableOf(bands: readonly Band[], rows: readonly GridRow[], page: number): Table {
  const heads = headRows(rows);
  const head = bands.map((_, column) => {
    const texts = rows
      .slice(0, heads)
      .map((row) => row.cells[row.spans.findLastIndex((span, at) => at <= column && span > 0)] ?? '');
    return [...new Set(texts)].filter((text) => text !== '').join(' ');
  });
  const [first, ...others] = [...rows.slice(heads - 1)];
  const places = [first, ...others].map((row) => ({ page, bottom: row?.bottom ?? 0, size: row?.size ?? 0 }));
  return {
    bands,
    rows: [heads > 1 ? head : (first?.cells ?? []), ...others.map((row) => row.cells)],
    places,
  };
}

/** A head of several rows has a cell over columns beside one that goes down as far as the head. */
function headRows(rows: readonly GridRow[]): number {
  if (!rows[0]?.spans.some((span) => span > 1)) return 1;
  const end = rows.findIndex((row, index) => index > 0 && !row.goesOn.some(Boolean));
  const height = end === -1 ? rows.length : end;
  return height < rows.length ? height : 1;
}

/** `head` is that of the page before, when the table goes on from there. */
function writeTable({ bands, rows, places }: Table, head: readonly string[] | undefined): PageLine[] {
  const again =
    head && tableRow(head) !== tableRow(rows[0] ?? [])
      ? `${tableRow(head)}\n${delimiterRow(head.length)}\n`
      : '';
  return rows.map((cells, index) => {
    const place = places[index];
    const text = tableRow(cells);
    const under = again === '' ? `\n${delimiterRow(bands.length)}` : '';
    return {
      text: index === 0 ? `${again}${text}${under}` : text,
      page: place?.page ?? 0,
      x: bands[0]?.x ?? 0,
      right: bands.at(-1)?.right ?? 0,
      y: place?.bottom ?? 0,
      size: place?.size ?? 0,
      cells: [],
      block: 'table',
    };
  });
}

/** Points; of columns that begin or end at the same place. */
const ALIGNED = 3;

/** Whether the first table of a page goes on with the last one before: it has its columns, and no other head. */
function goesOn(above: Table, { bands, rows }: Table): boolean {
  if (above.bands.length !== bands.length || !fitTogether(above.bands, bands)) return false;
  const isAligned = bands.every(({ x, right }, index) => {
    const other = above.bands[index];
    return other && (Math.abs(other.x - x) < ALIGNED || Math.abs(other.right - right) < ALIGNED);
  });
  return isAligned || !isHead(rows[0] ?? [], rows.slice(1));
}
