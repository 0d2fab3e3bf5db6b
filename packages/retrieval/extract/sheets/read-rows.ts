import { detectDelimiter, readRecords } from '../csv/read-csv.ts';
import { type DecodedText, decodeText } from '../decode-text.ts';
import { detectType } from '../detect.ts';
import { OldTextFinder } from '../fonts/find-old-text.ts';
import type { RowLimits, RowsAnswer, RowsAsk } from '../messages.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress } from '../read-limits.ts';
import { readXlsxRows } from './read-xlsx.ts';

interface RowsSink {
  readonly onProgress: OnProgress;
  /** Settles when there is room for more. */
  readonly send: (lines: string) => Promise<void>;
}

/** Reads a CSV file or the first sheet of a workbook row by row, and sends the rows on. Throws `ReadFault`. */
export async function readRows(
  bytes: Uint8Array,
  { fileName, encoding, delimiter, limits }: RowsAsk,
  { onProgress, send }: RowsSink,
): Promise<RowsAnswer> {
  if (bytes.length === 0) throw new ReadFault('empty');
  const lines = new Lines(limits, send);
  const detected = isArchive(bytes) ? detectType({ fileName, bytes }) : null;
  if (detected?.kind === 'unsupported') throw new ReadFault(detected.failure, detected.detail);
  if (detected && detected.type !== 'xlsx') throw new ReadFault('wrong_type');
  if (detected) {
    await readXlsxRows(bytes, ({ number, cells }) => lines.add(number, spread(cells)), onProgress);
    return { kind: 'ok', encoding: null, delimiter: null, ...(await lines.end()) };
  }
  const found = decodeText(bytes, encoding);
  const decoded = found.kind === 'ok' || encoding ? found : decodeNames(bytes);
  if (decoded.kind === 'unreadable') throw new ReadFault('wrong_type', decoded.detail);
  const mark = delimiter ?? detectDelimiter(decoded.text);
  // Excel's own note for itself.
  const text = decoded.text.replace(/^sep=.\n/i, '');
  let number = 0;
  for (const { fields, end } of readRecords(text, mark)) {
    lines.add(++number, fields);
    if (number % TELL_EVERY !== 0) continue;
    onProgress(end / text.length);
    await lines.flush();
  }
  return { kind: 'ok', encoding: decoded.encoding, delimiter: mark, ...(await lines.end()) };
}

/**
 * Lists of people have names with rare kanji and readings in half-width kana, which prose hardly has: what is Japanese in
 * one of the two encodings, and in the other one rather not.
 */
function decodeNames(bytes: Uint8Array): DecodedText {
  const scored = ['shift_jis', 'euc-jp'].flatMap((encoding) => {
    const decoded = decodeText(bytes, encoding);
    if (decoded.kind !== 'ok') return [];
    const foreign = decoded.text.match(/[^\0-\x7f]/g)?.length ?? 0;
    const full = decoded.text.match(/[\u3000-\u30ff\u4e00-\u9fff\uf900-\ufaff\uff01-\uff5e]/g)?.length ?? 0;
    const half = decoded.text.match(/[\uff66-\uff9f]{2,}/g)?.join('').length ?? 0;
    return [{ decoded, share: (full + half) / foreign, full }];
  });
  const best = scored.sort((a, b) => b.full - a.full)[0];
  return best && best.share > 0.95
    ? best.decoded
    : { kind: 'unreadable', detail: 'its character encoding is not known' };
}

const TELL_EVERY = 500;
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** A number of a workbook is certain, though its text could be read in two ways: 1,500 is written as 1500, 1.234 as 1.2340. */
const certainText = ({ text, isNumber }: RowCell): string =>
  isNumber
    ? text.replace(/(?<![\d.,])([1-9]\d{0,2})([.,])(\d{3})(?![\d.,])/, (_whole, before, mark, behind) =>
        mark === ',' ? `${before}${behind}` : `${before}.${behind}0`,
      )
    : text;

interface RowCell {
  readonly column: number;
  readonly text: string;
  readonly isNumber?: boolean;
}

function spread(cells: readonly RowCell[]): string[] {
  const texts: string[] = [];
  for (const cell of cells) {
    const { column } = cell;
    // A far column says how wide the row is; the limit of columns speaks of it.
    if (column >= COLUMNS_OF_SHEETS) continue;
    texts[column] = certainText(cell);
  }
  return Array.from(texts, (text) => text ?? '');
}

/** The widest sheet that there can be (ECMA-376: XFD). */
const COLUMNS_OF_SHEETS = 16_384;

/** Rows as lines of JSON, sent in larger parts. */
class Lines {
  private readonly limits: RowLimits;
  private readonly send: RowsSink['send'];
  private waiting: string[] = [];
  private rows = 0;
  private readonly oldText = new OldTextFinder();
  private sending: Promise<void> = Promise.resolve();

  constructor(limits: RowLimits, send: RowsSink['send']) {
    this.limits = limits;
    this.send = send;
  }

  add(number: number, cells: readonly string[]): void {
    const { rows, columns, characters } = this.limits;
    const texts = cells.map((cell) => cell.trim().slice(0, characters + 1));
    while (texts.length > 0 && texts.at(-1) === '') texts.pop();
    if (texts.length === 0) return;
    // The head is no row of its own.
    if (++this.rows > rows + 1 || texts.length > columns) throw new ReadFault('too_large_inside');
    this.oldText.add(texts.join(' '));
    this.waiting.push(JSON.stringify([number, ...texts]));
    if (this.waiting.length >= TELL_EVERY) void this.flush();
  }

  flush(): Promise<void> {
    if (this.waiting.length > 0) {
      const lines = `${this.waiting.join('\n')}\n`;
      this.waiting = [];
      this.sending = this.sending.then(() => this.send(lines));
    }
    return this.sending;
  }

  async end(): Promise<Pick<RowsAnswer, 'rows' | 'oldFont'>> {
    await this.flush();
    return { rows: this.rows, oldFont: this.oldText.encoding() };
  }
}
