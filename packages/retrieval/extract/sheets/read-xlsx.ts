import { markdownLink } from '../inline/link-address.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import type { OnProgress } from '../read-limits.ts';
import { warningsOf } from '../warnings.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { decodeXstring } from '../xml/xstring.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type CellLinks, formulaAddress, readCellLinks } from './cell-links.ts';
import { dayNumberOf } from './format-date.ts';
import { type CellText, RichTextReader, readCellText } from './rich-text.ts';
import { readSheetObjects } from './sheet-objects.ts';
import {
  type Cell,
  type SheetRow,
  type SheetsRead,
  SheetWriter,
  sheetsRead,
  type TableOptions,
} from './sheet-writer.ts';
import { findMerges, type Merge, NO_STYLE, readReference, readXlsxBook, type XlsxBook } from './xlsx-book.ts';

/** Reads the sheets of a workbook row by row. Throws `ReadFault`. */
export async function readXlsx(
  bytes: Uint8Array,
  { limits, onProgress, keepQuestions }: TableOptions,
): Promise<SheetsRead> {
  const archive = new ZipArchive(bytes);
  const book = await readXlsxBook(archive);
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  const found = { pictures: 0, hasUnread: false };
  for (const [index, sheet] of book.sheets.entries()) {
    sink.startSheet(sheet.name, book.sheets.length === 1);
    const reportProgress = (fraction: number) => onProgress((index + fraction) / book.sheets.length);
    const merges = await findMerges(archive.read(sheet.path, (fraction) => reportProgress(fraction / 5)));
    const rows = archive.read(sheet.path, (fraction) => reportProgress(0.2 + fraction * 0.8));
    const links = await readCellLinks(archive, sheet.path);
    await readXml(rows, new XlsxSheetHandler(book, { merges, links }, (row) => sink.row(row)));
    const objects = await readSheetObjects(archive, sheet.path);
    sink.endSheet(objects.texts);
    found.pictures += objects.pictures;
    found.hasUnread ||= objects.hasUnread;
  }
  return {
    ...sheetsRead(writer, sink, await readCoreTitle(archive)),
    warnings: warningsOf(writer.text(), found),
  };
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
    const handler = new XlsxSheetHandler(book, { merges, links: null }, (row) => {
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

const FORMULA_MAX = 10_000;

interface Filled extends Merge {
  readonly text: string;
  readonly isNumber: boolean;
}

/** Rows of one sheet as they come. */
class XlsxSheetHandler implements XmlHandler {
  private readonly book: XlsxBook;
  private readonly merges: ReadonlyMap<number, readonly Merge[]>;
  /** Null: the values of cells are wanted without their links. */
  private readonly links: CellLinks | null;
  private readonly onRow: (row: SheetRow) => void;
  private filled: Filled[] = [];
  private number = 0;
  private cells: Cell[] = [];
  private column = -1;
  private type = '';
  private style = 0;
  private value = '';
  private reference = '';
  private formula = '';
  private inFormula = false;
  private reading = false;
  private readonly rich = new RichTextReader();

  constructor(
    book: XlsxBook,
    { merges, links }: { readonly merges: XlsxSheetHandler['merges']; readonly links: CellLinks | null },
    onRow: (row: SheetRow) => void,
  ) {
    this.book = book;
    this.merges = merges;
    this.links = links;
    this.onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.number = Number(attributes.get('r')) || this.number + 1;
      this.cells = [];
      this.column = -1;
    } else if (name === 'c') {
      this.reference = attributes.get('r') ?? '';
      this.column = readReference(this.reference)?.column ?? this.column + 1;
      this.type = attributes.get('t') ?? 'n';
      this.style = Number(attributes.get('s') ?? 0);
      this.value = '';
      this.formula = '';
    } else if (name === 'v') this.reading = true;
    else if (name === 'f') this.inFormula = this.links !== null;
    else this.rich.open(name, attributes);
  }

  close(name: string): void {
    if (name === 'v') this.reading = false;
    else if (name === 'f') this.inFormula = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else this.rich.close(name);
  }

  text(text: string): void {
    if (this.reading) this.value += text;
    else if (this.inFormula) this.formula += this.formula.length < FORMULA_MAX ? text : '';
    else this.rich.text(text);
  }

  private endCell(): void {
    const shown = this.cellText().trim();
    const address = this.links && (this.links.get(this.reference) ?? formulaAddress(this.formula));
    const text = address ? markdownLink(shown, address) : shown;
    const isNumber = this.type === 'n' && !(this.book.styles[this.style] ?? NO_STYLE).format.isDate;
    if (text !== '') this.cells.push({ column: this.column, text, isNumber });
  }

  private cellText(): string {
    const { value, type } = this;
    const { format, font } = this.book.styles[this.style] ?? NO_STYLE;
    const write = (text: CellText) => (text === '' ? '' : format.text(readCellText(text, font)));
    if (type === 's') return write(this.book.strings[Number(value)] ?? '');
    if (type === 'inlineStr') return write(this.rich.take());
    if (type === 'str') return write(decodeXstring(value));
    if (type === 'b') return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
    // What a formula could not work out says nothing.
    if (type === 'e' || value === '') return '';
    if (type === 'd') return this.dateText(value);
    const number = Number(value);
    return Number.isFinite(number) ? format.number(number) : value;
  }

  /** A moment in ISO 8601, which workbooks may hold in place of a number. */
  private dateText(value: string): string {
    const { format } = this.book.styles[this.style] ?? NO_STYLE;
    const days = dayNumberOf(value, this.book.date1904);
    if (days === null) return value;
    if (format.isDate) return format.number(days);
    const { day, dayAndTime, time } = this.book.usual;
    return (Number.isInteger(days) ? day : days < 1 ? time : dayAndTime).number(days);
  }

  /** Cells under a merged one show nothing of their own; its text belongs to their rows too. */
  private endRow(): void {
    this.filled = this.filled.filter((merge) => merge.lastRow >= this.number);
    const own = new Set(this.cells.map((cell) => cell.column));
    const under = this.filled.filter((merge) => !own.has(merge.column));
    // A row of merged cells only is the lower part of a tall cell.
    const cells =
      this.cells.length > 0
        ? [...this.cells, ...under.map(({ column, text, isNumber }) => ({ column, text, isNumber }))]
        : [];
    for (const merge of this.merges.get(this.number) ?? []) {
      const cell = this.cells.find(({ column }) => column === merge.column);
      if (cell) this.filled.push({ ...merge, text: cell.text, isNumber: cell.isNumber === true });
    }
    this.onRow({ number: this.number, cells: cells.sort((a, b) => a.column - b.column) });
  }
}
