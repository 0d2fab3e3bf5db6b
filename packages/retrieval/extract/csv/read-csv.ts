import { decodeText } from '../decode-text.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { SheetWriter } from '../sheets/sheet-writer.ts';
import { type SheetsRead, sheetsRead } from '../sheets/sheets-read.ts';
import { detectDelimiter, readRecords } from './read-records.ts';

const TELL_EVERY = 1000;

/** Reads a table in text: its delimiter and its encoding are told from its contents. Throws `ReadFault`. */
export function readCsv(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
  keepQuestions = false,
): SheetsRead {
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
