import { chunkTerms } from '@hanasu/retrieval/analyse/chunk-terms';
import type { Segment } from '@hanasu/retrieval/rank/block';
import { segmentsToMerge } from '@hanasu/retrieval/rank/merge-policy';
import { mergeSegments } from '@hanasu/retrieval/rank/merge-segments';
import { buildSegment } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics, type Statistics } from '@hanasu/retrieval/rank/statistics';
import type { ScalePassage } from './scale-texts.ts';

export interface BuiltSegment {
  readonly id: string;
  readonly chunks: number;
  readonly segment: Segment;
}

/** A base's index as uploads leave it: as many segments as the merge policy keeps. */
export interface BuiltIndex {
  readonly segments: readonly BuiltSegment[];
  readonly statistics: Statistics;
}

/** Passages of one document; its segment is merged like any other. */
const DOCUMENT = 500;

/** Passages that are analysed; larger bases repeat them, which costs a search no less than other ones of their kind. */
export const ANALYSED = 6000;

/** Builds an index as the jobs do; `keepAt` gives the state at those sizes (multiples of the document size), rising. */
export function buildIndexes(passages: readonly ScalePassage[], keepAt: readonly number[]): BuiltIndex[] {
  let segments: BuiltSegment[] = [];
  let statistics = emptyStatistics();
  const kept: BuiltIndex[] = [];
  const analysed = passages.slice(0, ANALYSED).map(chunkTerms);
  const last = keepAt.at(-1) ?? 0;
  for (let from = 0; from < last; from += DOCUMENT) {
    const some = analysed.slice(from % ANALYSED, (from % ANALYSED) + DOCUMENT);
    const chunks = some.map((terms, index) => ({ ordinal: from + index, terms }));
    for (const { terms } of chunks) statistics = addLengths(statistics, terms.lengths);
    const segment = buildSegment(chunks);
    segments = settle([...segments, { id: `${from}`, chunks: chunks.length, segment }]);
    if (keepAt.includes(from + chunks.length)) kept.push({ segments, statistics });
  }
  return kept;
}

function settle(segments: BuiltSegment[]): BuiltSegment[] {
  const ids = new Set(segmentsToMerge(segments));
  if (ids.size === 0) return segments;
  const chosen = segments.filter(({ id }) => ids.has(id));
  const merged: BuiltSegment = {
    id: `${chosen[0]?.id}+`,
    chunks: chosen.reduce((sum, { chunks }) => sum + chunks, 0),
    segment: mergeSegments(chosen.map(({ segment }) => ({ ...segment, removed: new Set<number>() }))),
  };
  return settle([...segments.filter(({ id }) => !ids.has(id)), merged]);
}
