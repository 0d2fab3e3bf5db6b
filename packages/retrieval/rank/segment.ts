import { type ChunkTerms, channelOf } from '../analyse/analyse.ts';
import {
  type Block,
  BlockWriter,
  binaryKey,
  bucketOfKey,
  type Segment,
  type StoredPostings,
  scanBlock,
} from './block.ts';
import { ByteWriter, Postings } from './postings.ts';

/** A chunk to index. `ordinal`: a number (0 .. 2^32 - 2) that names the chunk in its base, never used twice. */
interface ChunkToIndex {
  readonly ordinal: number;
  readonly terms: ChunkTerms;
}

// The postings of term `id` stand at offsets[id] .. offsets[id + 1] of `cells`, CELL numbers each.
interface Inverted {
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly cells: Uint32Array;
}

const CELL = 3;

/** Builds a segment; the order of chunks does not matter. Throws on an ordinal that is given twice. */
export function buildSegment(chunks: readonly ChunkToIndex[]): Segment {
  const sorted = chunks.toSorted((one, other) => one.ordinal - other.ordinal);
  rejectRepeats(sorted);
  const { terms, offsets, cells } = invert(sorted);
  const postings = new Postings();
  return packSegment(terms.map(binaryKey), (id, writer) => {
    postings.clear();
    for (let at = (offsets[id] ?? 0) * CELL; at < (offsets[id + 1] ?? 0) * CELL; at += CELL) {
      postings.push(cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0);
    }
    postings.encode(writer);
    return postings.size;
  });
}

function invert(sorted: readonly ChunkToIndex[]): Inverted {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const sequence = new Uint32Array(sorted.reduce((sum, { terms }) => sum + terms.terms.size, 0));
  let position = 0;
  for (const { terms } of sorted) {
    for (const term of terms.terms.keys()) {
      const id = ids.get(term) ?? ids.size;
      if (id === counts.length) {
        ids.set(term, id);
        counts.push(0);
      }
      counts[id] = (counts[id] ?? 0) + 1;
      sequence[position++] = id;
    }
  }
  const terms = [...ids.keys()];
  const offsets = new Uint32Array(counts.length + 1);
  for (const [id, count] of counts.entries()) offsets[id + 1] = (offsets[id] ?? 0) + count;
  return { terms, offsets, cells: distribute(sorted, { sequence, terms, offsets }) };
}

function distribute(
  sorted: readonly ChunkToIndex[],
  {
    sequence,
    terms,
    offsets,
  }: { readonly sequence: Uint32Array; readonly terms: readonly string[]; readonly offsets: Uint32Array },
): Uint32Array {
  const channels = Uint8Array.from(terms, channelOf);
  const cells = new Uint32Array(sequence.length * CELL);
  const next = offsets.slice();
  let position = 0;
  for (const { ordinal, terms: chunk } of sorted) {
    for (const frequency of chunk.terms.values()) {
      const id = sequence[position++] ?? 0;
      const cell = next[id] ?? 0;
      next[id] = cell + 1;
      cells[cell * CELL] = ordinal;
      cells[cell * CELL + 1] = frequency;
      cells[cell * CELL + 2] = chunk.lengths[channels[id] ?? 0] ?? 0;
    }
  }
  return cells;
}

function rejectRepeats(sorted: readonly ChunkToIndex[]): void {
  for (const [index, { ordinal }] of sorted.entries()) {
    if (ordinal === sorted[index - 1]?.ordinal) throw new RangeError(`Ordinal ${ordinal} is given twice`);
  }
}

const TERMS_PER_BLOCK = 16;
// One row of some tens of kilobytes is read sooner than a hundred small rows.
const SINGLE_BLOCK_TERMS = 2048;
const BUCKET_BITS_LIMIT = 24;

/**
 * Makes a segment of distinct binary keys. `write` writes the postings of the key at an index and gives
 * their count; a key with none is left out.
 */
function packSegment(keys: readonly string[], write: (index: number, writer: ByteWriter) => number): Segment {
  const bucketBits = bucketBitsFor(keys.length);
  const blocks: Block[] = [];
  const postings = new ByteWriter();
  const block = new BlockWriter();
  for (const [bucket, indexes] of byBucket(keys, bucketBits).entries()) {
    for (const index of indexes.sort((one, other) => ((keys[one] ?? '') < (keys[other] ?? '') ? -1 : 1))) {
      postings.clear();
      const count = write(index, postings);
      if (count > 0) block.add(keys[index] ?? '', count, postings);
    }
    const data = block.finish();
    if (data) blocks.push({ bucket, data });
  }
  return { bucketBits, blocks };
}

function bucketBitsFor(terms: number): number {
  if (terms <= SINGLE_BLOCK_TERMS) return 0;
  return Math.min(BUCKET_BITS_LIMIT, Math.round(Math.log2(terms / TERMS_PER_BLOCK)));
}

function byBucket(keys: readonly string[], bucketBits: number): number[][] {
  const buckets: number[][] = Array.from({ length: 2 ** bucketBits }, () => []);
  for (const [index, key] of keys.entries()) buckets[bucketOfKey(key, bucketBits)]?.push(index);
  return buckets;
}

/** A segment to merge and the ordinals in it that no longer count. */
export interface SegmentToMerge extends Segment {
  readonly removed: ReadonlySet<number>;
}

interface Source extends StoredPostings {
  readonly removed: ReadonlySet<number>;
}

/**
 * One segment with the live chunks of several. An ordinal may be live in one of them only.
 * Throws SegmentCorruptError (code `segment_corrupt`) on bytes that are not a block.
 */
export function mergeSegments(segments: readonly SegmentToMerge[]): Segment {
  const found = sourcesByKey(segments);
  const sources = [...found.values()];
  const postings = new Postings();
  return packSegment([...found.keys()], (index, writer) => {
    const parts = sources[index] ?? [];
    const [only] = parts;
    if (parts.length === 1 && only && only.removed.size === 0) {
      writer.append(only.bytes);
      return only.count;
    }
    postings.clear();
    for (const { bytes, count, removed } of parts) postings.decode(bytes, count, removed);
    inOrder(postings).encode(writer);
    return postings.size;
  });
}

function sourcesByKey(segments: readonly SegmentToMerge[]): Map<string, Source[]> {
  const sources = new Map<string, Source[]>();
  for (const { blocks, removed } of segments) {
    for (const { data } of blocks) {
      scanBlock(data, undefined, (key, { count, bytes }) => {
        const found = sources.get(key);
        if (found) found.push({ count, bytes, removed });
        else sources.set(key, [{ count, bytes, removed }]);
      });
    }
  }
  return sources;
}

function inOrder(postings: Postings): Postings {
  const { ordinals, frequencies, lengths, size } = postings;
  let rising = true;
  for (let index = 1; rising && index < size; index++) {
    rising = (ordinals[index - 1] ?? 0) < (ordinals[index] ?? 0);
  }
  if (rising) return postings;
  const order = Array.from({ length: size }, (_, index) => index);
  order.sort((one, other) => (ordinals[one] ?? 0) - (ordinals[other] ?? 0));
  const sorted = new Postings();
  for (const index of order) sorted.push(ordinals[index] ?? 0, frequencies[index] ?? 0, lengths[index] ?? 0);
  return sorted;
}

/** A segment by size: `chunks` live ones, `removed` ones that still take space. */
export interface SegmentSize {
  readonly id: string;
  readonly chunks: number;
  readonly removed?: number;
}

/** How eagerly to merge: `factor` segments of one tier become one; all below `floor` chunks are one tier. */
interface MergeLimits {
  readonly factor: number;
  readonly floor: number;
}

const LIMITS = { factor: 8, floor: 32 } satisfies MergeLimits;

/**
 * Ids of the segments to merge into one now, or none. Asked again after each merge, it keeps fewer than
 * `factor` segments per tier (tiers grow by `factor`), and no segment that is mostly removed chunks.
 */
export function segmentsToMerge(segments: readonly SegmentSize[], limits: MergeLimits = LIMITS): string[] {
  const tiers = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    const tier = tierOf(segment.chunks, limits);
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  for (const tier of [...tiers.keys()].sort((one, other) => one - other)) {
    const crowd = tiers.get(tier) ?? [];
    if (crowd.length >= limits.factor) return crowd.map(({ id }) => id);
  }
  const wasteful = segments.find(({ chunks, removed = 0 }) => removed > 0 && removed >= chunks);
  return wasteful ? [wasteful.id] : [];
}

function tierOf(chunks: number, { factor, floor }: MergeLimits): number {
  let tier = 0;
  for (let ceiling = floor; chunks >= ceiling; ceiling *= factor) tier++;
  return tier;
}
