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
