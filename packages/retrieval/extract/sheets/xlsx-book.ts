import { type OldFont, oldFontOf } from '../fonts/old-vietnamese.ts';
import { ReadFault } from '../read-fault.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { decodeXstring } from '../xml/xstring.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { readRelations } from '../zip/relations.ts';
import { type CellFormat, general, makeCellFormat } from './number-format.ts';
import { type CellText, RichTextReader } from './rich-text.ts';

/** How the cells of one style are shown. */
export interface CellStyle {
  readonly format: CellFormat;
  readonly font: OldFont | null;
}
export const NO_STYLE: CellStyle = { format: general, font: null };

/** What the sheets of a workbook share. */
export interface XlsxBook {
  /** Sheets that are shown, in order. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly strings: readonly CellText[];
  /** By the number of a cell's style. */
  readonly styles: readonly CellStyle[];
  readonly date1904: boolean;
  /** Formats of moments whose cells have none of their own. */
  readonly usual: Readonly<Record<'day' | 'dayAndTime' | 'time', CellFormat>>;
}

const DAY_FORMAT = 14;
const TIME_FORMAT = 20;
const DAY_AND_TIME_FORMAT = 22;

/** Reads what comes before the sheets of a workbook. Throws `ReadFault`. */
export async function readXlsxBook(archive: ZipArchive): Promise<XlsxBook> {
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
  const { date1904 } = book;
  const formatOf = (id: number) => makeCellFormat(id, undefined, date1904);
  const usual = {
    day: formatOf(DAY_FORMAT),
    dayAndTime: formatOf(DAY_AND_TIME_FORMAT),
    time: formatOf(TIME_FORMAT),
  };
  return { sheets, strings: strings.strings, styles: styles.styles(), date1904, usual };
}

class BookHandler implements XmlHandler {
  readonly sheets: { name: string; id: string }[] = [];
  date1904 = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'workbookPr') this.date1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
    const hidden = /hidden/i.test(attributes.get('state') ?? '');
    if (name === 'sheet' && !hidden)
      this.sheets.push({
        name: decodeXstring(attributes.get('name') ?? ''),
        id: attributes.get('id') ?? '',
      });
  }
  close(): void {}
  text(): void {}
}

/** All shared strings together; a sheet's own text is capped by the document's limit. */
const STRING_CHARACTERS_MAX = 100_000_000;

class StringsHandler implements XmlHandler {
  readonly strings: CellText[] = [];
  private readonly current = new RichTextReader();
  private total = 0;

  open(name: string, attributes: Attributes): void {
    this.current.open(name, attributes);
  }

  close(name: string): void {
    this.current.close(name);
    if (name === 'si') this.strings.push(this.current.take());
  }

  text(text: string): void {
    this.total += text.length;
    if (this.total > STRING_CHARACTERS_MAX) throw new ReadFault('too_large_inside');
    this.current.text(text);
  }
}

class StylesHandler implements XmlHandler {
  private readonly codes = new Map<number, string>();
  private readonly fonts: (string | null)[] = [];
  private readonly cells: { readonly format: number; readonly font: number }[] = [];
  private readonly date1904: boolean;
  private list = '';

  constructor(date1904: boolean) {
    this.date1904 = date1904;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'numFmt')
      this.codes.set(Number(attributes.get('numFmtId')), decodeXstring(attributes.get('formatCode') ?? ''));
    else if (name === 'cellXfs' || name === 'fonts') this.list = name;
    else if (name === 'xf' && this.list === 'cellXfs')
      this.cells.push({
        format: Number(attributes.get('numFmtId') ?? 0),
        font: Number(attributes.get('fontId') ?? 0),
      });
    else if (name === 'font' && this.list === 'fonts') this.fonts.push(null);
    else if (name === 'name' && this.list === 'fonts')
      this.fonts[this.fonts.length - 1] = attributes.get('val');
  }

  close(name: string): void {
    if (name === this.list) this.list = '';
  }

  text(): void {}

  styles(): CellStyle[] {
    const formats = new Map<number, CellFormat>();
    const fonts = this.fonts.map(oldFontOf);
    return this.cells.map(({ format: id, font }) => {
      const known = formats.get(id);
      const format = known ?? (id === 0 ? general : makeCellFormat(id, this.codes.get(id), this.date1904));
      formats.set(id, format);
      return { format, font: fonts[font] ?? null };
    });
  }
}

/** A cell that stands for those under it. Rows count from 1, columns from 0. */
export interface Merge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

const MERGES_MAX = 100_000;
const MARK = Buffer.from('<mergeCell ');
const TAIL = 200;

/** Merges over several rows, by their first row. They stand at a sheet's end, so it is run through once before. */
export async function findMerges(
  pieces: AsyncIterable<Buffer>,
): Promise<ReadonlyMap<number, readonly Merge[]>> {
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
export function readReference(reference: string): { readonly column: number; readonly row: number } | null {
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
