import type { Block, Segment } from '@hanasu/retrieval/rank/block';

/** A segment in one buffer: thousands of small ones would each cost the receiving thread. */
export interface PackedSegment {
  readonly bucketBits: number;
  /** Bucket and byte length of each block, in turns. */
  readonly directory: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
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
