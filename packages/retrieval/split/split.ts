import { type AtomLimits, readAtoms } from './atoms.ts';
import {
  type Atom,
  type Chunk,
  CUT,
  type PageSpan,
  type Span,
  type SplitInput,
  type SplitOptions,
  TOKEN,
  weigh,
} from './chunk.ts';
import { readSections } from './sections.ts';

/**
 * The defaults of a base's settings. About 340 tokens find the most answers within a given context in English, Japanese
 * and Vietnamese alike (`bench retrieval`): smaller passages rank worse, larger ones waste the context.
 */
export const DEFAULT_CHUNK_TOKENS = 340;
export const DEFAULT_OVERLAP_PERCENT = 15;

const SMALLEST_TOKENS = 10;
const LARGEST_OVERLAP = 50;
/** Text without any break is cut into pieces of this share of a chunk. */
const PIECE_SHARE = 0.15;

/**
 * Splits a document into passages for search, in order, with exact offsets. Follows headings, lists, tables, code
 * and sentences (ja, vi, en); a chunk never spans two headings or two questions. Linear time; never throws.
 */
export function splitDocument(input: SplitInput, options: SplitOptions = {}): Chunk[] {
  const { text, pages } = input;
  const limits = limitsOf(options);
  const pageOf = pageFinder(pages ?? []);
  const chunks: Chunk[] = [];
  for (const section of readSections(input)) {
    for (const span of packAtoms(text, readAtoms(text, section, limits), limits)) {
      chunks.push(
        toChunk(text, chunks.length, { headingPath: section.headingPath, span, page: pageOf(span.start) }),
      );
    }
  }
  return chunks;
}

function limitsOf({
  chunkTokens = DEFAULT_CHUNK_TOKENS,
  overlapPercent = DEFAULT_OVERLAP_PERCENT,
}: SplitOptions): AtomLimits & PackLimits {
  const maximum = Math.max(chunkTokens, SMALLEST_TOKENS) * TOKEN;
  const overlap = (maximum * Math.min(Math.max(overlapPercent, 0), LARGEST_OVERLAP)) / 100;
  return { maximum, overlap, piece: maximum * PIECE_SHARE };
}

function toChunk(
  text: string,
  position: number,
  {
    headingPath,
    span,
    page,
  }: { readonly headingPath: string[]; readonly span: Span; readonly page: number | null },
): Chunk {
  const { start, end } = span;
  return { position, headingPath: [...headingPath], page, start, end, text: text.slice(start, end) };
}

/** Chunks come in order, so the page is found by walking forward. */
function pageFinder(pages: readonly PageSpan[]): (offset: number) => number | null {
  let index = 0;
  return (offset) => {
    while (index + 1 < pages.length && (pages[index + 1]?.start ?? 0) <= offset) index++;
    return pages[index]?.number ?? null;
  };
}

/** A chunk fills at least this share of the maximum when more than `BALANCE` chunks' worth is left. */
const SHORTEST = 0.6;
/** Up to this many chunks' worth, the rest is shared evenly between two, so no tiny piece is left over. */
const BALANCE = 1.6;
/** How much a fuller chunk counts against a better place for the cut. */
const FILL = 2;

interface PackLimits {
  readonly maximum: number;
  /** Weight that may be repeated from the chunk before. */
  readonly overlap: number;
}

/** Joins the atoms of one section into chunks of at most `maximum`, cut at the best places. */
function packAtoms(text: string, atoms: readonly Atom[], limits: PackLimits): Span[] {
  const spans: Span[] = [];
  const ruler = measure(text, atoms);
  let begin = 0;
  let fresh = 0;
  while (fresh < atoms.length) {
    begin = fitOverlap(ruler, { begin, fresh, maximum: limits.maximum });
    const last = chooseLast(atoms, ruler, { begin, fresh, maximum: limits.maximum });
    const start = atoms[begin]?.start ?? 0;
    spans.push({ start, end: atoms[last]?.end ?? start });
    fresh = last + 1;
    begin = overlapStart(atoms, ruler, { lowest: Math.max(begin + 1, 0), last, overlap: limits.overlap });
  }
  return spans;
}

/** Weight of the text from the start of atom `first` to the end of atom `last`, white space between included. */
type Ruler = (first: number, last: number) => number;

function measure(text: string, atoms: readonly Atom[]): Ruler {
  const ends: number[] = [];
  const starts: number[] = [];
  let total = 0;
  for (const [index, atom] of atoms.entries()) {
    const above = atoms[index - 1];
    if (above) total += weigh(text, above.end, atom.start);
    starts.push(total);
    total += atom.weight;
    ends.push(total);
  }
  return (first, last) => (ends[last] ?? total) - (starts[first] ?? 0);
}

/** Drops repeated atoms until the first new one fits. */
function fitOverlap(
  ruler: Ruler,
  { begin, fresh, maximum }: { readonly begin: number; readonly fresh: number; readonly maximum: number },
): number {
  let first = begin;
  while (first < fresh && ruler(first, fresh) > maximum) first++;
  return first;
}

function chooseLast(
  atoms: readonly Atom[],
  ruler: Ruler,
  { begin, fresh, maximum }: { readonly begin: number; readonly fresh: number; readonly maximum: number },
): number {
  const end = atoms.length - 1;
  const left = ruler(begin, end);
  if (left <= maximum) return end;
  const target = left <= BALANCE * maximum ? Math.min(maximum, left * 0.6) : maximum;
  let best = fresh;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let index = fresh; index < end; index++) {
    const weight = ruler(begin, index);
    if (weight > maximum) break;
    const score = scoreOf(atoms[index + 1]?.cut ?? CUT.block, weight / target, left / maximum);
    if (score >= bestScore) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

/** `fill` is the chunk's weight over its target; too short or too long for the rest costs more than a bad cut. */
function scoreOf(cut: number, fill: number, left: number): number {
  const place = cut === CUT.stuck ? -20 : cut;
  const over = left <= BALANCE && fill > 1 ? (fill - 1) * 10 : 0;
  const short = fill < SHORTEST ? (SHORTEST - fill) * 20 : 0;
  return place + Math.min(fill, 1) * FILL - over - short;
}

/** First atom to repeat: whole atoms from the end of the last chunk, as many as the budget holds. */
function overlapStart(
  atoms: readonly Atom[],
  ruler: Ruler,
  { lowest, last, overlap }: { readonly lowest: number; readonly last: number; readonly overlap: number },
): number {
  let first = last + 1;
  while (first - 1 >= lowest && atoms[first - 1]?.repeatable && ruler(first - 1, last) <= overlap) first--;
  return first;
}
