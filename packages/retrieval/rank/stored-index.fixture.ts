import { chunkTerms } from '../analyse/analyse.ts';
import type { Segment } from './block.ts';
import { planQuery, wantedBlocks } from './query-plan.ts';
import { type RankedChunk, rankChunks } from './search.ts';
import { buildSegment, mergeSegments } from './segment.ts';
import { addLengths, emptyStatistics, subtractLengths } from './statistics.ts';

interface Kept extends Segment {
  readonly id: number;
  readonly live: Set<number>;
  readonly removed: Set<number>;
}

/** What a server does with segments, in memory: for tests. */
export class StoredIndex {
  private segments: Kept[] = [];
  private statistics = emptyStatistics();
  private readonly lengths = new Map<number, readonly number[]>();
  private nextOrdinal: number;
  private nextSegment = 0;

  constructor(firstOrdinal = 0) {
    this.nextOrdinal = firstOrdinal;
  }

  get blockCount(): number {
    return this.segments.reduce((sum, { blocks }) => sum + blocks.length, 0);
  }

  skip(ordinals: number): void {
    this.nextOrdinal += ordinals;
  }

  add(chunks: readonly { readonly title: string; readonly text: string }[]): number[] {
    const indexed = chunks.map((chunk) => ({ ordinal: this.nextOrdinal++, terms: chunkTerms(chunk) }));
    for (const { ordinal, terms } of indexed) {
      this.lengths.set(ordinal, terms.lengths);
      this.statistics = addLengths(this.statistics, terms.lengths);
    }
    const ordinals = indexed.map(({ ordinal }) => ordinal);
    this.keep(buildSegment(indexed.toReversed()), new Set(ordinals));
    return ordinals;
  }

  /** Removes one live chunk and says which; -1 when there is none. */
  removeAny(pick: number): number {
    const live = [...this.lengths.keys()];
    const ordinal = live[pick % live.length] ?? -1;
    const segment = this.segments.find((candidate) => candidate.live.has(ordinal));
    if (!segment) return -1;
    segment.live.delete(ordinal);
    segment.removed.add(ordinal);
    this.statistics = subtractLengths(this.statistics, this.lengths.get(ordinal) ?? []);
    this.lengths.delete(ordinal);
    return ordinal;
  }

  mergeAny(picks: readonly number[]): void {
    const ids = new Set(picks.map((pick) => this.segments[pick % this.segments.length]?.id));
    const chosen = this.segments.filter(({ id }) => ids.has(id));
    if (chosen.length === 0) return;
    this.segments = this.segments.filter(({ id }) => !ids.has(id));
    this.keep(mergeSegments(chosen.toReversed()), new Set(chosen.flatMap(({ live }) => [...live])));
  }

  search(query: string, limit: number, accept: (ordinal: number) => boolean = () => true): RankedChunk[] {
    const plan = planQuery(query);
    const wanted = wantedBlocks(plan, this.segments);
    const segments = this.segments.map(({ id, removed, blocks }) => {
      const buckets = new Set(wanted.filter(({ segmentId }) => segmentId === id).map(({ bucket }) => bucket));
      return { removed, blocks: blocks.filter(({ bucket }) => buckets.has(bucket)) };
    });
    return rankChunks({ plan, statistics: this.statistics, segments, limit, accept });
  }

  private keep(segment: Segment, live: Set<number>): void {
    this.segments.push({ ...segment, id: this.nextSegment++, live, removed: new Set() });
  }
}
