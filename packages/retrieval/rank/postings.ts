import type { ByteWriter } from './byte-writer.ts';
import { SegmentCorruptError } from './segment-corrupt-error.ts';

/**
 * Postings of one term as parallel arrays: chunk ordinals, how often the term stands in the chunk, and the
 * chunk's length in the term's channel. Reused from term to term; `size` says how much of it is valid.
 */
export class Postings {
  ordinals = new Uint32Array(256);
  frequencies = new Uint32Array(256);
  lengths = new Uint32Array(256);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  push(ordinal: number, frequency: number, length: number): void {
    this.reserve(1);
    this.ordinals[this.size] = ordinal;
    this.frequencies[this.size] = frequency;
    this.lengths[this.size++] = length;
  }

  /** Adds stored postings, leaving out removed ordinals. `bytes` is exactly one term's postings. */
  decode(bytes: Uint8Array, count: number, removed: ReadonlySet<number>): void {
    this.reserve(count);
    const { ordinals, frequencies, lengths } = this;
    const cursor = { at: 0 };
    const checked = removed.size > 0;
    let ordinal = -1;
    let size = this.size;
    for (let index = 0; index < count; index++) {
      ordinal += readVarint(bytes, cursor) + 1;
      frequencies[size] = readVarint(bytes, cursor);
      lengths[size] = readVarint(bytes, cursor);
      if (checked && removed.has(ordinal)) continue;
      ordinals[size++] = ordinal;
    }
    if (cursor.at !== bytes.length) throw new SegmentCorruptError('postings have another length than said');
    this.size = size;
  }

  /** Writes the postings; ordinals must rise. */
  encode(writer: ByteWriter): void {
    let previous = -1;
    for (let index = 0; index < this.size; index++) {
      const ordinal = this.ordinals[index] ?? 0;
      writer.varint(ordinal - previous - 1);
      writer.varint(this.frequencies[index] ?? 0);
      writer.varint(this.lengths[index] ?? 0);
      previous = ordinal;
    }
  }

  private reserve(more: number): void {
    const needed = this.size + more;
    if (needed <= this.ordinals.length) return;
    const capacity = Math.max(needed, this.ordinals.length * 2);
    this.ordinals = grow(this.ordinals, capacity);
    this.frequencies = grow(this.frequencies, capacity);
    this.lengths = grow(this.lengths, capacity);
  }
}

/** Reads one varint (at most 32 bits) at `cursor.at` and moves the cursor behind it. */
export function readVarint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) throw new SegmentCorruptError('it ends inside a number');
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
  throw new SegmentCorruptError('a number is too long');
}

function grow(source: Uint32Array<ArrayBuffer>, capacity: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(capacity);
  grown.set(source);
  return grown;
}
