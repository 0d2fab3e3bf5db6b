import type { Row } from './rows.ts';

/** A stretch across the page that a column of a table takes up. */
export interface Band {
  readonly x: number;
  readonly right: number;
}

/** Columns: stretches that the cells take up, with free space between them from top to bottom. */
export function findBands(rows: readonly Row[]): Band[] {
  return joinBands(rows.flatMap((row) => row.cells));
}

function joinBands(spans: readonly Band[]): Band[] {
  const bands: { x: number; right: number }[] = [];
  for (const { x, right } of spans.toSorted((a, b) => a.x - b.x)) {
    const last = bands.at(-1);
    if (last && x < last.right - 1) last.right = Math.max(last.right, right);
    else bands.push({ x, right });
  }
  return bands;
}

/** Whether two sets of columns can be those of one table: one may lack columns, none may stand between two others. */
export function fitTogether(above: readonly Band[], below: readonly Band[]): boolean {
  return joinBands([...above, ...below]).length === Math.max(above.length, below.length);
}

/** The bands of one table: a head may stand to the left of numbers that stand to the right, so two can be one column. */
export function findColumns(rows: readonly Row[]): Band[] {
  const bands = findBands(rows);
  const most = Math.max(...rows.map((row) => row.cells.length));
  const taken = bands.map(
    (band) => new Set(rows.filter((row) => row.cells.some((cell) => isIn(cell, band)))),
  );
  for (let at = 0; at + 1 < bands.length && bands.length > most; ) {
    const [left, right] = [bands[at], bands[at + 1]];
    const [inLeft, inRight] = [taken[at], taken[at + 1]];
    if (left && right && inLeft && inRight && ![...inLeft].some((row) => inRight.has(row))) {
      bands.splice(at, 2, { x: left.x, right: right.right });
      taken.splice(at, 2, new Set([...inLeft, ...inRight]));
    } else at++;
  }
  return bands;
}

const isIn = (cell: Band, band: Band): boolean => cell.x >= band.x - 1 && cell.x < band.right;
