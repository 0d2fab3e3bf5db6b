import { type Atom, CUT, type Span } from './chunk.ts';
import { weigh } from './weight.ts';

/** A chunk fills at least this share of the maximum when more than `BALANCE` chunks' worth is left. */
const SHORTEST = 0.6;
/** Up to this many chunks' worth, the rest is shared evenly between two, so no tiny piece is left over. */
const BALANCE = 1.6;
/** How much a fuller chunk counts against a better place for the cut. */
const FILL = 2;

export interface PackLimits {
  readonly maximum: number;
  /** Weight that may be repeated from the chunk before. */
  readonly overlap: number;
}

/** Joins the atoms of one section into chunks of at most `maximum`, cut at the best places. */
export function packAtoms(text: string, atoms: readonly Atom[], limits: PackLimits): Span[] {
  const spans: Span[] = [];
  const ruler = measure(text, atoms);
  let begin = 0;
  let fresh = 0;
  while (fresh < atoms.length) {
    begin = fitOverlap(ruler, begin, fresh, limits.maximum);
    const last = chooseLast(atoms, ruler, begin, fresh, limits.maximum);
    const start = atoms[begin]?.start ?? 0;
    spans.push({ start, end: atoms[last]?.end ?? start });
    fresh = last + 1;
    begin = overlapStart(atoms, ruler, Math.max(begin + 1, 0), last, limits.overlap);
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
function fitOverlap(ruler: Ruler, begin: number, fresh: number, maximum: number): number {
  let first = begin;
  while (first < fresh && ruler(first, fresh) > maximum) first++;
  return first;
}

function chooseLast(
  atoms: readonly Atom[],
  ruler: Ruler,
  begin: number,
  fresh: number,
  maximum: number,
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
  lowest: number,
  last: number,
  overlap: number,
): number {
  let first = last + 1;
  while (first - 1 >= lowest && atoms[first - 1]?.repeatable && ruler(first - 1, last) <= overlap) first--;
  return first;
}
