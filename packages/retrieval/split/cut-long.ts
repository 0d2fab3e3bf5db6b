import { CUT, type Cut, type Span } from './chunk.ts';
import { unitWeight } from './weight.ts';
import { isSpace, trimSpan } from './whitespace.ts';

const CLAUSE_MARKS = new Set('、，,;；:：）)」』】。！？');
const GRAPHEME_WINDOW = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a span that has no better place into pieces of at most weight `limit`: after a line, after a
 * clause, at white space, else between two graphemes. `cut` says what was found before each piece.
 */
export function cutLong(text: string, span: Span, limit: number): (Span & { readonly cut: Cut })[] {
  const pieces: (Span & { readonly cut: Cut })[] = [];
  let from = span.start;
  let cut: Cut = CUT.hard;
  while (from < span.end) {
    const found = findCut(text, from, span.end, limit);
    const piece = trimSpan(text, from, found.at);
    if (piece) pieces.push({ ...piece, cut });
    cut = found.cut;
    from = found.at;
  }
  return pieces;
}

/** First index at which `text.slice(from, index + 1)` would weigh more than the limit, or `end`. */
function reach(text: string, from: number, end: number, limit: number): number {
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
  const space = isSpace(before);
  if (CLAUSE_MARKS.has(text.charAt(index - 1))) return isDigitGroup(text, index) ? null : CUT.clause;
  if (!space) return null;
  return CLAUSE_MARKS.has(text.charAt(index - 2)) ? CUT.clause : CUT.hard;
}

/** 1,000 and 10:30 are not two clauses. */
function isDigitGroup(text: string, index: number): boolean {
  const isDigit = (at: number) => text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39;
  return isDigit(index) && isDigit(index - 2);
}

function findCut(text: string, from: number, end: number, limit: number): { at: number; cut: Cut } {
  const furthest = reach(text, from, end, limit);
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
