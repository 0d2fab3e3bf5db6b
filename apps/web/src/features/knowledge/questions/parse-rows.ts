import type { QuestionRow } from '@hanasu/contract/documents';

/** Cells of CSV or of what a spreadsheet puts on the clipboard; quoted cells may hold breaks and doubled quotes. */
export function parseCells(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator || character === '\n') {
      row.push(cell);
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** What stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((one) => ({ one, count: line.split(one).length - 1 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).one;
}

const HEADER = /^(?:questions?|q|faq|質問|問い?|câu hỏi|hỏi)$/i;

/** The first two columns as questions and answers, without a line of headings and without unfinished rows. */
export function toRows(cells: readonly (readonly string[])[]): QuestionRow[] {
  const rows = cells
    .map((row) => ({ question: row[0]?.trim() ?? '', answer: row[1]?.trim() ?? '' }))
    .filter(({ question, answer }) => question !== '' && answer !== '');
  return HEADER.test(rows[0]?.question ?? '') ? rows.slice(1) : rows;
}

/** Spreadsheets save text in the encoding of their country. */
export function decodeRows(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one, then.
    }
  }
  return new TextDecoder('windows-1258').decode(bytes);
}
