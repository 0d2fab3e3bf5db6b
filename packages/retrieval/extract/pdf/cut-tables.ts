import { isHead } from '../markdown/table.ts';
import { type Band, findColumns, fitTogether } from './columns.ts';
import { isWide, type Row } from './rows.ts';

/** Of a row's size: rows of one table are not further apart. */
const GAP_MAX = 3.5;
/** A heading inside a table. */
const INNER_HEADING_MAX = 60;
/** Larger than the rows: a heading between two tables. */
const LARGER = 1.12;
/** Of the usual distance of rows: what stands further apart may be another table. */
const WIDE_GAP = 1.5;

/** Runs of rows that may each be a table, and single rows between them. */
export function cutTables(rows: readonly Row[]): Row[][] {
  return findRuns(rows).flatMap(cutRun);
}

/** Rows that follow each other closely. */
function findRuns(rows: readonly Row[]): Row[][] {
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

function isNear(above: Row, row: Row): boolean {
  const gap = row.top - above.bottom;
  return gap > 0 && gap < Math.max(row.size, above.size) * GAP_MAX;
}

/** One cell between rows of several. */
function isInside(row: Row, run: readonly Row[], next: Row | undefined): boolean {
  const [cell] = row.cells;
  if (!cell || !next || !isWide(next) || !isNear(row, next) || cell.text.length > INNER_HEADING_MAX)
    return false;
  const wide = run.filter(isWide);
  const left = Math.min(...run.flatMap((each) => each.cells.map(({ x }) => x)));
  const isLarger = row.size > Math.max(...wide.map(({ size }) => size)) * LARGER;
  return cell.x >= left - row.size && wide.length >= 2 && !isLarger;
}

/** The tables of a run: one ends at a heading, at a larger gap or at other columns, when another begins there. */
function cutRun(run: readonly Row[]): Row[][] {
  const pitch = usualGap(run);
  const tables: Row[][] = [[]];
  for (const [index, row] of run.entries()) {
    const table = tables.at(-1) ?? [];
    const isApart = index > 0 && gapAt(run, index) > pitch * WIDE_GAP;
    if (table.filter(isWide).length >= 2 && beginsTable(table, run.slice(index), isApart)) {
      if (isWide(row)) tables.push([row]);
      else tables.push([row], []);
    } else table.push(row);
  }
  return tables.filter((table) => table.length > 0);
}

function gapAt(run: readonly Row[], index: number): number {
  return (run[index]?.top ?? 0) - (run[index - 1]?.bottom ?? 0);
}

/** The middle of the distances between rows of several cells. */
function usualGap(run: readonly Row[]): number {
  const gaps: number[] = [];
  for (const [index, row] of run.entries()) {
    const above = run[index - 1];
    if (above && isWide(above) && isWide(row)) gaps.push(gapAt(run, index));
  }
  return gaps.sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Whether a table that is not `above` begins with the first of these rows, or below it when it is a single cell. */
function beginsTable(above: readonly Row[], rest: readonly Row[], isApart: boolean): boolean {
  const [first] = rest;
  const below = first && isWide(first) ? rest : rest.slice(1);
  const until = below.findIndex((row) => !isWide(row));
  const next = until === -1 ? below : below.slice(0, until);
  const [head, ...body] = next.map(textsOf);
  if (!head) return false;
  if (body.length > 0 && head.join('|') === textsOf(above.find(isWide)).join('|')) return true;
  const columns = findColumns(above.filter(isWide));
  const isOther = next.length >= 2 && !fitTogether(columns, findColumns(next));
  if (isOther && first && (!isWide(first) || isApart || misfits(first, columns))) return true;
  const isSeparate = isApart || (first !== undefined && !isWide(first));
  return isSeparate && isHead(head, body) && isHead(textsOf(above.find(isWide)), above.map(textsOf));
}

const textsOf = (row: Row | undefined): string[] => row?.cells.map((cell) => cell.text) ?? [];

/** A cell that stands in no column, or in two. */
function misfits(row: Row, columns: readonly Band[]): boolean {
  return row.cells.some(
    (cell) => columns.filter((band) => cell.x < band.right - 1 && band.x + 1 < cell.right).length !== 1,
  );
}
