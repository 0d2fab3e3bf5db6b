import { crc32 } from 'node:zlib';
import { ByteWriter } from './byte-writer.ts';
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

const FORMAT = 1;
const HEAD_BYTES = 5;

/**
 * Bytes of a block: format (1), CRC-32 of the rest (4), then for each term, sorted by key: key length, key,
 * postings count, postings length, postings.
 */
export function encodeBlock(
  entries: readonly (readonly [key: string, postings: StoredPostings])[],
): Uint8Array {
  const body = new ByteWriter();
  for (const [key, { count, bytes }] of entries) {
    body.varint(key.length);
    body.binary(key);
    body.varint(count);
    body.varint(bytes.length);
    body.append(bytes);
  }
  const block = new Uint8Array(HEAD_BYTES + body.length);
  block[0] = FORMAT;
  new DataView(block.buffer).setUint32(1, crc32(body.view()), true);
  block.set(body.view(), HEAD_BYTES);
  return block;
}

/** Calls `visit` for each term of a block. Throws SegmentCorruptError (code `segment_corrupt`). */
export function scanBlock(
  data: Uint8Array,
  visit: (key: string, count: number, bytes: Uint8Array) => void,
): void {
  const body = bodyOf(data);
  const cursor = { at: 0 };
  let previous = '';
  while (cursor.at < body.length) {
    const { from, to } = take(body, cursor, readVarint(body, cursor));
    const key = body.toString('latin1', from, to);
    if (key <= previous) throw new SegmentCorruptError('terms are not sorted');
    const count = readVarint(body, cursor);
    const postings = take(body, cursor, readVarint(body, cursor));
    visit(key, count, body.subarray(postings.from, postings.to));
    previous = key;
  }
}

/** The wanted terms that a block holds. Throws SegmentCorruptError (code `segment_corrupt`). */
export function readBlock(data: Uint8Array, wanted: ReadonlySet<string>): Map<string, StoredPostings> {
  const keys = new Set([...wanted].map(binaryKey));
  const found = new Map<string, StoredPostings>();
  scanBlock(data, (key, count, bytes) => {
    if (keys.has(key)) found.set(termOf(key), { count, bytes });
  });
  return found;
}

function take(body: Uint8Array, cursor: { at: number }, length: number): { from: number; to: number } {
  const from = cursor.at;
  const to = from + length;
  if (to > body.length) throw new SegmentCorruptError('it ends inside a term');
  cursor.at = to;
  return { from, to };
}

function bodyOf(data: Uint8Array): Buffer {
  if (data.length < HEAD_BYTES) throw new SegmentCorruptError('it is too short');
  if (data[0] !== FORMAT) throw new SegmentCorruptError(`its format is ${data[0]}`);
  const body = Buffer.from(data.buffer, data.byteOffset + HEAD_BYTES, data.length - HEAD_BYTES);
  const expected = new DataView(data.buffer, data.byteOffset).getUint32(1, true);
  if (crc32(body) !== expected) throw new SegmentCorruptError('its checksum is wrong');
  return body;
}
