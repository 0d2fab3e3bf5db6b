import type { Postings } from './postings.ts';

const PAGE_BITS = 9;
const PAGE = 1 << PAGE_BITS;

/** A chunk with its score. */
export interface Scored {
  readonly ordinal: number;
  readonly score: number;
}

/**
 * Sums of scores by ordinal. Paged, because ordinals are never reused: a base that is rewritten daily has
 * ordinals in the millions and only thousands of chunks.
 */
export class ScoreBoard {
  private readonly pages = new Map<number, Float64Array>();

  /** Adds `weight * f / (f + base + slope * length)` for each posting. */
  add(postings: Postings, weight: number, base: number, slope: number): void {
    const { ordinals, frequencies, lengths, size } = postings;
    let number = -1;
    let page: Float64Array = EMPTY;
    for (let index = 0; index < size; index++) {
      const ordinal = ordinals[index] ?? 0;
      if (ordinal >>> PAGE_BITS !== number) {
        number = ordinal >>> PAGE_BITS;
        page = this.page(number);
      }
      const frequency = frequencies[index] ?? 0;
      const slot = ordinal & (PAGE - 1);
      page[slot] =
        (page[slot] ?? 0) + (weight * frequency) / (frequency + base + slope * (lengths[index] ?? 0));
    }
  }

  /** The `limit` best of the accepted chunks, best first; equals by ordinal. */
  best(limit: number, accept?: (ordinal: number) => boolean): Scored[] {
    const best: Scored[] = [];
    if (limit <= 0) return best;
    for (const number of [...this.pages.keys()].sort((one, other) => one - other)) {
      const page = this.pages.get(number) ?? EMPTY;
      for (let slot = 0; slot < page.length; slot++) {
        const score = page[slot] ?? 0;
        const worst = best.length < limit ? 0 : (best[limit - 1]?.score ?? 0);
        if (score <= worst) continue;
        const ordinal = number * PAGE + slot;
        if (accept && !accept(ordinal)) continue;
        insert(best, { ordinal, score }, limit);
      }
    }
    return best;
  }

  /** 0 for a chunk that nothing was added to. */
  scoreOf(ordinal: number): number {
    return this.pages.get(ordinal >>> PAGE_BITS)?.[ordinal & (PAGE - 1)] ?? 0;
  }

  private page(number: number): Float64Array {
    const found = this.pages.get(number);
    if (found) return found;
    const page = new Float64Array(PAGE);
    this.pages.set(number, page);
    return page;
  }
}

const EMPTY = new Float64Array(0);

function insert(best: Scored[], entry: Scored, limit: number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((best[middle]?.score ?? 0) < entry.score) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, entry);
  if (best.length > limit) best.pop();
}
