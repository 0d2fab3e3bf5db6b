import { createHmac } from 'node:crypto';

const MARK = 'whsec_';
/** Standard Webhooks asks for 24 to 64. */
export const SECRET_BYTES = 32;

export const formatSecret = (random: Buffer): string => `${MARK}${random.toString('base64')}`;

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Headers of Standard Webhooks 1.0 (symmetric, `v1`): HMAC-SHA256 over `id.timestamp.body`. */
export function signedHeaders(
  secret: string,
  { id, sentAt, body }: { readonly id: string; readonly sentAt: Date; readonly body: string },
): SignedHeaders {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(MARK.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
