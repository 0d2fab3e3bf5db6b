import { type StoredPostings, scanBlock } from './block.ts';
import { Postings } from './postings.ts';
import { bucketBitsFor, type Segment, SegmentPacker } from './segment.ts';

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
  const sources = sourcesByKey(segments);
  const packer = new SegmentPacker(bucketBitsFor(sources.size));
  const buffer = new Postings();
  for (const [key, found] of sources) {
    const [only] = found;
    if (found.length === 1 && only && only.removed.size === 0) {
      packer.addStored(key, only);
      continue;
    }
    buffer.clear();
    for (const { bytes, count, removed } of found) buffer.decode(bytes, count, removed);
    if (buffer.size > 0) packer.add(key, sorted(buffer));
  }
  return packer.finish();
}

function sourcesByKey(segments: readonly SegmentToMerge[]): Map<string, Source[]> {
  const sources = new Map<string, Source[]>();
  for (const { blocks, removed } of segments) {
    for (const { data } of blocks) {
      scanBlock(data, (key, count, bytes) => {
        const found = sources.get(key);
        if (found) found.push({ count, bytes, removed });
        else sources.set(key, [{ count, bytes, removed }]);
      });
    }
  }
  return sources;
}

function sorted(postings: Postings): Postings {
  const { ordinals, frequencies, lengths, size } = postings;
  let rising = true;
  for (let index = 1; rising && index < size; index++)
    rising = (ordinals[index - 1] ?? 0) < (ordinals[index] ?? 0);
  if (rising) return postings;
  const order = Array.from({ length: size }, (_, index) => index);
  order.sort((one, other) => (ordinals[one] ?? 0) - (ordinals[other] ?? 0));
  const result = new Postings();
  for (const index of order) result.push(ordinals[index] ?? 0, frequencies[index] ?? 0, lengths[index] ?? 0);
  return result;
}
