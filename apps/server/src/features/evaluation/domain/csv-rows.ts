export interface CsvRow {
  /** Of the file, from 1; a cell may hold several lines. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quote that never ends, or text behind one that has ended. */
  readonly isBroken: boolean;
}

/** The first wins a draw: commas stand in sentences, tabs hardly ever do. */
const SEPARATORS = ['\t', ';', ','] as const;

/** The character that separates most cells of the first line. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return SEPARATORS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

/**
 * Rows of CSV text with `,` `;` or tab, told from its first line. Quoted cells may hold separators, quotes (doubled)
 * and line ends, as spreadsheets write them. Empty rows are left out. Never throws; linear time.
 */
export function csvRows(source: string): CsvRow[] {
  const text = source.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;

  function quotedCell(): { cell: string; isBroken: boolean } {
    let cell = '';
    for (;;) {
      const end = text.indexOf('"', at);
      const piece = text.slice(at, end < 0 ? text.length : end);
      line += piece.split(/\r\n|\n|\r/).length - 1;
      cell += piece;
      if (end < 0) {
        at = text.length;
        return { cell, isBroken: true };
      }
      at = end + 1;
      if (text[at] !== '"') break;
      cell += '"';
      at += 1;
    }
    const rest = plainCell();
    return { cell, isBroken: rest.trim() !== '' };
  }

  function plainCell(): string {
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return text.slice(start, at);
  }

  while (at < text.length) {
    const cells: string[] = [];
    const first = line;
    let isBroken = false;
    for (;;) {
      const start = at;
      while (text[at] === ' ' && separator !== ' ') at += 1;
      if (text[at] === '"') {
        at += 1;
        const read = quotedCell();
        cells.push(read.cell);
        isBroken ||= read.isBroken;
      } else {
        at = start;
        cells.push(plainCell());
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    if (at < text.length) {
      at += 1;
      line += 1;
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: first, cells, isBroken });
  }
  return rows;
}
