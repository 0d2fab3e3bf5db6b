import { crc32 } from 'node:zlib';
import { ByteWriter, readVarint, SegmentCorruptError } from './postings.ts';

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

/** A term's UTF-8 bytes, one character per byte: cheap to compare, hash and cut out of a block. */
export function binaryKey(term: string): string {
  return Buffer.from(term, 'utf8').toString('latin1');
}

/** The term of a binary key. */
function termOf(key: string): string {
  return Buffer.from(key, 'latin1').toString('utf8');
}

/** Bucket (0 .. 2^bucketBits - 1) that a term is stored in. Part of the stored format: never change it. */
export function bucketOf(term: string, bucketBits: number): number {
  return bucketOfKey(binaryKey(term), bucketBits);
}

/** Bucket of a binary key. The high bits decide, so buckets of fewer bits hold whole buckets of more. */
export function bucketOfKey(key: string, bucketBits: number): number {
  return bucketBits === 0 ? 0 : hashOf(key) >>> (32 - bucketBits);
}

// FNV-1a, then the finaliser of MurmurHash3: FNV alone hardly moves the high bits of short keys.
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const SLOTS = 8192;

/**
 * Tells most unwanted keys by their length and three bytes, so that a search makes no string of the terms
 * it only passes by. Never refuses a key it was made with.
 */
export class KeyFilter {
  private readonly marks = new Uint8Array(SLOTS);

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      const bytes = Buffer.from(key, 'latin1');
      this.marks[slotOf(bytes, 0, bytes.length)] = 1;
    }
  }

  mayHold(body: Uint8Array, start: number, length: number): boolean {
    return this.marks[slotOf(body, start, length)] === 1;
  }
}

function slotOf(bytes: Uint8Array, start: number, length: number): number {
  const first = bytes[start] ?? 0;
  const middle = bytes[start + (length >> 1)] ?? 0;
  const last = bytes[start + length - 1] ?? 0;
  return (Math.imul((first << 24) ^ (middle << 16) ^ (last << 8) ^ length, 0x9e3779b1) >>> 19) % SLOTS;
}
