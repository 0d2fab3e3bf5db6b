import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TelegramCredentials } from '../credentials.ts';

/** Made from the token, so that nothing else has to be stored; a new token means a new secret. 43 characters A-Za-z0-9_-. */
export const webhookSecretOf = ({ botToken }: Pick<TelegramCredentials, 'botToken'>): string =>
  createHmac('sha256', botToken).update('secret of the webhook').digest('base64url');

/**
 * The vendor proves that it knows the secret, and signs no body. What is no whole JSON object was cut or changed on
 * its way, and is not taken either.
 */
export function verifySecret(
  credentials: Pick<TelegramCredentials, 'botToken'>,
  rawBody: Buffer,
  given: string | string[] | undefined,
): boolean {
  if (typeof given !== 'string') return false;
  const wanted = Buffer.from(webhookSecretOf(credentials));
  const said = Buffer.from(given);
  if (said.length !== wanted.length || !timingSafeEqual(said, wanted)) return false;
  return readObject(rawBody) !== null;
}

/** Null: no JSON object. */
export function readObject(rawBody: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : null;
  } catch {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return null;
  }
}
