import { type Block, isTableDelimiter, readListIndent } from './blocks.ts';
import {
  type Atom,
  CUT,
  type Cut,
  isSpace,
  readLines,
  type Span,
  trimSpan,
  unitWeight,
  weigh,
} from './chunk.ts';
import type { Section } from './sections.ts';
import { splitSentences } from './sentences.ts';

/** Weight of the white space between a heading and what is under it. */
const BREAK_WEIGHT = 200;

export interface AtomLimits {
  /** Weight of a whole chunk. */
  readonly maximum: number;
  /** Weight of the pieces that text without any break is cut into. */
  readonly piece: number;
}

/** The pieces of a section in order. What must stay together is one atom or stuck to the one above it. */
export function readAtoms(text: string, section: Section, limits: AtomLimits): Atom[] {
  const atoms: Atom[] = [];
  let headings = 0;
  for (const block of section.blocks) {
    const span = trimSpan(text, block.start, block.end);
    if (!span) continue;
    const above = atoms.at(-1);
    const heading = block.kind === 'heading';
    const maximum = heading ? limits.maximum : Math.max(limits.maximum - headings, limits.piece);
    const pieces = atomsOfBlock(text, { ...block, ...span }, { ...limits, maximum });
    const stuck = headings > 0 || (above !== undefined && introduces(text, above, block));
    pieces.forEach((piece, index) => {
      atoms.push(index > 0 ? piece : { ...piece, cut: stuck ? CUT.stuck : CUT.block });
    });
    headings = heading ? headings + weigh(text, span.start, span.end) + BREAK_WEIGHT : 0;
  }
  return atoms;
}

/** "You need:" stays with the list, table or code that follows. */
function introduces(text: string, above: Atom, block: Block): boolean {
  return block.kind !== 'paragraph' && (text[above.end - 1] === ':' || text[above.end - 1] === '：');
}

function atomsOfBlock(text: string, block: Block, limits: AtomLimits): Atom[] {
  switch (block.kind) {
    case 'table':
      return tableAtoms(text, block, limits);
    case 'paragraph':
      return sentenceAtoms(text, block, limits);
    case 'item':
      return wholeOr(text, block, { limits, repeatable: true, split: () => itemAtoms(text, block, limits) });
    case 'fence':
      return wholeOr(text, block, { limits, repeatable: false, split: () => lineAtoms(text, block, limits) });
    case 'heading':
      return wholeOr(text, block, {
        limits,
        repeatable: false,
        split: () => longAtoms(text, block, { limits, cut: CUT.stuck, repeatable: false }),
      });
  }
}

function toAtom(
  text: string,
  span: Span,
  { cut, repeatable }: { readonly cut: Cut; readonly repeatable: boolean },
): Atom {
  return { start: span.start, end: span.end, weight: weigh(text, span.start, span.end), cut, repeatable };
}

function wholeOr(
  text: string,
  span: Span,
  {
    limits,
    repeatable,
    split,
  }: { readonly limits: AtomLimits; readonly repeatable: boolean; readonly split: () => Atom[] },
): Atom[] {
  const whole = toAtom(text, span, { cut: CUT.block, repeatable });
  return whole.weight <= limits.maximum ? [whole] : split();
}

function longAtoms(
  text: string,
  span: Span,
  {
    limits,
    cut,
    repeatable,
  }: { readonly limits: AtomLimits; readonly cut: Cut; readonly repeatable: boolean },
): Atom[] {
  return cutLong(text, span, limits.piece).map((piece, index) =>
    toAtom(text, piece, { cut: index === 0 ? cut : piece.cut, repeatable }),
  );
}

function sentenceAtoms(text: string, span: Span, limits: AtomLimits): Atom[] {
  return splitSentences(text, span.start, span.end).flatMap((sentence) => {
    const atom = toAtom(text, sentence, { cut: CUT.sentence, repeatable: true });
    return atom.weight <= limits.maximum
      ? [atom]
      : longAtoms(text, sentence, { limits, cut: CUT.sentence, repeatable: true });
  });
}

/** An item that is too long by itself: its own sentences, then the items nested in it. */
function itemAtoms(text: string, block: Block, limits: AtomLimits): Atom[] {
  const starts: number[] = [block.start];
  for (const line of readLines(text, block.start, block.end)) {
    if (line.start > block.start && readListIndent(line.text) !== null) starts.push(line.start);
  }
  return starts.flatMap((start, index) => {
    const span = trimSpan(text, start, starts[index + 1] ?? block.end);
    return span
      ? wholeOr(text, span, { limits, repeatable: true, split: () => sentenceAtoms(text, span, limits) })
      : [];
  });
}

function lineAtoms(text: string, block: Block, limits: AtomLimits): Atom[] {
  const atoms: Atom[] = [];
  for (const line of readLines(text, block.start, block.end)) {
    const span = trimSpan(text, line.start, line.end);
    if (!span) continue;
    const atom = toAtom(text, span, { cut: CUT.line, repeatable: false });
    if (atom.weight <= limits.maximum) atoms.push(atom);
    else atoms.push(...longAtoms(text, span, { limits, cut: CUT.line, repeatable: false }));
  }
  return atoms;
}

/** Rows; the head and its delimiter row stay with the first row under them. */
function tableAtoms(text: string, block: Block, limits: AtomLimits): Atom[] {
  const rows = lineAtoms(text, block, limits);
  const delimiter = rows.findIndex((row) => isTableDelimiter(text.slice(row.start, row.end)));
  return rows.map((row, index) => (index > 0 && index <= delimiter + 1 ? { ...row, cut: CUT.stuck } : row));
}

const CLAUSE_MARKS = new Set('、，,;；:：）)」』】。！？');
const GRAPHEME_WINDOW = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a span that has no better place into pieces of at most weight `limit`: after a line, after a
 * clause, at white space, else between two graphemes. `cut` says what was found before each piece.
 */
function cutLong(text: string, span: Span, limit: number): (Span & { readonly cut: Cut })[] {
  const pieces: (Span & { readonly cut: Cut })[] = [];
  let from = span.start;
  let cut: Cut = CUT.hard;
  while (from < span.end) {
    const found = findCut(text, { from, end: span.end, limit });
    const piece = trimSpan(text, from, found.at);
    if (piece) pieces.push({ ...piece, cut });
    cut = found.cut;
    from = found.at;
  }
  return pieces;
}

/** First index at which `text.slice(from, index + 1)` would weigh more than the limit, or `end`. */
function reach(
  text: string,
  { from, end, limit }: { readonly from: number; readonly end: number; readonly limit: number },
): number {
  let weight = 0;
  for (let index = from; index < end; index++) {
    weight += unitWeight(text, index);
    if (weight > limit) return Math.max(index, from + 1);
  }
  return end;
}

/** Whether the list of marks or white space allows a cut before `index`. */
function cutBefore(text: string, index: number): Cut | null {
  const before = text.charCodeAt(index - 1);
  if (before === 0x0a) return CUT.line;
  if (isInAddress(text, index)) return null;
  const space = isSpace(before);
  if (CLAUSE_MARKS.has(text.charAt(index - 1))) return isDigitGroup(text, index) ? null : CUT.clause;
  if (!space) return null;
  return CLAUSE_MARKS.has(text.charAt(index - 2)) ? CUT.clause : CUT.hard;
}

const ADDRESS_WINDOW = 200;

/** Between two signs of an address, which is found and given as a whole. */
function isInAddress(text: string, index: number): boolean {
  if (!/[,;:)]/.test(text.charAt(index - 1)) || /[\s\u3000]|[^\x21-\x7e]/.test(text.charAt(index)))
    return false;
  return /(?:https?|mailto|tel):[^\s<>]*$/.test(text.slice(Math.max(0, index - ADDRESS_WINDOW), index));
}

/** 1,000 and 10:30 are not two clauses. */
function isDigitGroup(text: string, index: number): boolean {
  const isDigit = (at: number) => text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39;
  return isDigit(index) && isDigit(index - 2);
}

function findCut(
  text: string,
  { from, end, limit }: { readonly from: number; readonly end: number; readonly limit: number },
): { at: number; cut: Cut } {
  const furthest = reach(text, { from, end, limit });
  if (furthest >= end) return { at: end, cut: CUT.hard };
  const nearest = from + Math.ceil((furthest - from) / 2);
  let best: { at: number; cut: Cut } | null = null;
  for (let at = furthest; at >= nearest; at--) {
    const cut = cutBefore(text, at);
    if (cut !== null && (!best || cut > best.cut)) best = { at, cut };
    if (best?.cut === CUT.line) break;
  }
  return best ?? { at: graphemeBoundary(text, from, furthest), cut: CUT.hard };
}

/** Last grapheme boundary at or before `index`; a cluster longer than the window is cut between code points. */
function graphemeBoundary(text: string, from: number, index: number): number {
  const safe = isTrailUnit(text, index) ? index - 1 : index;
  const start = Math.max(from, safe - GRAPHEME_WINDOW);
  const windowStart = isTrailUnit(text, start) && start > from ? start + 1 : start;
  const cluster = graphemes
    .segment(text.slice(windowStart, safe + GRAPHEME_WINDOW))
    .containing(safe - windowStart);
  const boundary = cluster ? windowStart + cluster.index : safe;
  if (boundary > windowStart) return boundary;
  return safe > from ? safe : index + 1;
}

function isTrailUnit(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  const lead = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && lead >= 0xd800 && lead <= 0xdbff;
}
