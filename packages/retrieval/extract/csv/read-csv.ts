import { decodeText } from '../decode-text.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import { type SheetsRead, SheetWriter, sheetsRead, type TableOptions } from '../sheets/sheet-writer.ts';

const TELL_EVERY = 1000;

/** Reads a table in text: its delimiter and its encoding are told from its contents. Throws `ReadFault`. */
export function readCsv(bytes: Uint8Array, { limits, onProgress, keepQuestions }: TableOptions): SheetsRead {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unreadable')
    throw new ReadFault('wrong_type', `This file cannot be read: ${decoded.detail}.`);
  const delimiter = detectDelimiter(decoded.text);
  // Excel's own note for itself.
  const text = decoded.text.replace(/^sep=.\n/i, '');
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  let number = 0;
  for (const { fields, end } of readRecords(text, delimiter)) {
    const cells = fields
      .map((field, column) => ({ column, text: field.trim() }))
      .filter((cell) => cell.text !== '');
    sink.row({ number: ++number, cells });
    if (number % TELL_EVERY === 0) onProgress(end / text.length);
  }
  sink.endSheet();
  return sheetsRead(writer, sink, null);
}

/** A quoted field longer than this was never closed. */
const FIELD_MAX = 1_000_000;
const QUOTE = '"';

interface CsvRecord {
  readonly fields: readonly string[];
  /** Offset after the record, for progress. */
  readonly end: number;
}

/**
 * Records of a table in text with `\n` line breaks (RFC 4180). A quote that is never closed is taken as a character
 * like any other, and so are all quotes after it. Blank lines are left out.
 */
export function* readRecords(text: string, delimiter: string): Generator<CsvRecord> {
  let quoting = true;
  let fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = quoting && text[at] === QUOTE ? readQuoted(text, at) : null;
    if (quoting && text[at] === QUOTE && !quoted) quoting = false;
    const from = quoted?.end ?? at;
    const end = fieldEnd(text, delimiter, from);
    fields.push((quoted?.value ?? '') + text.slice(from, end));
    at = end + 1;
    if (text[end] === delimiter && at < text.length) continue;
    if (text[end] === delimiter) fields.push('');
    if (fields.some((field) => field.trim() !== '')) yield { fields, end: Math.min(at, text.length) };
    fields = [];
  }
}

/** The value between quotes, doubled ones made single, and the offset after the last; null when it never ends. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf(QUOTE, at);
    if (close === -1 || close - start > FIELD_MAX) return null;
    if (text[close + 1] !== QUOTE) {
      const value = text.slice(start + 1, close);
      return { value: value.includes(QUOTE) ? value.replaceAll('""', QUOTE) : value, end: close + 1 };
    }
    at = close + 2;
  }
}

function fieldEnd(text: string, delimiter: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === delimiter || character === '\n') return at;
  }
  return text.length;
}

const DELIMITERS = [',', '\t', ';', '|'] as const;
const SAMPLE = 64 * 1024;
const SAMPLE_RECORDS = 30;

/** The mark that cuts the first records into the same number of fields, more than one; a comma when none does. */
export function detectDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const first = /^sep=(.)\n/i.exec(sample)?.[1];
  if (first) return first;
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts: number[] = [];
    for (const { fields } of readRecords(sample, delimiter)) {
      counts.push(fields.length);
      if (counts.length === SAMPLE_RECORDS) break;
    }
    // The last record of the sample may be cut.
    if (counts.length > 2 && sample.length < text.length) counts.pop();
    const usual = counts[0] ?? 1;
    const same = counts.filter((count) => count === usual).length / Math.max(counts.length, 1);
    const score = usual < 2 ? 0 : same * 100 + Math.min(usual, 50) / 10;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
