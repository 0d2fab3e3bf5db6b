/** A term's UTF-8 bytes, one character per byte: cheap to compare, hash and cut out of a block. */
export function binaryKey(term: string): string {
  return Buffer.from(term, 'utf8').toString('latin1');
}

/** The term of a binary key. */
export function termOf(key: string): string {
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
