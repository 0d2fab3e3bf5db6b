import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { readObjects, SHAPES } from '../odt/embedded-objects.ts';
import { OdtStyles } from '../odt/styles.ts';
import { HIDDEN_PARTS, specialText } from '../odt/text-handler.ts';
import { ReadFault } from '../read-fault.ts';
import { warningsOf } from '../warnings.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { decodeControls } from '../xml/xstring.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type Cell, type SheetsRead, SheetWriter, sheetsRead, type TableOptions } from './sheet-writer.ts';

/** Reads an OpenDocument spreadsheet row by row. Its cells hold the shown text themselves. Throws `ReadFault`. */
export async function readOds(
  bytes: Uint8Array,
  { limits, onProgress, keepQuestions }: TableOptions,
): Promise<SheetsRead> {
  const archive = new ZipArchive(bytes);
  if (!archive.has('content.xml')) throw new ReadFault('broken');
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  const handler = new OdsHandler(sink);
  await readXml(archive.read('styles.xml'), {
    open: (name, attributes) => handler.styles.open(name, attributes),
    close() {},
    text() {},
  });
  await readXml(archive.read('content.xml', onProgress), handler);
  const { texts, hasUnread } = await readObjects(archive, handler.objects);
  sink.endSheet(texts);
  const warnings = warningsOf(writer.text(), { pictures: handler.pictures, hasUnread });
  return { ...sheetsRead(writer, sink, await readCoreTitle(archive, 'meta.xml')), warnings };
}

/** The same row may be said to come a million times. */
const REPEATS_MAX = 1000;
const COLUMNS_MAX = 16_384;
const STYLED: ReadonlySet<string> = new Set(['table-cell', 'p', 'span']);

interface Filled {
  readonly column: number;
  readonly text: string;
  rowsLeft: number;
}

/** What stands in a cell or beside the table, and is not the text of a cell. */
const BESIDE: ReadonlySet<string> = new Set([...SHAPES, 'annotation']);

class OdsHandler implements XmlHandler {
  readonly styles = new OdtStyles();
  readonly objects: string[] = [];
  pictures = 0;
  /** Styles of the open cell, its paragraphs and the parts of their text. */
  private readonly textStyles: string[] = [];
  private readonly links: (Link | null)[] = [];
  private beside: InlineText | null = null;
  private besideDepth = 0;
  private besideTexts: string[] = [];
  private readonly sink: SheetWriter;
  private readonly hiddenStyles = new Set<string>();
  private style = '';
  private skipped = 0;
  private shown = true;
  private depth = 0;
  private row = 0;
  private rowRepeat = 1;
  private column = 0;
  private repeat = 1;
  private spanned = 1;
  private cells: Cell[] = [];
  private filled: Filled[] = [];
  private content = new InlineText();
  private paragraph = 0;

  constructor(sink: SheetWriter) {
    this.sink = sink;
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0 || (HIDDEN_PARTS.has(name) && name !== 'annotation')) {
      this.skipped++;
      return;
    }
    if (this.paragraph > 0) this.addText(specialText(name, attributes) ?? '');
    this.styles.open(name, attributes);
    if (STYLED.has(name)) this.textStyles.push(attributes.get('style-name') ?? '');
    if (BESIDE.has(name) && this.besideDepth++ === 0) this.beside = new InlineText();
    else if (name === 'object') this.objects.push(attributes.get('href') ?? '');
    else if (name === 'image') this.pictures++;
    else if (name === 'style') this.style = attributes.get('name') ?? '';
    else if (name === 'table-properties' && attributes.get('display') === 'false')
      this.hiddenStyles.add(this.style);
    else if (name === 'table') this.openTable(attributes);
    else if (name === 'table-row') this.openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.openCell(attributes);
    else if (name === 'p') {
      if (!(this.beside ?? this.content).isBlank) this.addText('\n');
      this.paragraph++;
    } else if (name === 'a') this.links.push(newLink(linkAddress(attributes.get('href'))));
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (STYLED.has(name)) this.textStyles.pop();
    if (BESIDE.has(name) && --this.besideDepth === 0) this.closeBeside();
    else if (name === 'p') this.paragraph--;
    else if (name === 'a') this.links.pop();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.closeCell();
    else if (name === 'table-row') this.closeRow();
    else if (name === 'table' && --this.depth === 0) this.sink.endSheet(this.shown ? this.besideTexts : []);
  }

  text(text: string): void {
    // SheetJS escapes control characters here too, as if it were a workbook of Excel.
    if (this.paragraph > 0 && this.skipped === 0) this.addText(decodeControls(text));
  }

  private addText(text: string): void {
    if (text === '') return;
    (this.beside ?? this.content).add(text, {
      script: this.styles.scriptOf(this.textStyles),
      link: this.links.at(-1) ?? null,
      oldFont: this.styles.fonts.oldFont(this.textStyles),
    });
  }

  private closeBeside(): void {
    const text = this.beside?.markdown().trim() ?? '';
    this.beside = null;
    if (text !== '') this.besideTexts.push(text);
  }

  private openTable(attributes: Attributes): void {
    // A table inside a cell belongs to the cell.
    if (++this.depth > 1) return;
    this.shown = !this.hiddenStyles.has(attributes.get('style-name') ?? '');
    this.row = 0;
    this.filled = [];
    this.besideTexts = [];
    if (this.shown) this.sink.startSheet(attributes.get('name') ?? '', false);
  }

  private openRow(attributes: Attributes): void {
    if (this.depth !== 1) return;
    this.rowRepeat = numberOf(attributes, 'number-rows-repeated');
    this.cells = [];
    this.column = 0;
  }

  private openCell(attributes: Attributes): void {
    if (this.depth !== 1) return;
    this.repeat = numberOf(attributes, 'number-columns-repeated');
    this.spanned = numberOf(attributes, 'number-rows-spanned');
    this.content = new InlineText();
  }

  private closeCell(): void {
    if (this.depth !== 1) return;
    const text = this.content.markdown().trim();
    const times = text === '' ? 0 : Math.min(this.repeat, REPEATS_MAX);
    for (let index = 0; index < times && this.column + index < COLUMNS_MAX; index++)
      this.cells.push({ column: this.column + index, text });
    if (text !== '' && this.spanned > 1)
      this.filled.push({ column: this.column, text, rowsLeft: this.spanned });
    this.column += this.repeat;
    this.content = new InlineText();
  }

  private closeRow(): void {
    if (this.depth !== 1) return;
    const own = new Set(this.cells.map((cell) => cell.column));
    const under = this.filled.filter(({ column }) => !own.has(column));
    const cells =
      this.cells.length > 0 ? [...this.cells, ...under.map(({ column, text }) => ({ column, text }))] : [];
    cells.sort((a, b) => a.column - b.column);
    for (const merge of this.filled) merge.rowsLeft -= this.rowRepeat;
    this.filled = this.filled.filter(({ rowsLeft }) => rowsLeft > 0);
    const times = cells.length === 0 ? 0 : Math.min(this.rowRepeat, REPEATS_MAX);
    if (this.shown)
      for (let index = 0; index < times; index++) this.sink.row({ number: this.row + index + 1, cells });
    this.row += this.rowRepeat;
  }
}

function numberOf(attributes: Attributes, name: string): number {
  const number = Number(attributes.get(name) ?? 1);
  return Number.isInteger(number) && number > 0 ? number : 1;
}
