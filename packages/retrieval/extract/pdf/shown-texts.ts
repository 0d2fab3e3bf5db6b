import { type ShownText, TICK } from './annotations.ts';
import type { LineCell, PageBox, PageLine } from './text-lines.ts';

/** Of a line's size: its middle stands this far above its base line. */
const MIDDLE = 0.35;
/** Points that the edge of a field may be away from the text beside it. */
const TOLERANCE = 2;
/** Further to the left than this, a label above the field is nearer. */
const LABEL_DISTANCE = 120;
/** Of a line's size: a label above its field. */
const LABEL_ABOVE = 1.2;
/** Lines for a value to be written on. */
const LEADER = /_{2,}|＿{2,}|\.{4,}|…{2,}|‥{2,}|-{4,}|―{2,}|[ \u3000]{3,}/g;

/** The lines of a page with what its fields were filled with, each value once, behind its label. */
export function placeShownTexts(
  lines: readonly PageLine[],
  texts: readonly ShownText[],
  page: number,
): PageLine[] {
  const placed = [...lines];
  const sorted = texts.toSorted((a, b) => a.box.top - b.box.top || a.box.x - b.box.x);
  for (const shown of sorted) {
    if (isPrinted(lines, shown)) continue;
    const at = findLine(placed, shown);
    const line = placed[at];
    const beside = placed.filter((each) => isBeside(each, shown.box)).map((each) => each.text);
    if (line) placed[at] = addToLine(line, shown.box, writtenText(shown, beside.join(' ')));
    else addOwnLine(placed, shown, page);
  }
  return placed;
}

const compact = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

function middleOf(line: PageLine): number {
  return line.y - line.size * MIDDLE;
}

function isBeside(line: PageLine, { top, bottom }: PageBox): boolean {
  const middle = middleOf(line);
  return line.block === undefined && middle > top - TOLERANCE && middle < bottom + TOLERANCE;
}

/** A form that was made part of the page has its values in the page's content too. */
function isPrinted(lines: readonly PageLine[], { text, box }: ShownText): boolean {
  const inside = lines
    .filter((line) => isBeside(line, box) && line.x < box.right && line.right > box.x)
    .flatMap(cellsOf)
    .filter((cell) => cell.x < box.right && cell.right > box.x)
    .map((cell) => cell.text)
    .join('');
  return inside !== '' && compact(inside).includes(compact(text));
}

function cellsOf(line: PageLine): readonly LineCell[] {
  return line.cells.length > 0 ? line.cells : [{ text: line.text, x: line.x, right: line.right }];
}

/** The line beside a field, or -1 when its label stands above it or it has none. */
function findLine(lines: readonly PageLine[], { box, text }: ShownText): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const isTick = text === TICK;
  for (const [index, line] of lines.entries()) {
    if (!isBeside(line, box)) continue;
    for (const cell of cellsOf(line)) {
      const left = box.x - cell.right;
      const isOver = cell.x < box.right && cell.right > box.x;
      const isLeft = left > -TOLERANCE;
      // The text behind a field is its unit or the next label; behind a box to tick it is the label.
      const distance = isOver ? 0 : isLeft ? left : (cell.x - box.right) * (isTick ? 1 : 3);
      if (distance < least) {
        least = distance;
        best = index;
      }
    }
  }
  return least > LABEL_DISTANCE && hasLabelAbove(lines, box) ? -1 : best;
}

function hasLabelAbove(lines: readonly PageLine[], box: PageBox): boolean {
  return lines.some((line) =>
    cellsOf(line).some((cell) => {
      const gap = box.top - line.y;
      const isOver = cell.x < box.right && cell.right > box.x;
      return isOver && gap > -TOLERANCE && gap < line.size * LABEL_ABOVE;
    }),
  );
}

/** Of a line's size: a box to tick stands this near before its label. */
const TICK_GAP = 2;

function addToLine(line: PageLine, box: PageBox, written: string): PageLine {
  const cells = cellsOf(line);
  const over = cells.findIndex((cell) => cell.x < box.right && cell.right > box.x);
  const cell = cells[over];
  const filled = cell && fillLeader(cell, box, written);
  if (cell && filled) {
    const text = fillLeader(line, box, written) ?? line.text;
    return { ...line, text, cells: cells.with(over, { ...cell, text: filled }) };
  }
  const added = cellOf(written, box, line.size);
  const at = cells.findLastIndex((each) => each.x < added.x) + 1;
  const label = cells[at];
  const isTick = written.startsWith(TICK) && label && label.x - box.right < line.size * TICK_GAP;
  const all = isTick
    ? cells.with(at, { ...label, text: `${written} ${label.text}`, x: added.x })
    : cells.toSpliced(at, 0, added);
  return {
    ...line,
    text: all.map((each) => each.text).join(' '),
    x: Math.min(line.x, added.x),
    right: Math.max(line.right, added.right),
    cells: all,
  };
}

/** A tick with what it stands for, unless that is printed beside it. */
function writtenText({ text, option }: ShownText, beside: string): string {
  return option === undefined || compact(beside).includes(compact(option)) ? text : `${text} ${option}`;
}

/** The text with the value in place of the line that it is written on; null: there is none. */
function fillLeader(cell: LineCell, box: PageBox, value: string): string | null {
  const share = ((box.x + box.right) / 2 - cell.x) / (cell.right - cell.x);
  const distance = (match: RegExpExecArray) =>
    Math.abs((match.index + match[0].length / 2) / cell.text.length - share);
  const nearest = [...cell.text.matchAll(LEADER)].toSorted((a, b) => distance(a) - distance(b))[0];
  if (!nearest) return null;
  const before = cell.text.slice(0, nearest.index).trimEnd();
  return `${before} ${value} ${cell.text.slice(nearest.index + nearest[0].length).trimStart()}`.trim();
}

function cellOf(text: string, box: PageBox, size: number): LineCell {
  const longest = Math.max(...text.split('\n').map((line) => line.length));
  return { text, x: box.x, right: Math.min(box.right, box.x + longest * size), filled: true };
}

const USUAL_SIZE = 10;

/** Below the text that stands above it. */
function addOwnLine(lines: PageLine[], shown: ShownText, page: number): void {
  const { box } = shown;
  const written = writtenText(shown, '');
  // A tick alone says nothing.
  if (written === TICK) return;
  const above = lastAbove(
    lines,
    (line) => line.y < box.top + TOLERANCE && line.x < box.right && line.right > box.x,
  );
  const before = above === -1 ? lastAbove(lines, (line) => line.y < box.top + TOLERANCE) : above;
  const size = lines[Math.max(before, 0)]?.size ?? USUAL_SIZE;
  const cell = cellOf(written, box, size);
  const y = Math.min(box.top + size, (box.top + box.bottom) / 2 + size * MIDDLE);
  lines.splice(before + 1, 0, { text: written, page, x: cell.x, right: cell.right, y, size, cells: [cell] });
}

function lastAbove(lines: readonly PageLine[], test: (line: PageLine) => boolean): number {
  let best = -1;
  for (const [index, line] of lines.entries()) {
    if (line.block === undefined && test(line) && line.y >= (lines[best]?.y ?? 0)) best = index;
  }
  return best;
}
