/** One row of a GFM table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(cellText).join(' | ')} |`;
}

/** The row under the head. */
export function delimiterRow(columns: number): string {
  return `|${' --- |'.repeat(columns)}`;
}

/** Text of a cell on one line, with the one character that would end it escaped. */
export function cellText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

const NUMBER = /\p{Nd}/u;

/** Whether cells look like a head: each says something and none has a number, as some of those below have. */
export function isHead(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (cells.length < 2 || cells.some((text) => text === '' || NUMBER.test(text))) return false;
  return below.some((row) => row.some((text) => NUMBER.test(text)));
}

/** A table, the first row its head, or the title of the one below it. */
export type TablePart = string | readonly (readonly string[])[];

/**
 * The tables that one grid of cells holds: a title over a row shaped like a head begins another one, and so does such a
 * row after an empty one.
 */
export function splitTables(rows: readonly (readonly string[])[]): TablePart[] {
  const parts: TablePart[] = [];
  let table: (readonly string[])[] = [];
  let isApart = false;
  const close = () => {
    if (table.length > 0) parts.push(table);
    table = [];
  };
  const canEnd = () => table.length === 0 || isHead(withoutEnd(table[0] ?? []), table.slice(1, LOOK_AHEAD));
  for (const [index, row] of rows.entries()) {
    const cells = withoutEnd(row);
    if (cells.length === 1 && startsWithHead(rows.slice(index + 1, index + LOOK_AHEAD)) && canEnd()) {
      close();
      parts.push(cells[0] ?? '');
    } else if (cells.length > 0) {
      if (isApart && startsWithHead(rows.slice(index, index + LOOK_AHEAD)) && canEnd()) close();
      table.push(row);
    }
    isApart = cells.length === 0;
  }
  close();
  return parts;
}

function startsWithHead(rows: readonly (readonly string[])[]): boolean {
  const [head = [], ...below] = rows.map(withoutEnd).filter((cells) => cells.length > 0);
  return isHead(head, below);
}

const LOOK_AHEAD = 100;

/** Cells up to the last one that is not empty. */
const withoutEnd = (row: readonly string[]): readonly string[] =>
  row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1);
