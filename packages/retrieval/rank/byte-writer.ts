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

  uint32(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeUInt32LE(value >>> 0, this.length);
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

  /** What was written so far; valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  copy(): Uint8Array {
    return new Uint8Array(this.view());
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.view());
    this.bytes = grown;
  }
}
