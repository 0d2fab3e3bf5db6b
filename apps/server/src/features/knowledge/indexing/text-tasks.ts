import { chunkTerms } from '@hanasu/retrieval/analyse/analyse';
import type { Block, Segment } from '@hanasu/retrieval/rank/block';
import { buildSegment, mergeSegments, type SegmentToMerge } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics, type Statistics } from '@hanasu/retrieval/rank/statistics';
import type { Chunk, SplitInput, SplitOptions } from '@hanasu/retrieval/split/chunk';
import { splitDocument } from '@hanasu/retrieval/split/split';
import { newId } from '../../../platform/ids.ts';
import type { ChunkEdit } from '../chunks/chunk-edit.ts';
import { type KnownChunk, type Reading, type RebasedEdits, rebaseEdits } from '../chunks/rebase-edits.ts';

/** A chunk to index: its title tokens count more than its text. */
interface ChunkText {
  readonly title: string;
  readonly text: string;
}

export interface IndexedChunks {
  /** Tokens per channel of each chunk, in the given order. */
  readonly lengths: readonly (readonly number[])[];
  readonly statistics: Statistics;
  readonly segment: Segment;
}

/** Heavy work on text that must not hold up the server: done in a thread of its own. */
export type TextTask =
  | { readonly kind: 'split'; readonly input: SplitInput; readonly options?: SplitOptions }
  | {
      readonly kind: 'place';
      readonly reading: Reading;
      readonly known: readonly KnownChunk[];
      readonly edits: readonly ChunkEdit[];
    }
  | { readonly kind: 'index'; readonly firstOrdinal: number; readonly chunks: readonly ChunkText[] }
  | { readonly kind: 'merge'; readonly segments: readonly SegmentToMerge[] };

export interface TextResults {
  readonly split: readonly Chunk[];
  readonly place: RebasedEdits;
  readonly index: IndexedChunks;
  readonly merge: { readonly segment: Segment };
}

const CHUNKS_PER_REPORT = 100;

/** Does one task; `report` hears the finished share of an `index` task. */
export function doTextTask(
  task: TextTask,
  report: (fraction: number) => void,
): TextResults[TextTask['kind']] {
  if (task.kind === 'split') return splitDocument(task.input, task.options);
  if (task.kind === 'place')
    return rebaseEdits({ reading: task.reading, known: task.known, edits: task.edits }, newId);
  if (task.kind === 'merge') return { segment: mergeSegments(task.segments) };
  return indexChunks(task.chunks, task.firstOrdinal, report);
}

/** Analyses chunks; their ordinals count from the first. */
export function indexChunks(
  chunks: readonly ChunkText[],
  firstOrdinal: number,
  report: (fraction: number) => void,
): IndexedChunks {
  const analysed = chunks.map((chunk, index) => {
    if (index % CHUNKS_PER_REPORT === 0) report(index / chunks.length);
    return { ordinal: firstOrdinal + index, terms: chunkTerms(chunk) };
  });
  const lengths = analysed.map(({ terms }) => terms.lengths);
  return {
    lengths,
    statistics: lengths.reduce(addLengths, emptyStatistics()),
    segment: buildSegment(analysed),
  };
}

/** A segment in one buffer: thousands of small ones would each cost the receiving thread. */
interface PackedSegment {
  readonly bucketBits: number;
  /** Bucket and byte length of each block, in turns. */
  readonly directory: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A result as it goes from one thread to the other. */
export interface TransferredResult {
  readonly result: object;
  readonly packed?: PackedSegment;
}

export function packForTransfer({ bucketBits, blocks }: Segment): PackedSegment {
  const bytes = new Uint8Array(blocks.reduce((sum, { data }) => sum + data.byteLength, 0));
  let at = 0;
  for (const { data } of blocks) {
    bytes.set(data, at);
    at += data.byteLength;
  }
  return { bucketBits, directory: blocks.flatMap(({ bucket, data }) => [bucket, data.byteLength]), bytes };
}

/** The blocks are views of the one buffer. */
export function unpackTransferred({ bucketBits, directory, bytes }: PackedSegment): Segment {
  const blocks: Block[] = [];
  let at = 0;
  for (let index = 0; index < directory.length; index += 2) {
    const length = directory[index + 1] ?? 0;
    blocks.push({ bucket: directory[index] ?? 0, data: bytes.subarray(at, at + length) });
    at += length;
  }
  return { bucketBits, blocks };
}
