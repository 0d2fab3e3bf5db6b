import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { readRelations } from '../zip/relations.ts';
import { general, makeNumberFormat, type NumberFormat } from './number-format.ts';
import {
  type Cell,
  type SheetRow,
  type SheetsRead,
  SheetWriter,
  sheetsRead,
  type TableOptions,
} from './sheet-writer.ts';

/** Reads the sheets of a workbook row by row. Throws `ReadFault`. */
export async function readXlsx(
  bytes: Uint8Array,
  { limits, onProgress, keepQuestions }: TableOptions,
): Promise<SheetsRead> {
  const archive = new ZipArchive(bytes);
  const book = await readXlsxBook(archive);
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  for (const [index, sheet] of book.sheets.entries()) {
    sink.startSheet(sheet.name, book.sheets.length === 1);
    const reportProgress = (fraction: number) => onProgress((index + fraction) / book.sheets.length);
    const merges = await findMerges(archive.read(sheet.path, (fraction) => reportProgress(fraction / 5)));
    const rows = archive.read(sheet.path, (fraction) => reportProgress(0.2 + fraction * 0.8));
    await readXml(rows, new XlsxSheetHandler(book, merges, (row) => sink.row(row)));
    sink.endSheet();
  }
  return sheetsRead(writer, sink, await readCoreTitle(archive));
}

/** Rows of the first sheet that has any. Cells under a merged one repeat its text. Throws `ReadFault`. */
export async function readXlsxRows(
  bytes: Uint8Array,
  onRow: (row: SheetRow) => void,
  onProgress: OnProgress,
): Promise<void> {
  const archive = new ZipArchive(bytes);
  const book = await readXlsxBook(archive);
  for (const sheet of book.sheets) {
    let rows = 0;
    const merges = await findMerges(archive.read(sheet.path, (fraction) => onProgress(fraction / 5)));
    const handler = new XlsxSheetHandler(book, merges, (row) => {
      if (row.cells.length === 0) return;
      rows++;
      onRow(row);
    });
    await readXml(
      archive.read(sheet.path, (fraction) => onProgress(0.2 + fraction * 0.8)),
      handler,
    );
    if (rows > 0) return;
  }
}

interface Filled extends Merge {
  readonly text: string;
}

/** Rows of one sheet as they come. */
class XlsxSheetHandler implements XmlHandler {
  private readonly book: XlsxBook;
  private readonly merges: ReadonlyMap<number, readonly Merge[]>;
  private readonly onRow: (row: SheetRow) => void;
  private filled: Filled[] = [];
  private number = 0;
  private cells: Cell[] = [];
  private column = -1;
  private type = '';
  private style = 0;
  private value = '';
  private reading = false;
  private phonetic = false;

  constructor(book: XlsxBook, merges: ReadonlyMap<number, readonly Merge[]>, onRow: (row: SheetRow) => void) {
    this.book = book;
    this.merges = merges;
    this.onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.number = Number(attributes.get('r')) || this.number + 1;
      this.cells = [];
      this.column = -1;
    } else if (name === 'c') {
      this.column = readReference(attributes.get('r') ?? '')?.column ?? this.column + 1;
      this.type = attributes.get('t') ?? 'n';
      this.style = Number(attributes.get('s') ?? 0);
      this.value = '';
    } else if (name === 'v' || name === 't') this.reading = !this.phonetic;
    else if (name === 'rPh') this.phonetic = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.reading = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
  }

  text(text: string): void {
    if (this.reading) this.value += text;
  }

  private endCell(): void {
    const text = this.cellText().trim();
    if (text !== '') this.cells.push({ column: this.column, text });
  }

  private cellText(): string {
    const { value, type } = this;
    if (value === '') return '';
    if (type === 's') return this.book.strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    // What a formula could not work out says nothing.
    if (type === 'e') return '';
    if (type !== 'n') return value;
    const number = Number(value);
    return Number.isFinite(number) ? (this.book.formats[this.style] ?? general)(number) : value;
  }

  /** Cells under a merged one show nothing of their own; its text belongs to their rows too. */
  private endRow(): void {
    this.filled = this.filled.filter((merge) => merge.lastRow >= this.number);
    const own = new Set(this.cells.map((cell) => cell.column));
    const under = this.filled.filter((merge) => !own.has(merge.column));
    // A row of merged cells only is the lower part of a tall cell.
    const cells =
      this.cells.length > 0 ? [...this.cells, ...under.map(({ column, text }) => ({ column, text }))] : [];
    for (const merge of this.merges.get(this.number) ?? []) {
      const text = this.cells.find((cell) => cell.column === merge.column)?.text;
      if (text !== undefined) this.filled.push({ ...merge, text });
    }
    this.onRow({ number: this.number, cells: cells.sort((a, b) => a.column - b.column) });
  }
}

/** What the sheets of a workbook share. */
interface XlsxBook {
  /** Sheets that are shown, in order. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly strings: readonly string[];
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
}

/** All shared strings together; a sheet's own text is capped by the document's limit. */
const STRING_CHARACTERS_MAX = 100_000_000;

async function readXlsxBook(archive: ZipArchive): Promise<XlsxBook> {
  const main = await readRelations(archive, '');
  const bookPath = main.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const book = new BookHandler();
  if (!archive.has(bookPath)) throw new ReadFault('broken');
  await readXml(archive.read(bookPath), book);
  const relations = await readRelations(archive, bookPath);
  const pathOf = (id: string) => relations.find((relation) => relation.id === id)?.target ?? '';
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const strings = new StringsHandler();
  await readXml(archive.read(partOf('sharedStrings')), strings);
  const styles = new StylesHandler(book.date1904);
  await readXml(archive.read(partOf('styles')), styles);
  const sheets = book.sheets
    .map(({ name, id }) => ({ name, path: pathOf(id) }))
    .filter(({ path }) => archive.has(path));
  return { sheets, strings: strings.strings, formats: styles.formats() };
}

class BookHandler implements XmlHandler {
  readonly sheets: { name: string; id: string }[] = [];
  date1904 = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'workbookPr') this.date1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
    const hidden = /hidden/i.test(attributes.get('state') ?? '');
    if (name === 'sheet' && !hidden)
      this.sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '' });
  }
  close(): void {}
  text(): void {}
}

class StringsHandler implements XmlHandler {
  readonly strings: string[] = [];
  private current = '';
  private reading = false;
  private phonetic = false;
  private total = 0;

  open(name: string): void {
    if (name === 'si') this.current = '';
    else if (name === 't') this.reading = !this.phonetic;
    // How a Japanese word is read stands beside it; it is not part of the text.
    else if (name === 'rPh') this.phonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.reading = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === 'si') {
      this.total += this.current.length;
      if (this.total > STRING_CHARACTERS_MAX) throw new ReadFault('too_large_inside');
      this.strings.push(this.current);
    }
  }

  text(text: string): void {
    if (this.reading) this.current += text;
  }
}

class StylesHandler implements XmlHandler {
  private readonly codes = new Map<number, string>();
  private readonly ids: number[] = [];
  private readonly date1904: boolean;
  private inCells = false;

  constructor(date1904: boolean) {
    this.date1904 = date1904;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'numFmt')
      this.codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    else if (name === 'cellXfs') this.inCells = true;
    else if (name === 'xf' && this.inCells) this.ids.push(Number(attributes.get('numFmtId') ?? 0));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.inCells = false;
  }

  text(): void {}

  formats(): NumberFormat[] {
    const made = new Map<number, NumberFormat>();
    return this.ids.map((id) => {
      const known = made.get(id);
      const format = known ?? (id === 0 ? general : makeNumberFormat(id, this.codes.get(id), this.date1904));
      made.set(id, format);
      return format;
    });
  }
}

/** A cell that stands for those under it. Rows count from 1, columns from 0. */
interface Merge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

const MERGES_MAX = 100_000;
const MARK = Buffer.from('<mergeCell ');
const TAIL = 200;

/** Merges over several rows, by their first row. They stand at a sheet's end, so it is run through once before. */
async function findMerges(pieces: AsyncIterable<Buffer>): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const merges = new Map<number, Merge[]>();
  let tail = Buffer.alloc(0);
  let count = 0;
  for await (const piece of pieces) {
    const bytes = tail.length > 0 ? Buffer.concat([tail, piece]) : piece;
    tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - TAIL)));
    if (!bytes.includes(MARK)) continue;
    const text = bytes.toString('latin1');
    for (const match of text.matchAll(
      /<mergeCell [^>]{0,100}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"[^>]*>/g,
    )) {
      addMerge(merges, match[1] ?? '', match[2] ?? '');
      count++;
    }
    if (count > MERGES_MAX) break;
  }
  return merges;
}

function addMerge(merges: Map<number, Merge[]>, first: string, last: string): void {
  const from = readReference(first);
  const to = readReference(last);
  if (!from || !to || to.row <= from.row) return;
  const known = merges.get(from.row) ?? [];
  if (known.some((merge) => merge.column === from.column)) return;
  known.push({ column: from.column, firstRow: from.row, lastRow: to.row });
  merges.set(from.row, known);
}

/** `C12` → column 2, row 12; null when it is no reference. */
function readReference(reference: string): { readonly column: number; readonly row: number } | null {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  const row = Number(reference.slice(at));
  return at === 0 || at > 3 || !Number.isInteger(row) || row < 1 ? null : { column: column - 1, row };
}
