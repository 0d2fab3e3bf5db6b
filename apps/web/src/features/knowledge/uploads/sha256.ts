/** SHA-256 (FIPS 180-4) of bytes that come in pieces: what browsers offer wants all of them at once, over HTTPS only. */
const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** First 32 bits of the fraction of a root of a prime. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
for (let candidate = 2, count = 0; count < 64; candidate += 1) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) isPrime = false;
  }
  if (!isPrime) continue;
  if (count < 8) START[count] = fraction(Math.sqrt(candidate));
  K[count] = fraction(Math.cbrt(candidate));
  count += 1;
}

const BLOCK = 64;

export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** In hexadecimal; the end. */
  digest(): string;
}

export function createSha256(): Sha256 {
  const state = START.slice();
  const words = new Uint32Array(64);
  const rest = new Uint8Array(BLOCK);
  let kept = 0;
  let length = 0;

  function update(bytes: Uint8Array): void {
    length += bytes.length;
    let at = 0;
    if (kept > 0) {
      at = Math.min(BLOCK - kept, bytes.length);
      rest.set(bytes.subarray(0, at), kept);
      kept += at;
      if (kept < BLOCK) return;
      compress(state, words, rest, 0);
      kept = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    kept = bytes.length - at;
  }

  return {
    update,
    digest() {
      const bits = length * 8;
      const end = new Uint8Array((kept < 56 ? 56 : 120) - kept + 8);
      end[0] = 0x80;
      const view = new DataView(end.buffer);
      view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(end.length - 4, bits >>> 0);
      update(end);
      return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, from: number): void {
  const w = (index: number): number => words[index] ?? 0;
  for (let index = 0; index < 16; index += 1) {
    const at = from + index * 4;
    words[index] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
  }
  for (let index = 16; index < 64; index += 1) {
    const early = w(index - 15);
    const late = w(index - 2);
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (w(index - 16) + first + w(index - 7) + second) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + (K[index] ?? 0) + w(index)) | 0;
    const other = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const ends = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = ((state[index] ?? 0) + (ends[index] ?? 0)) >>> 0;
}
