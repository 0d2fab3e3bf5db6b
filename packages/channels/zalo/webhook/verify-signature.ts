import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../client/read-json.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';

type Keys = Pick<ZaloCredentials, 'appId' | 'appSecret' | 'webhookSecret' | 'oaId'>;

const id = z.union([z.string(), z.number()]).transform(String);
/** The signature covers the timestamp as it is written in the body. */
const Signed = z.object({
  timestamp: id,
  event_name: z.string().optional().catch(undefined),
  oa_id: id.optional().catch(undefined),
  recipient: z.object({ id: id.optional() }).optional().catch(undefined),
});

/**
 * True for a body signed under the webhook's secret: a plain SHA-256 of id, raw bytes, timestamp and secret, not an
 * HMAC. The vendor's documents begin it with the app's id, some working accounts with the official account's. Old
 * bodies are refused, and those of another official account of the same app, whose webhook is one and the same.
 */
export function verifySignature(
  rawBody: Buffer,
  keys: Keys,
  signature: string | string[] | undefined,
  now: number,
): boolean {
  const hex = typeof signature === 'string' ? /^(?:mac=)?([0-9a-f]{64})$/i.exec(signature.trim())?.[1] : null;
  const signed = readSigned(rawBody);
  if (!hex || !signed) return false;
  const given = Buffer.from(hex, 'hex');
  const secret = keys.webhookSecret ?? keys.appSecret;
  // Both are always compared, so that the time tells nothing.
  const matches = [keys.appId, keys.oaId].map((first) =>
    timingSafeEqual(given, digest(first, rawBody, signed.timestamp, secret)),
  );
  return matches.includes(true) && isFresh(Number(signed.timestamp), now) && isOurs(signed, keys.oaId);
}

function digest(first: string, rawBody: Buffer, timestamp: string, secret: string): Buffer {
  return createHash('sha256').update(first).update(rawBody).update(timestamp).update(secret).digest();
}

function readSigned(rawBody: Buffer): z.infer<typeof Signed> | null {
  try {
    return Signed.safeParse(readJson(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function isFresh(timestamp: number, now: number): boolean {
  return timestamp > now - ZALO_LIMITS.webhookAgeMs && timestamp < now + ZALO_LIMITS.webhookAheadMs;
}

function isOurs({ oa_id, event_name = '', recipient }: z.infer<typeof Signed>, oaId: string): boolean {
  if (oa_id !== undefined) return oa_id === oaId;
  const isToAccount = /^(?:user|anonymous)_send_(?!group_)/.test(event_name);
  return !isToAccount || recipient?.id === undefined || recipient.id === oaId;
}
