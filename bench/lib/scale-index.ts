import { type ChunkTerms, chunkTerms } from '@hanasu/retrieval/analyse/analyse';
import type { Segment } from '@hanasu/retrieval/rank/block';
import { buildSegment } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics, type Statistics } from '@hanasu/retrieval/rank/statistics';
import type { ScalePassage } from './scale-texts.ts';

export interface BuiltSegment {
  readonly chunks: number;
  readonly segment: Segment;
}

/** A base's index as uploads and merges leave it. */
export interface BuiltIndex {
  readonly segments: readonly BuiltSegment[];
  readonly statistics: Statistics;
}

/** Sizes that merging documents of 500 chunks eight at a time ends at. */
const SEGMENT_SIZES = [32_000, 4000, 500] as const;
/** Passages that are analysed; larger bases repeat them, which costs a search no less than others of their kind. */
const ANALYSED = 6000;

/** Builds indexes of the first chunks of the passages, one of each size (in chunks, multiples of 500). */
export function buildIndexes(passages: readonly ScalePassage[], sizes: readonly number[]): BuiltIndex[] {
  const analysed = passages.slice(0, ANALYSED).map(chunkTerms);
  return sizes.map((size) => buildIndex(analysed, size));
}

function buildIndex(analysed: readonly ChunkTerms[], size: number): BuiltIndex {
  const segments: BuiltSegment[] = [];
  let statistics = emptyStatistics();
  for (let from = 0; from < size; ) {
    const chunks = SEGMENT_SIZES.find((one) => one <= size - from) ?? size - from;
    const terms = Array.from({ length: chunks }, (_, index) => analysed[(from + index) % analysed.length]);
    const given = terms.flatMap((one, index) => (one ? [{ ordinal: from + index, terms: one }] : []));
    statistics = given.reduce((sum, one) => addLengths(sum, one.terms.lengths), statistics);
    segments.push({ chunks, segment: buildSegment(given) });
    from += chunks;
  }
  return { segments, statistics };
}
