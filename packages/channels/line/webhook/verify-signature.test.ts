import { expect, it } from 'vitest';
import { verifySignature } from './verify-signature.ts';

// The first is the vendor's own sample; the second holds characters outside ASCII.
const VECTORS = [
  [
    '8c570fa6dd201bb328f1c1eac23a96d8',
    '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}',
    'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=',
  ],
  [
    'test-channel-secret',
    '{"destination":"U00000000000000000000000000000001","events":[{"type":"message","message":{"type":"text","id":"1","text":"こんにちは 👋"}}]}',
    'radV6jRD/gn3WKACnTJKdDcf2HovBKo0p7Y48HHIMIw=',
  ],
] as const;

it.each(VECTORS)('takes the known signature under %s', (secret, body, signature) => {
  const raw = Buffer.from(body);
  expect(verifySignature(raw, secret, signature)).toBe(true);
  expect(verifySignature(raw, `${secret}x`, signature)).toBe(false);
  expect(verifySignature(Buffer.from(`${body} `), secret, signature)).toBe(false);
  expect(verifySignature(raw, secret, [signature])).toBe(false);
  expect(verifySignature(raw, secret, undefined)).toBe(false);
});
