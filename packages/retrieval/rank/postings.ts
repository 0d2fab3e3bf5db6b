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

const SHORT = 64;

/** Growing byte buffer; numbers are unsigned LEB128 varints (7 bits a byte, low bits first). */
export class ByteWriter {
  private bytes = Buffer.allocUnsafeSlow(1024);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** Writes a key held as one character per byte. */
  binary(key: string): void {
    this.reserve(key.length);
    this.length += this.bytes.write(key, this.length, 'latin1');
  }

  append(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Appends what another writer holds. Most postings are a few bytes: a loop is faster than a call. */
  appendWriter(source: ByteWriter): void {
    this.reserve(source.length);
    if (source.length > SHORT) source.bytes.copy(this.bytes, this.length, 0, source.length);
    else for (let at = 0; at < source.length; at++) this.bytes[this.length + at] = source.bytes[at] ?? 0;
    this.length += source.length;
  }

  /** What was written so far; valid until the next write. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** A copy of what was written so far. */
  copy(): Uint8Array {
    return new Uint8Array(this.view());
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

/** Thrown when stored index bytes are not what was written. The cure is to rebuild the segment. */
export class SegmentCorruptError extends Error {
  readonly code = 'segment_corrupt';

  constructor(problem: string) {
    super(`Index block is corrupt: ${problem}`);
    this.name = 'SegmentCorruptError';
  }
}
