import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * True when `signature` (base64, header `x-line-signature`) is the HMAC-SHA256 of the raw bytes under the channel
 * secret. A repeated header arrives as a list and is refused.
 */
export function verifySignature(
  rawBody: Buffer,
  channelSecret: string,
  signature: string | string[] | undefined,
): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', channelSecret).update(rawBody).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
