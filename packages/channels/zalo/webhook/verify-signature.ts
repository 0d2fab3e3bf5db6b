import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../client/read-json.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';

type Keys = Pick<ZaloCredentials, 'appId' | 'appSecret' | 'webhookSecret' | 'oaId'>;
type Signature = string | string[] | undefined;

/**
 * True for a fresh body signed under the webhook's secret, whichever official account of the app it is for: a plain
 * SHA-256 of id, raw bytes, timestamp and secret, not an HMAC. The vendor's documents begin it with the app's id, some
 * working accounts with the official account's. The timestamp is the one in the body, as it is written there; it is
 * found in the raw bytes, so that nothing is parsed before its sender is known.
 */
export function verifyMac(rawBody: Buffer, keys: Keys, signature: Signature, now: number): boolean {
  const hex = typeof signature === 'string' ? /^(?:mac=)?([0-9a-f]{64})$/i.exec(signature.trim())?.[1] : null;
  if (!hex) return false;
  const given = Buffer.from(hex, 'hex');
  const secret = keys.webhookSecret ?? keys.appSecret;
  // All are always compared, so that the time tells nothing.
  const matching = timestampsIn(rawBody).flatMap((timestamp) =>
    [keys.appId, keys.oaId].filter((first) =>
      timingSafeEqual(given, digest(first, rawBody, timestamp, secret)),
    ).length > 0
      ? [timestamp]
      : [],
  );
  return matching.some((timestamp) => isFresh(Number(timestamp), now));
}

/** The same, of this official account only: another one of the same app has the same webhook. */
export function verifySignature(rawBody: Buffer, keys: Keys, signature: Signature, now: number): boolean {
  if (!verifyMac(rawBody, keys, signature, now)) return false;
  const account = accountOf(rawBody);
  return account === null || account === keys.oaId;
}

/** In words of people the quotes are escaped, so this is never one of theirs. */
const TIMESTAMP = /(?<!\\)"timestamp"\s{0,9}:\s{0,9}"?(\d{1,20})/g;
/** An event has one, and at most another one inside of it. */
const MOST_TIMESTAMPS = 8;

function timestampsIn(rawBody: Buffer): string[] {
  const found = new Set<string>();
  for (const [, digits = ''] of rawBody.toString('latin1').matchAll(TIMESTAMP)) {
    found.add(digits);
    if (found.size === MOST_TIMESTAMPS) break;
  }
  return [...found];
}

function digest(first: string, rawBody: Buffer, timestamp: string, secret: string): Buffer {
  return createHash('sha256').update(first).update(rawBody).update(timestamp).update(secret).digest();
}

function isFresh(timestamp: number, now: number): boolean {
  return timestamp > now - ZALO_LIMITS.webhookAgeMs && timestamp < now + ZALO_LIMITS.webhookAheadMs;
}

const id = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const party = z.object({ id }).optional().catch(undefined);
const Addressed = z.object({
  event_name: z.string().optional().catch(undefined),
  oa_id: id,
  oaId: id,
  sender: party,
  recipient: party,
});

/** Of a verified body: the official account it is for; null: it doesn't say. */
export function accountOf(rawBody: Buffer): string | null {
  const read = readBody(rawBody);
  if (!read) return null;
  const { event_name: name = '', oa_id, oaId, sender, recipient } = read;
  if (oa_id !== undefined || oaId !== undefined) return oa_id ?? oaId ?? null;
  if (/_group(?:_|$)/.test(name)) return null;
  if (/^(?:user|anonymous)_/.test(name) && !ABOUT_OURS.has(name)) return recipient?.id ?? null;
  return /^oa_/.test(name) || ABOUT_OURS.has(name) ? (sender?.id ?? null) : null;
}

/** Told in the account's name, though the person did it. */
const ABOUT_OURS = new Set(['user_received_message', 'user_seen_message']);

function readBody(rawBody: Buffer): z.infer<typeof Addressed> | null {
  try {
    return Addressed.safeParse(readJson(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
