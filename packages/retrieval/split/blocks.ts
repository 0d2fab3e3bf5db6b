import { type Line, readLines, type Span } from './chunk.ts';

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

/** What one line of markdown or plain text looks like by itself. All checks are linear in the line. */
const HEADING_LIMIT = 300;

interface HeadingLine {
  readonly level: number;
  readonly title: string;
}

/** ATX heading (CommonMark 4.2), or null. */
function readAtxHeading(line: string): HeadingLine | null {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(line);
  if (!match || line.length > HEADING_LIMIT) return null;
  const title = line
    .slice(match[0].length)
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .trim();
  return { level: match[1]?.length ?? 1, title };
}

/** Level of a setext underline (CommonMark 4.3), or null. */
function readSetextLevel(line: string): 1 | 2 | null {
  const mark = line.trim();
  if (/^ {4}|^\t/.test(line)) return null;
  if (/^=+$/.test(mark)) return 1;
  return /^-+$/.test(mark) ? 2 : null;
}

/** Whether a line can be the text above a setext underline. */
function canBeSetextTitle(line: string): boolean {
  return line.length <= HEADING_LIMIT && !/^ {4}|^\t/.test(line) && !line.trimStart().startsWith('>');
}

/** Opening code fence (CommonMark 4.5), or null. */
function readFence(line: string): { readonly mark: string; readonly length: number } | null {
  const match = /^[ \t]*(`{3,}|~{3,})/.exec(line);
  const run = match?.[1];
  if (!run) return null;
  const mark = run.charAt(0);
  if (mark === '`' && line.slice(match[0].length).includes('`')) return null;
  return { mark, length: run.length };
}

/** Whether a line closes the fence: the same mark, at least as long, and nothing else. */
function closesFence(line: string, fence: { readonly mark: string; readonly length: number }): boolean {
  const trimmed = line.trim();
  if (trimmed.length < fence.length) return false;
  for (const character of trimmed) if (character !== fence.mark) return false;
  return true;
}

/** Delimiter row under a table's head, as in GFM: `| --- | :-: |`. */
export function isTableDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[|:\- \t]+$/.test(line.trim());
}

const BULLET =
  /^([ \t\u3000]*)(?:[-*+](?=[ \t])|[・●○■□◆◇▶►•‣※]|\d{1,9}[.)](?=[ \t])|[(（]\d{1,3}[)）]|[①-⑳])/;

/** Indentation of a list item, or null when the line is none. */
export function readListIndent(line: string): number | null {
  const match = BULLET.exec(line);
  if (!match || isThematicBreak(line)) return null;
  return indentOf(match[1] ?? '');
}

function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width += 1;
    else if (character === '\u3000') width += 2;
    else if (character === '\t') width += 4;
    else break;
  }
  return width;
}

function isThematicBreak(line: string): boolean {
  const mark = line.trim().replaceAll(/[ \t]/g, '');
  return mark.length >= 3 && /^(?:-+|\*+|_+)$/.test(mark);
}

const QUESTION =
  /^[ \t\u3000]*(?:\*\*|__)?(?:Q|Ｑ|問|質問|Question|Hỏi|Câu hỏi)[ \t]*\d{0,4}(?:\*\*|__)?[ \t]*[:：.．、)）]/i;
const ANSWER =
  /^[ \t\u3000]*(?:\*\*|__)?(?:A|Ａ|答|回答|答え|Answer|Đáp|Trả lời)[ \t]*\d{0,4}(?:\*\*|__)?[ \t]*[:：.．、)）]/i;

export function isQuestion(line: string): boolean {
  return QUESTION.test(line);
}

export function isAnswer(line: string): boolean {
  return ANSWER.test(line);
}
