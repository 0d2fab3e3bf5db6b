import { crc32 } from 'node:zlib';
import { ByteWriter } from './byte-writer.ts';
import { KeyFilter } from './key-filter.ts';
import { readVarint } from './postings.ts';
import { SegmentCorruptError } from './segment-corrupt-error.ts';
import { binaryKey, termOf } from './term-key.ts';

/** Postings of one term as stored: `count` chunks in `bytes`. */
export interface StoredPostings {
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Part of an index: the terms of one bucket. Immutable. */
export interface Block {
  readonly bucket: number;
  readonly data: Uint8Array;
}

/** An immutable part of a base's index: terms hashed into 2^bucketBits blocks. Empty buckets have no block. */
export interface Segment {
  readonly bucketBits: number;
  readonly blocks: readonly Block[];
}

const FORMAT = 1;
const HEAD_BYTES = 5;

/**
 * Writes blocks: format (1 byte), CRC-32 of the rest (4), then for each term: key length, key, postings
 * count, postings length, postings. Terms are given sorted by key.
 */
export class BlockWriter {
  private readonly body = new ByteWriter();

  add(key: string, count: number, postings: ByteWriter): void {
    this.body.varint(key.length);
    this.body.binary(key);
    this.body.varint(count);
    this.body.varint(postings.length);
    this.body.appendWriter(postings);
  }

  /** Bytes of the block, or undefined when no term was added; the writer is empty again. */
  finish(): Uint8Array | undefined {
    if (this.body.length === 0) return undefined;
    const body = this.body.view();
    const block = new Uint8Array(HEAD_BYTES + body.length);
    block[0] = FORMAT;
    new DataView(block.buffer).setUint32(1, crc32(body), true);
    block.set(body, HEAD_BYTES);
    this.body.clear();
    return block;
  }
}

/**
 * Calls `visit` for each term of a block that the filter lets through (more than are wanted may be).
 * Throws SegmentCorruptError (code `segment_corrupt`).
 */
export function scanBlock(
  data: Uint8Array,
  filter: KeyFilter | undefined,
  visit: (key: string, postings: StoredPostings) => void,
): void {
  const body = bodyOf(data);
  const cursor = { at: 0 };
  while (cursor.at < body.length) {
    const keyLength = readVarint(body, cursor);
    const keyStart = skip(body, cursor, keyLength);
    const count = readVarint(body, cursor);
    const start = skip(body, cursor, readVarint(body, cursor));
    if (filter && !filter.mayHold(body, keyStart, keyLength)) continue;
    const key = body.toString('latin1', keyStart, keyStart + keyLength);
    visit(key, { count, bytes: body.subarray(start, cursor.at) });
  }
}

/** The wanted terms that a block holds. Throws SegmentCorruptError (code `segment_corrupt`). */
export function readBlock(data: Uint8Array, wanted: ReadonlySet<string>): Map<string, StoredPostings> {
  const keys = new Set([...wanted].map(binaryKey));
  const found = new Map<string, StoredPostings>();
  scanBlock(data, new KeyFilter(keys), (key, postings) => {
    if (keys.has(key)) found.set(termOf(key), postings);
  });
  return found;
}

// Moves the cursor over `length` bytes and gives where they start.
function skip(body: Uint8Array, cursor: { at: number }, length: number): number {
  const start = cursor.at;
  cursor.at += length;
  if (cursor.at > body.length) throw new SegmentCorruptError('it ends inside a term');
  return start;
}

function bodyOf(data: Uint8Array): Buffer {
  if (data.length < HEAD_BYTES) throw new SegmentCorruptError('it is too short');
  if (data[0] !== FORMAT) throw new SegmentCorruptError(`its format is ${data[0]}`);
  const body = Buffer.from(data.buffer, data.byteOffset + HEAD_BYTES, data.length - HEAD_BYTES);
  const expected = new DataView(data.buffer, data.byteOffset).getUint32(1, true);
  if (crc32(body) !== expected) throw new SegmentCorruptError('its checksum is wrong');
  return body;
}
