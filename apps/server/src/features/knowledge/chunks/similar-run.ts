import { type ChunkEdit, joinTexts, withoutLayout } from './chunk-edit.ts';
import type { Piece } from './rebase-edits.ts';

const SHINGLE = 4;
/** Below this, two texts are about something else. */
const LEAST = 0.5;
/** How much a place at the other end of the document counts against a run. */
const FAR = 0.05;
/** A run may have become this many chunks longer. */
const LONGER = 2;

/** Hashes of the pieces of four characters of a text, blanks and case aside; works without words, as in Japanese. */
function shinglesOf(text: string): Set<number> {
  const plain = withoutLayout(text).toLowerCase().replaceAll(' ', '');
  const found = new Set<number>();
  for (let at = 0; at === 0 || at + SHINGLE <= plain.length; at++) {
    let hash = 0;
    for (let step = at; step < at + SHINGLE; step++) hash = (hash * 31 + (plain.charCodeAt(step) || 0)) | 0;
    found.add(hash);
  }
  return found;
}

/** Compares texts; keeps what it knows of each, for the next comparison. */
export interface Likeness {
  /** How many of the wanted shingles a text has, and how many it has in all. */
  of(wanted: ReadonlySet<number>, text: string): { shared: number; size: number };
}

export function createLikeness(): Likeness {
  const known = new Map<string, Int32Array>();
  return {
    of(wanted, text) {
      const own = known.get(text) ?? Int32Array.from(shinglesOf(text));
      known.set(text, own);
      let shared = 0;
      for (const shingle of own) if (wanted.has(shingle)) shared++;
      return { shared, size: own.length };
    },
  };
}

/** The free chunks in a row that are most like what an edit stands for; none: nothing is like it. */
export function findSimilarRun(
  pieces: readonly Piece[],
  edit: ChunkEdit,
  { isFree, likeness }: { readonly isFree: (piece: Piece) => boolean; readonly likeness: Likeness },
): Piece[] {
  const texts = edit.source.length > 0 ? edit.source.map(({ text }) => text) : edit.anchors;
  const wanted = shinglesOf(texts.reduce(joinTexts));
  const shares = pieces.map((piece) => (isFree(piece) ? likeness.of(wanted, piece.chunk.text) : null));
  const textLength = pieces.at(-1)?.chunk.end ?? 0;
  let best: { readonly from: number; readonly to: number; readonly score: number } | null = null;
  for (const [from, share] of shares.entries()) {
    if (!share || share.shared === 0) continue;
    const away = Math.abs((pieces[from]?.chunk.start ?? 0) - edit.anchorStart) / Math.max(textLength, 1);
    let [shared, size] = [0, 0];
    for (let to = from; to < Math.min(from + texts.length + LONGER, shares.length); to++) {
      const more = shares[to];
      if (!more) break;
      shared += more.shared;
      size += more.size;
      const alike = (2 * Math.min(shared, wanted.size)) / (wanted.size + size);
      const score = alike - FAR * away;
      if (alike >= LEAST && score > (best?.score ?? 0)) best = { from, to, score };
    }
  }
  return best ? pieces.slice(best.from, best.to + 1) : [];
}

/** The chunk that is most like a text; null: none is. */
export function similarChunk<Chunk extends { readonly text: string }>(
  chunks: readonly Chunk[],
  text: string,
): Chunk | null {
  const wanted = shinglesOf(text);
  const texts = createLikeness();
  let best: { readonly chunk: Chunk; readonly likeness: number } | null = null;
  for (const chunk of chunks) {
    const { shared, size } = texts.of(wanted, chunk.text);
    const likeness = (2 * shared) / (wanted.size + size);
    if (likeness >= LEAST && likeness > (best?.likeness ?? 0)) best = { chunk, likeness };
  }
  return best?.chunk ?? null;
}
