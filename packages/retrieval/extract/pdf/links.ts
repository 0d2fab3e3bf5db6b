import { linkAddress, markdownLink } from '../inline/link-address.ts';
import type { PageLink } from './annotations.ts';
import { cleanCharacters, isJapanese } from './characters.ts';
import type { LineCell, PageBox, PageLine } from './text-lines.ts';

/** Part of a line that is a link, `start`..`end` of its text. */
interface LinkPiece {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly right: number;
  readonly link: PageLink;
}

/** What a part of a line is replaced by. */
interface LineEdit {
  readonly piece: LinkPiece;
  readonly text: string;
}

/** Lines in which the text of each link is one of markdown; of one over several lines, the part on its last line. */
export function placeAddresses(lines: readonly PageLine[], links: readonly PageLink[]): PageLine[] {
  const pieces = links.flatMap((link) => findPieces(lines, link));
  pieces.sort((a, b) => a.line - b.line || a.start - b.start);
  const edits = groupPieces(lines, pieces).flatMap((group) => editsOf(lines, group));
  const edited = [...lines];
  for (const edit of edits.toReversed()) {
    const line = edited[edit.piece.line];
    if (line) edited[edit.piece.line] = editLine(line, edit);
  }
  return edited.filter((line) => line.text.trim() !== '');
}

/** Middle of the letters above the base line, in sizes. */
const MIDDLE = 0.35;
const TOLERANCE = 1;

function boxAt(line: PageLine, boxes: readonly PageBox[]): PageBox | undefined {
  const middle = line.y - line.size * MIDDLE;
  return boxes.find(
    ({ x, right, top, bottom }) =>
      line.x < right - TOLERANCE && line.right > x + TOLERANCE && middle > top && middle < bottom,
  );
}

function findPieces(lines: readonly PageLine[], link: PageLink): LinkPiece[] {
  let rest = cleanCharacters(link.covered, isJapanese(link.covered)).replaceAll(/\s+/g, '');
  const pieces: LinkPiece[] = [];
  for (const [index, line] of lines.entries()) {
    const box = line.block === undefined ? boxAt(line, link.boxes) : undefined;
    const found = box && rest !== '' ? findText(line, rest, box) : null;
    if (!box || !found) continue;
    const { start, end, length } = found;
    pieces.push({ line: index, start, end, link, x: box.x, right: box.right });
    rest = rest.slice(length);
  }
  return pieces;
}

const LONGEST = 500;

/** Where the line has the beginning of `wanted`, blanks aside: the longest one, and of several the nearest to the box. */
function findText(line: PageLine, wanted: string, box: PageBox) {
  const letters = Array.from(line.text.matchAll(/\S/g), (match) => match.index);
  const text = letters.map((at) => line.text.charAt(at)).join('');
  const share = (box.x - line.x) / Math.max(line.right - line.x, 1);
  for (let length = Math.min(wanted.length, text.length, LONGEST); length > 0; length--) {
    const at = nearestIndex(text, wanted.slice(0, length), share);
    const start = letters[at];
    const last = letters[at + length - 1];
    if (start !== undefined && last !== undefined) return { start, end: last + 1, length };
  }
  return null;
}

function nearestIndex(text: string, part: string, share: number): number {
  let best = -1;
  const distance = (at: number) => Math.abs(at / text.length - share);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (best === -1 || distance(at) < distance(best)) best = at;
  }
  return best;
}

/** Pieces of one link: a program writes one for each line, and often one for each change of the font. */
function groupPieces(lines: readonly PageLine[], pieces: readonly LinkPiece[]): LinkPiece[][] {
  const groups: LinkPiece[][] = [];
  for (const piece of pieces) {
    const open = groups.findLast((group) => group[0]?.link.address === piece.link.address);
    const last = open?.at(-1);
    if (open && last && (last.link === piece.link || goesOn(lines, last, piece))) {
      if (piece.line !== last.line || piece.end > last.end) open.push(piece);
    } else groups.push([piece]);
  }
  return groups;
}

/** Of the line's size: the next line of the same paragraph or cell. */
const PITCH = 2.4;

function goesOn(lines: readonly PageLine[], above: LinkPiece, piece: LinkPiece): boolean {
  const from = lines[above.line];
  const to = lines[piece.line];
  if (!from || !to) return false;
  if (above.line === piece.line) return from.text.slice(above.end, piece.start).trim() === '';
  const gap = to.y - from.y;
  // A change of the font may begin a line of its own.
  if (Math.abs(gap) < to.size * MIDDLE) return Math.abs(piece.x - above.right) < to.size * MIDDLE;
  return gap > 0 && gap < to.size * PITCH && endsPart(from, above) && beginsPart(to, piece);
}

function endsPart(line: PageLine, { start, end }: LinkPiece): boolean {
  const text = line.text.slice(start, end);
  return line.text.slice(end).trim() === '' || line.cells.some((cell) => cell.text.trim().endsWith(text));
}

function beginsPart(line: PageLine, { start, end }: LinkPiece): boolean {
  const text = line.text.slice(start, end);
  return (
    line.text.slice(0, start).trim() === '' || line.cells.some((cell) => cell.text.trim().startsWith(text))
  );
}

function editsOf(lines: readonly PageLine[], group: readonly LinkPiece[]): LineEdit[] {
  const last = group.at(-1);
  if (!last) return [];
  const address = linkAddress(last.link.address);
  const texts = group.map(({ line, start, end }) => lines[line]?.text.slice(start, end) ?? '');
  const whole = texts.join('');
  if (address !== null && markdownLink(whole, address) !== whole)
    return linkOfLine(
      lines,
      group.filter(({ line }) => line === last.line),
      address,
    );
  const isBroken = new Set(group.map((piece) => piece.line)).size > 1;
  const isOneWord = texts.every((text) => !/\s/.test(text.trim()));
  // An address that was printed over two lines is one again.
  return address !== null && isBroken && isOneWord
    ? group.map((piece, index) => ({ piece, text: index === 0 ? whole.replaceAll(/\s+/g, '') : '' }))
    : [];
}

/** A program may make several parts of a link in one line; the first of them begins its text. */
function linkOfLine(lines: readonly PageLine[], parts: readonly LinkPiece[], address: string): LineEdit[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return [];
  const text = lines[first.line]?.text.slice(first.start, last.end) ?? '';
  return [{ piece: { ...first, end: last.end, right: last.right }, text: markdownLink(text, address) }];
}

function editLine(line: PageLine, { piece, text }: LineEdit): PageLine {
  const before = line.text.slice(piece.start, piece.end);
  const at = line.cells.findIndex(
    (cell) => cell.x < piece.right && cell.right > piece.x && cell.text.includes(before),
  );
  const cell = line.cells[at];
  return {
    ...line,
    text: line.text.slice(0, piece.start) + text + line.text.slice(piece.end),
    cells: cell ? line.cells.with(at, editCell(cell, piece, { before, text })) : line.cells,
  };
}

function editCell(
  cell: LineCell,
  piece: LinkPiece,
  { before, text }: { readonly before: string; readonly text: string },
): LineCell {
  const share = (piece.x - cell.x) / Math.max(cell.right - cell.x, 1);
  const at = nearestIndex(cell.text, before, share);
  return { ...cell, text: cell.text.slice(0, at) + text + cell.text.slice(at + before.length) };
}
