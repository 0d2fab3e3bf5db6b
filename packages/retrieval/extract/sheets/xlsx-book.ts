import { ReadFault } from '../read-fault.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { readRelations } from '../zip/relations.ts';
import { general, makeNumberFormat, type NumberFormat } from './number-format.ts';

/** What the sheets of a workbook share. */
export interface XlsxBook {
  /** Sheets that are shown, in order. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly strings: readonly string[];
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
}

/** All shared strings together; a sheet's own text is capped by the document's limit. */
const STRING_CHARACTERS_MAX = 100_000_000;

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
