import { type Block, BlockWriter, type Segment } from './block.ts';
import { ByteWriter } from './byte-writer.ts';
import { bucketOfKey } from './term-key.ts';

const TERMS_PER_BLOCK = 16;
// One row of some tens of kilobytes is read sooner than a hundred small rows.
const SINGLE_BLOCK_TERMS = 2048;
const BUCKET_BITS_LIMIT = 24;

/**
 * Makes a segment of distinct binary keys. `write` writes the postings of the key at an index and gives
 * their count; a key with none is left out.
 */
export function packSegment(
  keys: readonly string[],
  write: (index: number, writer: ByteWriter) => number,
): Segment {
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
