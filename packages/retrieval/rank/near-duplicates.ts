import { normalise } from '../analyse/normalise.ts';

/** From this share of common pieces on, two texts say nearly the same. */
const SAME = 0.9;
const PIECE = 5;
const HASHES = 64;
const BANDS = 16;
const ROWS = HASHES / BANDS;
/** Texts made from one template fill the same buckets; what tells them apart is in others. */
const BUCKET = 32;

/**
 * For each text the index of the first earlier one that says nearly the same (at least 0.9 of all their different
 * five-character pieces are in both), or -1. Width, case, punctuation and white space don't count. Linear: texts are
 * compared only when their MinHash signatures share a band, which a pair at 0.9 fails to do once in some 10^7 times.
 */
export function nearDuplicates(texts: readonly string[]): number[] {
  const seen = new Map<string, number[]>();
  const pieces: Set<number>[] = [];
  return texts.map((text, index) => {
    const own = piecesOf(text);
    pieces.push(own);
    if (own.size === 0) return -1;
    const keys = bandsOf(own);
    const candidates = new Set(keys.flatMap((key) => seen.get(key) ?? []));
    const first = [...candidates]
      .sort((one, other) => one - other)
      .find((candidate) => isSame(own, pieces[candidate] ?? own));
    // Only the first of several equal ones is kept for comparing: a thousand copies would compare each with each.
    if (first !== undefined) return first;
    for (const key of keys) {
      const bucket = seen.get(key);
      if (!bucket) seen.set(key, [index]);
      else if (bucket.length < BUCKET) bucket.push(index);
    }
    return -1;
  });
}

/** Whether two texts say nearly the same, by the same measure. */
export function areNearDuplicates(one: string, other: string): boolean {
  const first = piecesOf(one);
  return first.size > 0 && isSame(first, piecesOf(other));
}

/** Hashes of all pieces; a text shorter than a piece is one piece. */
function piecesOf(text: string): Set<number> {
  const plain = normalise(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  const pieces = new Set<number>();
  if (plain === '') return pieces;
  for (let start = 0; start === 0 || start + PIECE <= plain.length; start++) {
    pieces.add(hashOf(plain, start, Math.min(start + PIECE, plain.length)));
  }
  return pieces;
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function bandsOf(pieces: ReadonlySet<number>): string[] {
  const least = new Uint32Array(HASHES).fill(0xffff_ffff);
  for (const piece of pieces) {
    for (let index = 0; index < HASHES; index++) {
      const hash = mix(piece ^ Math.imul(index + 1, 0x9e3779b1));
      if (hash < (least[index] ?? 0)) least[index] = hash;
    }
  }
  return Array.from({ length: BANDS }, (_, band) =>
    [band, ...least.subarray(band * ROWS, (band + 1) * ROWS)].join(' '),
  );
}

/** Share of common pieces of all: Jaccard similarity. */
function isSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < large.size * SAME) return false;
  let common = 0;
  for (const piece of small) if (large.has(piece)) common++;
  return common >= SAME * (one.size + other.size - common);
}
