import { ReadFault } from '../read-fault.ts';
import { delimiterRow, splitTables, tableRow } from './table.ts';

type BlockKind = 'none' | 'block' | 'item' | 'row' | 'line';

/** Builds markdown block by block. Throws `ReadFault` when there is more text than allowed. */
export class MarkdownWriter {
  private readonly parts: string[] = [];
  private readonly limit: number;
  private last: BlockKind = 'none';
  length = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  text(): string {
    return this.parts.join('');
  }

  heading(level: number, text: string): void {
    const title = oneLine(text);
    if (title !== '') this.add(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${title}`, 'block');
  }

  paragraph(text: string): void {
    const clean = proseText(text);
    if (clean !== '') this.add(clean, 'block');
  }

  /** A line that stays close to the one above it. */
  line(text: string): void {
    const clean = proseText(text);
    if (clean !== '') this.add(clean, 'line');
  }

  /** `marker` is `-` or a number with its mark; `depth` counts from 0. */
  item(depth: number, marker: string, text: string): void {
    const clean = proseText(text);
    if (clean === '') return;
    const indent = '  '.repeat(Math.min(depth, 8));
    this.add(`${indent}${marker} ${clean.replaceAll('\n', `\n${indent}  `)}`, 'item');
  }

  code(text: string): void {
    const clean = text.replace(/^\n+/, '').trimEnd();
    if (clean === '') return;
    const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map((run) => run.length));
    const fence = '`'.repeat(Math.max(3, longest + 1));
    this.add(`${fence}\n${clean}\n${fence}`, 'block');
  }

  /** A head with the delimiter under it. */
  tableHead(cells: readonly string[]): void {
    this.add(`${tableRow(cells)}\n${delimiterRow(cells.length)}`, 'block');
    this.last = 'row';
  }

  tableRow(cells: readonly string[]): void {
    this.add(tableRow(cells), 'row');
  }

  /** Rows of a table, the first its head; several tables in one are written apart. One column is no table but paragraphs. */
  table(rows: readonly (readonly string[])[]): void {
    for (const part of splitTables(rows)) {
      if (typeof part === 'string') this.paragraph(part);
      else this.oneTable(part);
    }
  }

  private oneTable(rows: readonly (readonly string[])[]): void {
    const width =
      1 +
      rows.reduce(
        (most, row) =>
          Math.max(
            most,
            row.findLastIndex((cell) => cell.trim() !== ''),
          ),
        0,
      );
    if (width < 2) {
      for (const row of rows) this.paragraph(row.join(' '));
      return;
    }
    for (const [index, row] of rows.entries()) {
      const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
      if (index === 0) this.tableHead(cells);
      else this.tableRow(cells);
    }
  }

  /** Markdown that is ready. */
  raw(markdown: string): void {
    const clean = markdown.trim();
    if (clean !== '') this.add(clean, 'block');
  }

  private add(text: string, kind: BlockKind): void {
    const close = kind !== 'block' && this.last === kind;
    const gap = this.last === 'none' ? '' : close ? '\n' : '\n\n';
    this.length += gap.length + text.length;
    if (this.length > this.limit) throw new ReadFault('too_large_inside');
    this.parts.push(gap, text);
    this.last = kind;
  }
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Paragraph text: line breaks stay; what would read as a heading, a fence or a rule is escaped. */
export function proseText(text: string): string {
  return text
    .replaceAll(/[^\S\n\u3000]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .replaceAll(/^[ \n]+|[ \n]+$/g, '')
    .replaceAll(/^(#{1,6} |```|~~~|-{3,}$|={3,}$)/gm, '\\$1');
}
