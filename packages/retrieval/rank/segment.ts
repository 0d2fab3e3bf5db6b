import { channelOf } from '../analyse/channels.ts';
import type { ChunkTerms } from '../analyse/chunk-terms.ts';
import { type Block, encodeBlock, type StoredPostings } from './block.ts';
import { ByteWriter } from './byte-writer.ts';
import { Postings } from './postings.ts';
import { binaryKey, bucketOfKey } from './term-key.ts';

/** An immutable part of a base's index: terms hashed into 2^bucketBits blocks. Empty buckets have no block. */
export interface Segment {
  readonly bucketBits: number;
  readonly blocks: readonly Block[];
}

/** A chunk to index. `ordinal`: a number (0 .. 2^32 - 2) that names the chunk in its base, never used twice. */
export interface ChunkToIndex {
  readonly ordinal: number;
  readonly terms: ChunkTerms;
}

const TERMS_PER_BLOCK = 16;
// One row of some tens of kilobytes is read sooner than a hundred small rows.
const SINGLE_BLOCK_TERMS = 2048;
const BUCKET_BITS_LIMIT = 24;

/** Builds a segment; the order of chunks does not matter. Throws on an ordinal that is given twice. */
export function buildSegment(chunks: readonly ChunkToIndex[]): Segment {
  const sorted = chunks.toSorted((one, other) => one.ordinal - other.ordinal);
  rejectRepeats(sorted);
  const { terms, offsets, postings } = gather(sorted);
  const packer = new SegmentPacker(bucketBitsFor(terms.size));
  const buffer = new Postings();
  for (const [term, id] of terms) {
    buffer.clear();
    for (let at = (offsets[id] ?? 0) * 3; at < (offsets[id + 1] ?? 0) * 3; at += 3) {
      buffer.push(postings[at] ?? 0, postings[at + 1] ?? 0, postings[at + 2] ?? 0);
    }
    packer.add(binaryKey(term), buffer);
  }
  return packer.finish();
}

/** Bits for that many distinct terms. */
export function bucketBitsFor(terms: number): number {
  if (terms <= SINGLE_BLOCK_TERMS) return 0;
  return Math.min(BUCKET_BITS_LIMIT, Math.round(Math.log2(terms / TERMS_PER_BLOCK)));
}

/** Collects terms in any order and makes the blocks. */
export class SegmentPacker {
  private readonly buckets = new Map<number, [string, StoredPostings][]>();
  private readonly writer = new ByteWriter();
  private readonly bucketBits: number;

  constructor(bucketBits: number) {
    this.bucketBits = bucketBits;
  }

  add(key: string, postings: Postings): void {
    this.writer.clear();
    postings.encode(this.writer);
    this.addStored(key, { count: postings.size, bytes: this.writer.copy() });
  }

  /** Takes postings as they are stored elsewhere. */
  addStored(key: string, postings: StoredPostings): void {
    const bucket = bucketOfKey(key, this.bucketBits);
    const entries = this.buckets.get(bucket);
    if (entries) entries.push([key, postings]);
    else this.buckets.set(bucket, [[key, postings]]);
  }

  finish(): Segment {
    const blocks = [...this.buckets].map(([bucket, entries]) => ({
      bucket,
      data: encodeBlock(entries.sort(([one], [other]) => (one < other ? -1 : 1))),
    }));
    blocks.sort((one, other) => one.bucket - other.bucket);
    return { bucketBits: this.bucketBits, blocks };
  }
}

// Postings of term `id` stand at offsets[id] .. offsets[id + 1], three numbers each.
function gather(sorted: readonly ChunkToIndex[]) {
  const terms = new Map<string, number>();
  const counts: number[] = [];
  for (const { terms: chunk } of sorted) {
    for (const term of chunk.terms.keys()) {
      const id = terms.get(term) ?? terms.size;
      if (id === terms.size) terms.set(term, id);
      counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  const offsets = new Uint32Array(counts.length + 1);
  for (const [id, count] of counts.entries()) offsets[id + 1] = (offsets[id] ?? 0) + count;
  return { terms, offsets, postings: fill(sorted, terms, offsets) };
}

function fill(
  sorted: readonly ChunkToIndex[],
  terms: ReadonlyMap<string, number>,
  offsets: Uint32Array,
): Uint32Array {
  const postings = new Uint32Array((offsets.at(-1) ?? 0) * 3);
  const next = offsets.slice();
  for (const { ordinal, terms: chunk } of sorted) {
    for (const [term, frequency] of chunk.terms) {
      const id = terms.get(term) ?? 0;
      const at = (next[id] ?? 0) * 3;
      next[id] = (next[id] ?? 0) + 1;
      postings[at] = ordinal;
      postings[at + 1] = frequency;
      postings[at + 2] = chunk.lengths[channelOf(term)] ?? 0;
    }
  }
  return postings;
}

function rejectRepeats(sorted: readonly ChunkToIndex[]): void {
  for (const [index, { ordinal }] of sorted.entries()) {
    if (ordinal === sorted[index - 1]?.ordinal) throw new RangeError(`Ordinal ${ordinal} is given twice`);
  }
}
