import { type Block, binaryKey, KeyFilter, type StoredPostings, scanBlock } from './block.ts';
import { Postings } from './postings.ts';
import { LENGTH_NORMALISATION, type QueryPlan, SATURATION } from './query-plan.ts';
import type { Statistics } from './statistics.ts';

/** A segment as fetched for one query: only the blocks that were wanted. */
interface FetchedSegment {
  readonly removed: ReadonlySet<number>;
  readonly blocks: readonly Block[];
}

/** A found chunk. `confidence` 0..1: its score in parts of the highest any chunk could reach. */
export interface RankedChunk extends Scored {
  readonly confidence: number;
}

/** What to rank: see each type. `accept` narrows the answer, not the statistics. */
interface RankRequest {
  readonly plan: QueryPlan;
  readonly statistics: Statistics;
  readonly segments: readonly FetchedSegment[];
  readonly limit: number;
  readonly accept?: (ordinal: number) => boolean;
}

interface Source extends StoredPostings {
  readonly removed: ReadonlySet<number>;
}

/**
 * The best chunks for a plan, by BM25 summed over all channels. Best first; equals by ordinal.
 * Throws SegmentCorruptError (code `segment_corrupt`).
 */
export function rankChunks({ plan, statistics, segments, limit, accept }: RankRequest): RankedChunk[] {
  const sources = sourcesOf(plan, segments);
  const board = new ScoreBoard();
  const isSmall = statistics.chunks < SMALL_BASE;
  const trust = isSmall ? new ScoreBoard() : board;
  const postings = new Postings();
  let attainable = 0;
  for (const [index, { channel, weight }] of plan.terms.entries()) {
    postings.clear();
    for (const { bytes, count, removed } of sources[index] ?? []) postings.decode(bytes, count, removed);
    const most = weight * rarity(statistics.chunks, postings.size);
    const slope = slopeOf(statistics, channel);
    board.add(postings, most, SATURATION * (1 - LENGTH_NORMALISATION), slope);
    const mostTrusted = isSmall ? weight * rarity(SMALL_BASE, postings.size) : most;
    attainable += mostTrusted;
    if (isSmall) trust.add(postings, mostTrusted, SATURATION * (1 - LENGTH_NORMALISATION), slope);
  }
  return board
    .best(limit, accept)
    .map((found) => ({ ...found, confidence: trust.scoreOf(found.ordinal) / attainable }));
}

/**
 * Confidence is reckoned as if a base had at least this many chunks. In a base of two, a word that one of them has is
 * hardly rare, while a word of the question that none has looks four times as important: the right passage would
 * never be trusted. The ranking itself keeps the true count.
 */
export const SMALL_BASE = 100;

function sourcesOf(plan: QueryPlan, segments: readonly FetchedSegment[]): Source[][] {
  const indexes = new Map(plan.terms.map(({ term }, index) => [binaryKey(term), index]));
  const filter = new KeyFilter(indexes.keys());
  const sources: Source[][] = plan.terms.map(() => []);
  for (const { removed, blocks } of segments) {
    for (const { data } of blocks) {
      scanBlock(data, filter, (key, { count, bytes }) => {
        const index = indexes.get(key);
        if (index !== undefined) sources[index]?.push({ count, bytes, removed });
      });
    }
  }
  return sources;
}

// Inverse document frequency. Statistics may lag behind a segment for a moment: it never goes negative.
function rarity(chunks: number, found: number): number {
  return Math.log(1 + (Math.max(0, chunks - found) + 0.5) / (found + 0.5));
}

// Chunks without the channel's script don't count for its average: bases mix languages.
function slopeOf({ lengthSums, usedCounts }: Statistics, channel: number): number {
  const average = (lengthSums[channel] ?? 0) / (usedCounts[channel] || 1);
  return average > 0 ? (SATURATION * LENGTH_NORMALISATION) / average : 0;
}

const PAGE_BITS = 9;
const PAGE = 1 << PAGE_BITS;

/** A chunk with its score. */
interface Scored {
  readonly ordinal: number;
  readonly score: number;
}

/**
 * Sums of scores by ordinal. Paged, because ordinals are never reused: a base that is rewritten daily has
 * ordinals in the millions and only thousands of chunks.
 */
class ScoreBoard {
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
