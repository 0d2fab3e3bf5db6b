import type { Band } from './columns.ts';
import { joinFlow } from './joins.ts';
import { isAcross, type Rule } from './rules.ts';
import type { LineCell, PageLine } from './text-lines.ts';

/** Cells that rules divide: the places of the rules, and for each row and column the cell that it belongs to. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Number of the cell at row × columns + column; cells that are joined have one number. */
  readonly cells: readonly number[];
}

/** Rules this near to each other, in points, meet. */
const NEAR = 3.5;
const COLUMNS_MAX = 30;

/** Grids of two or more rows and columns that the rules of a page make. */
export function findGrids(rules: readonly Rule[]): Grid[] {
  return groupRules(rules).flatMap((group) => {
    const across = group.filter(isAcross);
    const down = group.filter((rule) => !isAcross(rule));
    const xs = places(down.map(({ x, right }) => (x + right) / 2));
    const ys = places(across.map(({ top, bottom }) => (top + bottom) / 2));
    if (xs.length < 3 || ys.length < 3 || xs.length > COLUMNS_MAX + 1) return [];
    return [{ xs, ys, cells: joinCells(xs, ys, { across, down }) }];
  });
}

/** Rules that meet each other. */
function groupRules(rules: readonly Rule[]): Rule[][] {
  const sorted = rules.toSorted((a, b) => a.top - b.top);
  const groups: { bottom: number; rules: Rule[] }[] = [];
  for (const rule of sorted) {
    const met = groups.filter(
      (group) => group.bottom >= rule.top - NEAR && group.rules.some((other) => meet(rule, other)),
    );
    const [first, ...others] = met;
    if (!first) {
      groups.push({ bottom: rule.bottom, rules: [rule] });
      continue;
    }
    first.rules.push(rule, ...others.flatMap((group) => group.rules));
    first.bottom = Math.max(rule.bottom, ...met.map((group) => group.bottom));
    for (const other of others) groups.splice(groups.indexOf(other), 1);
  }
  return groups.map((group) => group.rules);
}

function meet(a: Rule, b: Rule): boolean {
  return (
    a.x <= b.right + NEAR && b.x <= a.right + NEAR && a.top <= b.bottom + NEAR && b.top <= a.bottom + NEAR
  );
}

/** Where rules stand; those of the two sides of a border, or of neighbouring boxes, are one place. */
function places(values: readonly number[]): number[] {
  const found: { first: number; last: number }[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const open = found.at(-1);
    if (open && value - open.last <= NEAR && value - open.first <= NEAR * 2) open.last = value;
    else found.push({ first: value, last: value });
  }
  return found.map(({ first, last }) => (first + last) / 2);
}

/** Numbers the cells; those without a rule between them get the number of the first. */
function joinCells(
  xs: readonly number[],
  ys: readonly number[],
  { across, down }: { readonly across: readonly Rule[]; readonly down: readonly Rule[] },
): number[] {
  const columns = xs.length - 1;
  const cells = Array.from({ length: columns * (ys.length - 1) }, (_, index) => index);
  const join = (a: number, b: number) => {
    const [from, to] = [Math.max(cells[a] ?? 0, cells[b] ?? 0), Math.min(cells[a] ?? 0, cells[b] ?? 0)];
    for (const [index, cell] of cells.entries()) if (cell === from) cells[index] = to;
  };
  for (const index of cells.keys()) {
    const row = Math.floor(index / columns);
    const column = index % columns;
    const x = ((xs[column] ?? 0) + (xs[column + 1] ?? 0)) / 2;
    const y = ((ys[row] ?? 0) + (ys[row + 1] ?? 0)) / 2;
    const right = xs[column + 1] ?? 0;
    const bottom = ys[row + 1] ?? 0;
    const isDivided = (rule: Rule, at: Band & { readonly top: number; readonly bottom: number }) =>
      rule.x <= at.right && rule.right >= at.x && rule.top <= at.bottom && rule.bottom >= at.top;
    const beside = { x: right - NEAR, right: right + NEAR, top: y, bottom: y };
    const below = { x, right: x, top: bottom - NEAR, bottom: bottom + NEAR };
    if (column + 1 < columns && !down.some((rule) => isDivided(rule, beside))) join(index, index + 1);
    if (row + 2 < ys.length && !across.some((rule) => isDivided(rule, below))) join(index, index + columns);
  }
  return cells;
}

/** A line of text in a cell of a grid. */
interface GridText {
  readonly text: string;
  readonly y: number;
  readonly size: number;
}

/** A grid with its text, and the lines that it was in. */
export interface FilledGrid {
  readonly bands: readonly Band[];
  /** Rows of cells; one that spans rows is in each, one that spans columns in its first. */
  readonly rows: readonly GridRow[];
  readonly lines: readonly PageLine[];
  readonly top: number;
}

export interface GridRow {
  readonly cells: readonly string[];
  /** How many columns each cell takes up; 0 for those that a cell to the left takes up. */
  readonly spans: readonly number[];
  /** Whether the row's first cell goes on from the row above. */
  readonly goesOn: readonly boolean[];
  readonly bottom: number;
  readonly size: number;
}

/** Lines of a page with those inside of grids replaced by the grids. */
export function takeGrids(lines: readonly PageLine[], grids: readonly Grid[]): (PageLine | FilledGrid)[] {
  const taken = new Map<Grid, { texts: Map<number, GridText[]>; lines: PageLine[] }>();
  const parts: (PageLine | Grid)[] = [];
  for (const line of lines) {
    const rest: LineCell[] = [];
    for (const cell of cellsOf(line)) {
      const grid = line.block ? undefined : grids.find((each) => placeIn(each, cell, line) !== null);
      const place = grid && placeIn(grid, cell, line);
      if (!grid || place === null || place === undefined) {
        rest.push(cell);
        continue;
      }
      if (!taken.has(grid)) parts.push(grid);
      const filled = taken.get(grid) ?? { texts: new Map<number, GridText[]>(), lines: [] };
      taken.set(grid, filled);
      const text = { text: cell.text.trim(), y: line.y, size: line.size };
      filled.texts.set(place, [...(filled.texts.get(place) ?? []), text]);
      if (filled.lines.at(-1) !== line) filled.lines.push(line);
    }
    if (rest.length === cellsOf(line).length) parts.push(line);
    else if (rest.length > 0) parts.push(lineOf(line, rest));
  }
  return parts.flatMap((part) => {
    const filled = 'xs' in part ? taken.get(part) : undefined;
    return 'xs' in part ? (filled ? fillGrid(part, filled) : []) : [part];
  });
}

function cellsOf(line: PageLine): readonly LineCell[] {
  return line.cells.length > 0 ? line.cells : [{ text: line.text, x: line.x, right: line.right }];
}

function lineOf(line: PageLine, cells: readonly LineCell[]): PageLine {
  const text = cells.map((cell) => cell.text).join(' ');
  return { ...line, text, cells, x: cells[0]?.x ?? line.x, right: cells.at(-1)?.right ?? line.right };
}

/** Letters stand above their base line. */
const MIDDLE = 0.35;

/** Number of the cell that a text stands in, or null. */
function placeIn({ xs, ys, cells }: Grid, cell: Band, line: PageLine): number | null {
  const middle = line.y - line.size * MIDDLE;
  const start = cell.x + Math.min(line.size, cell.right - cell.x) / 2;
  const column = xs.findLastIndex((x) => x < start);
  const row = ys.findLastIndex((y) => y < middle);
  if (column < 0 || row < 0 || column >= xs.length - 1 || row >= ys.length - 1) return null;
  return cells[row * (xs.length - 1) + column] ?? null;
}

function fillGrid(
  { xs, ys, cells }: Grid,
  {
    texts,
    lines,
  }: { readonly texts: ReadonlyMap<number, readonly GridText[]>; readonly lines: readonly PageLine[] },
): (PageLine | FilledGrid)[] {
  const columns = xs.length - 1;
  const bands = xs.slice(0, -1).map((x, column) => ({ x, right: xs[column + 1] ?? x }));
  const at = (row: number, column: number) => cells[row * columns + column];
  const rows = ys.slice(0, -1).flatMap((_, row): GridRow[] => {
    const spans = bands.map((_band, column) => {
      if (column > 0 && at(row, column) === at(row, column - 1)) return 0;
      let span = 1;
      while (column + span < columns && at(row, column + span) === at(row, column)) span++;
      return span;
    });
    const found = spans.map((span, column) => (span === 0 ? [] : (texts.get(at(row, column) ?? -1) ?? [])));
    const goesOn = bands.map((_band, column) => row > 0 && at(row, column) === at(row - 1, column));
    return splitRow(found, ys.length <= 3).map((each) => ({
      cells: each.map((cell) =>
        cell
          .map(({ text }) => text)
          .reduce(joinFlow, '')
          .trim(),
      ),
      spans,
      goesOn,
      bottom: ys[row + 1] ?? 0,
      size: lines[0]?.size ?? 0,
    }));
  });
  const filled = withoutEmpty({ bands, rows, lines, top: ys[0] ?? 0 });
  return isTable(filled) ? [filled] : [...lines];
}

const SAME_HEIGHT = 0.35;
const FEWEST_LINES = 3;

/** Rows that have no rule between them: every cell with something in it has the same lines. */
function splitRow(cells: readonly (readonly GridText[])[], isOnlyBody: boolean): (readonly GridText[])[][] {
  const filled = cells.filter((cell) => cell.length > 0);
  const [first = []] = filled;
  const isSame = filled.every(
    (cell) =>
      cell.length === first.length &&
      cell.every(({ y, size }, index) => Math.abs(y - (first[index]?.y ?? 0)) < size * SAME_HEIGHT),
  );
  const fewest = isOnlyBody ? 2 : FEWEST_LINES;
  if (filled.length < 2 || !isSame || first.length < fewest) return [[...cells]];
  return first.map((_, index) => cells.map((cell) => cell.slice(index, index + 1)));
}

/** Without columns and rows in which there is nothing, as the two sides of a border make them. */
function withoutEmpty({ bands, rows, lines, top }: FilledGrid): FilledGrid {
  const kept = bands.map((_, column) => rows.some((row) => row.cells[column] !== ''));
  const keep = <T>(all: readonly T[]): T[] => all.filter((_, column) => kept[column]);
  return {
    bands: keep(bands),
    rows: rows
      .filter((row) => row.cells.some((text) => text !== '') && !row.goesOn.every(Boolean))
      .map((row) => ({ ...row, cells: keep(row.cells), spans: keep(row.spans), goesOn: keep(row.goesOn) })),
    lines,
    top,
  };
}

function isTable({ bands, rows }: FilledGrid): boolean {
  return (
    bands.length >= 2 && rows.filter((row) => row.cells.filter((text) => text !== '').length >= 2).length >= 2
  );
}
