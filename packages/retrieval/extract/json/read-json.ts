import { decodeText } from '../decode-text.ts';
import { MarkdownWriter, oneLine } from '../markdown/writer.ts';
import { findQuestionColumns } from '../questions/questions.ts';
import { ReadFault } from '../read-fault.ts';
import { type SheetsRead, SheetWriter, type TableOptions } from '../sheets/sheet-writer.ts';

const DEPTH_MAX = 60;
const HEAD_AGAIN = 50;
const COLUMNS_MAX = 40;

/** Reads JSON, or one value a line, as tables, questions, or lines of `path: value`. Throws `ReadFault`. */
export function readJson(
  bytes: Uint8Array,
  { limits, keepQuestions }: Omit<TableOptions, 'onProgress'>,
): SheetsRead {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unreadable')
    throw new ReadFault('wrong_type', `This file cannot be read: ${decoded.detail}.`);
  const value = parse(decoded.text);
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  if (writeQuestions(value, sink))
    return { title: null, text: writer.text(), kind: 'questions', questions: sink.questions };
  new JsonWriter(writer).write(value, [], 0);
  return { title: titleOf(value), text: writer.text(), questions: [] };
}

function parse(text: string): unknown {
  // Numbers with more digits than a double holds, such as phone and card numbers, are kept as written.
  const long = /\d{16}/.test(text);
  const read = (part: string): unknown => (long ? JSON.parse(part, keepLongNumber) : JSON.parse(part));
  try {
    return read(text);
  } catch (whole) {
    if (!(whole instanceof SyntaxError)) throw whole;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1) return lines.map(read);
    } catch (line) {
      if (!(line instanceof SyntaxError)) throw line;
    }
    throw new ReadFault(
      'broken',
      'This file is not valid JSON; check it with the program it comes from and upload it again.',
    );
  }
}

function keepLongNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
/** Fits on one line: a plain value, or a few of them. */
const isShort = (value: unknown): boolean =>
  isPlain(value) || (Array.isArray(value) && value.length <= 20 && value.every(isPlain));
const isFlat = (value: unknown): value is JsonObject =>
  isObject(value) && Object.values(value).every(isPlain);
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function titleOf(value: unknown): string | null {
  const title = isObject(value) ? (value.title ?? value.name) : null;
  return typeof title === 'string' && title.trim() !== '' ? oneLine(title).slice(0, 300) : null;
}

/** A list of records that all have a question and an answer. */
function writeQuestions(value: unknown, sink: SheetWriter): boolean {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFlat)) return false;
  const columns = columnsOf(value);
  const found = findQuestionColumns(columns);
  if (!found || value.some((row) => textOf(row[columns[found.question] ?? '']) === '')) return false;
  for (const [index, texts] of [
    columns,
    ...value.map((row) => columns.map((name) => textOf(row[name]))),
  ].entries()) {
    const cells = texts
      .map((text, column) => ({ column, text: text.trim() }))
      .filter(({ text }) => text !== '');
    sink.row({ number: index + 1, cells });
  }
  return sink.questionRows > 0;
}

function columnsOf(rows: readonly JsonObject[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
}

/** Writes values under headings of their names; what has no room for that as `path: value`. */
class JsonWriter {
  private readonly writer: MarkdownWriter;

  constructor(writer: MarkdownWriter) {
    this.writer = writer;
  }

  write(value: unknown, path: readonly string[], depth: number): void {
    if (depth > DEPTH_MAX)
      throw new ReadFault('broken', 'The values in this file are nested too deep to be read.');
    if (isPlain(value)) this.writePlain(value, path);
    else if (Array.isArray(value)) this.writeList(value, path, depth);
    else if (isObject(value)) this.writeObject(value, path, depth);
  }

  private writePlain(value: unknown, path: readonly string[]): void {
    const text = textOf(value);
    if (text !== '') this.writer.line(path.length === 0 ? text : `${path.join('.')}: ${text}`);
  }

  private writeShort(value: unknown, path: readonly string[]): void {
    this.writePlain(Array.isArray(value) ? value.map(textOf).join(', ') : value, path);
  }

  private writeObject(value: JsonObject, path: readonly string[], depth: number): void {
    // Plain values first: under a heading they would seem to belong to it.
    for (const [name, each] of Object.entries(value))
      if (isShort(each)) this.writeShort(each, [...path, name]);
    for (const [name, each] of Object.entries(value)) {
      if (isShort(each)) continue;
      if (path.length === 0 && depth < 4) {
        this.writer.heading(depth + 1, name);
        this.write(each, [], depth + 1);
      } else this.write(each, [...path, name], depth + 1);
    }
  }

  private writeList(values: readonly unknown[], path: readonly string[], depth: number): void {
    if (values.every(isPlain)) {
      if (path.length > 0) this.writePlain(values.map(textOf).join(', '), path);
      else for (const value of values) this.writer.item(0, '-', textOf(value));
      return;
    }
    if (
      path.length === 0 &&
      values.length > 1 &&
      values.every(isFlat) &&
      columnsOf(values).length <= COLUMNS_MAX
    ) {
      this.writeTable(values);
      return;
    }
    for (const [index, value] of values.entries()) {
      if (path.length > 0)
        this.write(value, [...path.slice(0, -1), `${path.at(-1)}[${index + 1}]`], depth + 1);
      else this.writeRecord(value, index, depth);
    }
  }

  private writeRecord(value: unknown, index: number, depth: number): void {
    const name = isObject(value) ? (value.title ?? value.name ?? value.id) : null;
    this.writer.heading(
      depth + 1,
      isPlain(name) && textOf(name) !== '' ? textOf(name).slice(0, 200) : String(index + 1),
    );
    this.write(value, [], depth + 1);
  }

  private writeTable(rows: readonly JsonObject[]): void {
    const columns = columnsOf(rows);
    for (const [index, row] of rows.entries()) {
      if (index % HEAD_AGAIN === 0) this.writer.tableHead(columns);
      this.writer.tableRow(columns.map((name) => textOf(row[name])));
    }
  }
}
