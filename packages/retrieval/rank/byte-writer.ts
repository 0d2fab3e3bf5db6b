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
