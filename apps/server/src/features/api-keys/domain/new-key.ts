import { createHash } from 'node:crypto';

const MARK = 'hk_';
export const SECRET_BYTES = 32;
const SHAPE = /^hk_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 10;

/** A key of 256 random bits; so many cannot be guessed, which is why a plain hash of it is enough. */
export function formatKey(random: Buffer): { key: string; prefix: string; hash: Buffer } {
  const key = `${MARK}${random.toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hashOf(key) };
}

/** Null for what cannot be a key: it is refused without asking the database. */
export const readKey = (text: string): Buffer | null => (SHAPE.test(text) ? hashOf(text) : null);

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
