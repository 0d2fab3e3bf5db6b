import type { Span } from './chunk.ts';
import {
  canBeSetextTitle,
  closesFence,
  indentOf,
  isTableDelimiter,
  isThematicBreak,
  readAtxHeading,
  readFence,
  readListIndent,
  readSetextLevel,
} from './line-kinds.ts';
import { type Line, readLines } from './lines.ts';

/** A run of whole lines. Text that uses no markdown is paragraphs and list items. */
export type Block = Span &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly title: string }
    | { readonly kind: 'fence' | 'table' | 'item' | 'paragraph' }
  );

interface OpenBlock {
  kind: 'fence' | 'table' | 'item' | 'paragraph';
  start: number;
  end: number;
  lastLine: Line;
  lineCount: number;
  /** Indentation of the list marker. */
  indent: number;
  blankBefore: boolean;
  fence: { readonly mark: string; readonly length: number } | null;
}

/** Blocks of markdown or plain text in order. Every line that is not blank is in exactly one of them. */
export function readBlocks(text: string): Block[] {
  const reader = new BlockReader();
  const body = readFrontMatter(text);
  if (body > 0) reader.blocks.push({ kind: 'paragraph', start: 0, end: body });
  for (const line of readLines(text, body, text.length)) reader.read(line);
  reader.close();
  return reader.blocks;
}

/** Offset after YAML front matter, or 0. Its closing dashes would read as a heading's underline. */
function readFrontMatter(text: string): number {
  if (!/^---[ \t]*\r?\n/.test(text)) return 0;
  const close = /\n(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/.exec(text.slice(3, 20_003));
  return close ? 3 + close.index + close[0].trimEnd().length : 0;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private open: OpenBlock | null = null;

  read(line: Line): void {
    const open = this.open;
    if (open?.fence) this.readInsideFence(open, open.fence, line);
    else if (line.blank) this.readBlank();
    else if (!this.continuesIndented(line)) this.readStart(line);
  }

  close(): void {
    const open = this.open;
    if (open) this.blocks.push({ kind: open.kind, start: open.start, end: open.end });
    this.open = null;
  }

  private readInsideFence(open: OpenBlock, fence: NonNullable<OpenBlock['fence']>, line: Line): void {
    this.extend(open, line);
    if (!closesFence(line.text, fence)) return;
    if (open.kind === 'fence') this.close();
    else open.fence = null;
  }

  private readBlank(): void {
    if (this.open?.kind === 'item') this.open.blankBefore = true;
    else this.close();
  }

  /** What is indented under a list marker belongs to the item, blank lines and code included. */
  private continuesIndented(line: Line): boolean {
    const open = this.open;
    if (open?.kind !== 'item' || indentOf(line.text) < open.indent + 2) return false;
    // A Japanese paragraph begins with one full-width space: after a blank line that is not an indent.
    if (open.blankBefore && line.text.startsWith('\u3000')) return false;
    open.fence = readFence(line.text);
    this.extend(open, line);
    return true;
  }

  private readStart(line: Line): void {
    const heading = readAtxHeading(line.text);
    const fence = readFence(line.text);
    const indent = readListIndent(line.text);
    if (heading) this.pushHeading(line, line.start, heading);
    else if (fence) this.begin('fence', line, { fence });
    else if (this.readUnderline(line) || this.readTableLine(line)) return;
    else if (isThematicBreak(line.text)) this.pushRule(line);
    else if (indent !== null) this.begin('item', line, { indent });
    else this.readProse(line);
  }

  private pushRule(line: Line): void {
    this.begin('paragraph', line);
    this.close();
  }

  private readProse(line: Line): void {
    const open = this.open;
    const continues = open?.kind === 'paragraph' || (open?.kind === 'item' && !open.blankBefore);
    if (open && continues) this.extend(open, line);
    else this.begin('paragraph', line);
  }

  private readUnderline(line: Line): boolean {
    const open = this.open;
    if (open?.kind !== 'paragraph' || open.lineCount !== 1 || !canBeSetextTitle(open.lastLine.text))
      return false;
    const level = readSetextLevel(line.text);
    if (level === null) return false;
    this.open = null;
    this.pushHeading(line, open.start, { level, title: open.lastLine.text.trim() });
    return true;
  }

  private readTableLine(line: Line): boolean {
    const open = this.open;
    if (open?.kind === 'table') {
      if (!line.text.includes('|')) return false;
      this.extend(open, line);
      return true;
    }
    if (open?.kind !== 'paragraph' || !open.lastLine.text.includes('|') || !isTableDelimiter(line.text))
      return false;
    this.moveLastLineToTable(open, line);
    return true;
  }

  /** The line above the delimiter row turns out to be the table's head. */
  private moveLastLineToTable(open: OpenBlock, delimiter: Line): void {
    const head = open.lastLine;
    if (open.lineCount > 1) this.blocks.push({ kind: 'paragraph', start: open.start, end: head.start });
    this.open = null;
    this.begin('table', head);
    if (this.open) this.extend(this.open, delimiter);
  }

  private begin(kind: OpenBlock['kind'], line: Line, more: Partial<OpenBlock> = {}): void {
    this.close();
    const { start, end } = line;
    this.open = {
      kind,
      start,
      end,
      lastLine: line,
      lineCount: 1,
      indent: 0,
      blankBefore: false,
      fence: null,
      ...more,
    };
  }

  private extend(open: OpenBlock, line: Line): void {
    open.end = line.end;
    open.lastLine = line;
    open.lineCount++;
    open.blankBefore = false;
  }

  private pushHeading(line: Line, start: number, heading: { level: number; title: string }): void {
    this.close();
    this.blocks.push({ kind: 'heading', start, end: line.end, ...heading });
  }
}
