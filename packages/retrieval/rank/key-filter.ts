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
