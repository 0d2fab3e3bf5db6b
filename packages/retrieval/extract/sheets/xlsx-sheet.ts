import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import type { Merge } from './merges.ts';
import { general } from './number-format.ts';
import { readReference } from './reference.ts';
import type { Cell, SheetRow } from './sheet-writer.ts';
import type { XlsxBook } from './xlsx-book.ts';

interface Filled extends Merge {
  readonly text: string;
}

/** Rows of one sheet as they come. */
export class XlsxSheetHandler implements XmlHandler {
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
