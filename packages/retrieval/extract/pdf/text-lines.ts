import { scriptText } from '../inline/scripts.ts';
import { cleanCharacters, isJapanese } from './characters.ts';

/**
 * A line as it stands on its page, in points from the top left corner. In vertical writing `x` and `y` are swapped,
 * so that `x` always runs along the line and `y` from line to line.
 */
export interface PageLine {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Pieces of the line with wide gaps between them, as the cells of a table have. */
  readonly cells: readonly LineCell[];
  /** Text that is ready: a row of a table, or what was read from the page's picture. */
  readonly block?: 'table' | 'given';
}

/** A place on a page, in points from its top left corner. */
export interface PageBox {
  readonly x: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LineCell {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** What a field of a form was filled with. */
  readonly filled?: boolean;
}

/** A gap between words is a third of their size; cells of a table stand further apart. */
const CELL_GAP = 1.2;

/** 2 × 3 matrix of the page's viewport: turns user space into points from the top left corner, rotation undone. */
type Matrix = readonly number[];

interface OpenLine {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  characters: number;
  cells: { text: string; x: number; right: number }[];
  parts: LinePart[];
}

interface PlacedItem {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly slanted: boolean;
}

const CJK = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** How a page is shown: its number and the matrix of its viewport; `columns` are the vertical lines drawn on it. */
export interface PageView {
  readonly page: number;
  readonly viewport: Matrix;
  readonly columns?: readonly ColumnRule[];
}

/** A vertical line between the cells of a table. */
interface ColumnRule {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines of one page in the order of its content. Slanted text, which is watermarks, is left out. */
export function readPageLines(content: TextContent, { page, viewport, columns = [] }: PageView): PageLine[] {
  const lines: PageLine[] = [];
  let open: OpenLine | null = null;
  const close = () => {
    const text = open?.text.trim() ?? '';
    if (open && text !== '')
      lines.push({
        text,
        page,
        x: open.x,
        right: open.right,
        y: open.y,
        size: round(open.size),
        cells: open.cells,
      });
    open = null;
  };
  const japanese = content.items.some((item) => 'str' in item && isJapanese(item.str));
  for (const item of content.items) {
    if (!('str' in item)) continue;
    for (const placed of divideItem(place(item, viewport, japanese), columns)) {
      if (placed.slanted || placed.text === '') continue;
      if (open && Math.abs(placed.y - open.y) > Math.max(open.size, placed.size)) close();
      open = append(open, open ? onTheLine(placed, open) : placed, columns);
    }
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function round(size: number): number {
  return Math.round(size * 10) / 10;
}

function place(item: TextItem, viewport: Matrix, japanese: boolean): PlacedItem {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = viewport;
  const [ta = 1, tb = 0, tc = 0, td = 1, te = 0, tf = 0] = item.transform;
  const x = a * te + c * tf + e;
  const y = b * te + d * tf + f;
  const size = Math.hypot(a * tc + c * td, b * tc + d * td) || 1;
  const angle = Math.atan2(b * ta + d * tb, a * ta + c * tb);
  const slanted = Math.abs(Math.sin(angle * 2)) > 0.3;
  const text = cleanCharacters(item.str, japanese);
  if (item.dir === 'ttb') return { text, x: y, right: y + item.height, y: -x, size, slanted };
  return { text, x, right: x + item.width, y, size, slanted };
}

/** Of the line's size: what is smaller, and at least this far above or below its base line. */
const SMALLER = 0.87;
const RAISED = { least: 0.15, most: 0.8 };
const LOWERED = { least: 0.08, most: 0.5 };
const SCRIPT_LENGTH = 12;

/** A raised or lowered text, such as the mark of a note, as it is written on the line: 10¹, H₂O. */
function onTheLine(item: PlacedItem, { size, y }: OpenLine): PlacedItem {
  const text = item.text.trim();
  if (text === '' || text.length > SCRIPT_LENGTH || item.size > size * SMALLER) return item;
  const height = (y - item.y) / size;
  const isRaised = height >= RAISED.least && height <= RAISED.most;
  if (!isRaised && !(height <= -LOWERED.least && height >= -LOWERED.most)) return item;
  return { ...item, text: scriptText(item.text, isRaised ? 'super' : 'sub') };
}

/** Parts of an item over several cells: PDF.js takes texts with the gap of a blank between them for one. */
function divideItem(item: PlacedItem, columns: readonly ColumnRule[]): PlacedItem[] {
  const inside = columns.filter((rule) => rule.x > item.x && rule.x < item.right && crosses(rule, item));
  const [rule, ...further] = inside.toSorted((one, other) => one.x - other.x);
  if (!rule || !item.text.trim().includes(' ')) return [item];
  // A border may be drawn as two lines.
  const others = further.filter(({ x }) => x > rule.x + item.size / 2);
  const shares = sharesOf(item.text);
  const share = (rule.x - item.x) / (item.right - item.x);
  const at = gapIn(item.text, shares.findLastIndex((each) => each <= share) / item.text.length);
  if (at === null) return [item];
  const right = Math.min(item.x + (shares[at] ?? 1) * (item.right - item.x), rule.x);
  const rest = { ...item, text: item.text.slice(at + 1), x: rule.x };
  const blank = { ...item, text: ' ', x: right, right: rule.x };
  return [{ ...item, text: item.text.slice(0, at), right }, blank, ...divideItem(rest, others)];
}

/** Where each character of a text begins, as a share of its width: ideographs are twice as wide as most others. */
function sharesOf(text: string): number[] {
  const starts = [0];
  for (const character of text.split('')) starts.push((starts.at(-1) ?? 0) + (CJK.test(character) ? 2 : 1));
  const width = starts.at(-1) || 1;
  return starts.map((start) => start / width);
}

const crosses = ({ top, bottom }: ColumnRule, { y, size }: PlacedItem): boolean =>
  top < y && bottom > y - size / 2;

function append(open: OpenLine | null, item: PlacedItem, columns: readonly ColumnRule[]): OpenLine {
  const { text, x, right, y, size } = item;
  if (!open) {
    const cells = text.trim() === '' ? [] : [{ text, x, right }];
    const parts = [{ start: 0, end: text.length, x, right }];
    return { text, x, right, y, size, characters: text.length, cells, parts };
  }
  if (x < open.right - size * BACK && stepsBack(open, item)) return open;
  addToCells(open, item, columns);
  if (isLetterSpacing(open.text, text, x - open.right, open.size)) open.text = open.text.trimEnd();
  open.parts.push({ start: open.text.length, end: open.text.length + text.length, x, right });
  open.text += text;
  if (text.trim() !== '') {
    const characters = open.characters + text.length;
    open.size = (open.size * open.characters + size * text.length) / characters;
    open.characters = characters;
    open.right = Math.max(open.right, right);
    open.x = Math.min(open.x, x);
  }
  return open;
}

/** Of its size: what begins this far before the end of its line was written after what stands behind it. */
const BACK = 0.1;

/** Whether an item only fills what the line has left open for it; blanks that step over what is there say nothing. */
function stepsBack(open: OpenLine, item: PlacedItem): boolean {
  if (item.text.trim() === '') return true;
  const filled = fillGap(open.text, open.parts, item);
  if (filled === null) return false;
  open.text = filled;
  const cell = open.cells.findLast(({ x, right }) => x <= item.x + item.size * BACK && right > item.x);
  const whole = cell && [{ start: 0, end: cell.text.length, x: cell.x, right: cell.right }];
  if (cell && whole) cell.text = fillGap(cell.text, whole, item) ?? cell.text;
  return true;
}

/** A narrow gap between two ideographs is letter spacing; Japanese has no spaces between words. */
function isLetterSpacing(before: string, next: string, gap: number, size: number): boolean {
  return (
    gap < size * 0.6 && before.endsWith(' ') && CJK.test(before.at(-2) ?? '') && CJK.test(next.at(0) ?? '')
  );
}

function addToCells(open: OpenLine, item: PlacedItem, columns: readonly ColumnRule[]): void {
  const { text, x, right, size } = item;
  const last = open.cells.at(-1);
  if (text.trim() === '') return;
  const isDivided =
    last && columns.some((rule) => rule.x > last.right - 1 && rule.x < x + 1 && crosses(rule, item));
  if (!last || isDivided || x - last.right > size * CELL_GAP || x < last.x - size)
    open.cells.push({ text, x, right });
  else {
    const gap = x - last.right > size * 0.15 && !isLetterSpacing(`${last.text} `, text, x - last.right, size);
    last.text += gap ? ` ${text}` : text;
    last.right = Math.max(last.right, right);
  }
}

/** Part of a line's text, `start`..`end`, and where it stands on the page. */
interface LinePart {
  start: number;
  end: number;
  readonly x: number;
  readonly right: number;
}

interface Letters {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly size: number;
}

/** Letters that many fonts lack, as most of Vietnamese: programs then take them from another font. */
const RARE_LETTERS = /^(?:[\u00c0-\u024f\u1e00-\u1eff]|\p{M}){1,3}$/u;
/** From the estimated place of a gap inside a text, in characters: they are not all of one width. */
const NEAR = 3;
/** Of the letters' size: what is left of a gap is a space from here on. */
const SPACE = 0.2;

/**
 * Puts letters into the gap that was left for them: a program that takes some from another font writes the rest of the
 * line first, with blanks. Returns the text, `parts` moved along; null: these letters fill no gap.
 */
function fillGap(text: string, parts: readonly LinePart[], letters: Letters): string | null {
  if (!RARE_LETTERS.test(letters.text)) return null;
  const tolerance = letters.size * SPACE;
  const part = parts.findLast(({ x, right }) => x <= letters.x + tolerance && right > letters.x + tolerance);
  if (!part) return null;
  const own = text.slice(part.start, part.end);
  const at = gapIn(own, (letters.x - part.x) / (part.right - part.x));
  if (at === null) return null;
  const isWhole = own.trim() === '';
  const before = isWhole && letters.x - part.x > tolerance ? ' ' : '';
  const behind = isWhole && part.right - letters.right > tolerance ? ' ' : '';
  const filling = `${before}${letters.text}${behind}`;
  const from = part.start + at;
  for (const each of parts) {
    if (each.start > from) each.start += filling.length - 1;
    if (each.end > from) each.end += filling.length - 1;
  }
  return text.slice(0, from) + filling + text.slice(from + 1);
}

/** The blank nearest to a share of a text; null: none is near. */
function gapIn(text: string, share: number): number | null {
  const wanted = share * text.length;
  let best: number | null = null;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (best === null || Math.abs(at - wanted) < Math.abs(best - wanted)) best = at;
  }
  return best !== null && Math.abs(best - wanted) <= NEAR ? best : null;
}

/** The part of PDF.js that is used, as its own documentation describes it. */
interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

export interface TextContent {
  readonly items: readonly (TextItem | { readonly type: string })[];
}

export interface OutlineItem {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}
