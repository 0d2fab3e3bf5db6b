import type { NearChunk } from './vector-index.ts';

type Scored = Pick<NearChunk, 'embeddingId' | 'score'>;

/** Best first; what is equally near in order of its id. */
export const byNearness = (one: Scored, other: Scored): number =>
  other.score - one.score || (one.embeddingId < other.embeddingId ? -1 : 1);

/**
 * True when nothing outside of the best `window` rows can belong to the result. They were chosen by scores that are off
 * by `error` at most: as long as the last of them is about as near as the last that is wanted, more must be looked at.
 */
export function isSettled(
  found: readonly NearChunk[],
  { limit, window, rows, error }: { limit: number; window: number; rows: number; error: number },
): boolean {
  if (rows < window) return true;
  const [last, lowest] = [found[limit - 1], found.at(-1)];
  return last !== undefined && lowest !== undefined && last.score - lowest.score > 2 * error;
}

/** How far sums in single precision are from exact ones, for vectors of length 1. */
export const SINGLE_ERROR = 2e-6;

/**
 * The rows with the `most` highest scores, in no order. `accept` is asked only of rows that would be among them.
 * A heap with the lowest of the best on top, so that most rows cost one comparison.
 */
export function topRows(scores: Float32Array, most: number, accept: (row: number) => boolean): number[] {
  const heap: number[] = [];
  const scoreAt = (place: number): number => scores[heap[place] as number] as number;
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] as number, heap[one] as number];
  };

  function rise(from: number): void {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >> 1;
      if (scoreAt(above) <= scoreAt(place)) return;
      swap(above, place);
      place = above;
    }
  }

  function sink(): void {
    for (let place = 0; ; ) {
      let lowest = place;
      for (const below of [place * 2 + 1, place * 2 + 2])
        if (below < heap.length && scoreAt(below) < scoreAt(lowest)) lowest = below;
      if (lowest === place) return;
      swap(lowest, place);
      place = lowest;
    }
  }

  for (let row = 0; row < scores.length; row += 1) {
    const isFull = heap.length >= most;
    if (isFull && (most === 0 || (scores[row] as number) <= scoreAt(0))) continue;
    if (!accept(row)) continue;
    if (isFull) {
      heap[0] = row;
      sink();
    } else {
      heap.push(row);
      rise(heap.length - 1);
    }
  }
  return heap;
}
