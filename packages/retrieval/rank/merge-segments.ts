import { type Segment, type StoredPostings, scanBlock } from './block.ts';
import { packSegment } from './pack-segment.ts';
import { Postings } from './postings.ts';

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
