import type { AccountId, MediaId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { expiryOf, type MediaClaim, newFileKey, readMediaToken, signMediaToken } from './media-files.ts';

const accountId = newId<AccountId>();
const mediaId = newId<MediaId>();
const fileKey = newFileKey(accountId, mediaId);
const claim: MediaClaim = { accountId, mediaId, purpose: 'view', expiresAt: 1_800_000_000_000, mostBytes: 0 };
/** Characters that no byte of the signature has a part in. */
const BODY = 56;
const token = signMediaToken(claim, fileKey);

test('what was signed is read back, for its own file only', () => {
  const read = readMediaToken(token);
  expect(read?.claim).toEqual(claim);
  expect(read?.isSignedWith(fileKey)).toBe(true);
  expect(read?.isSignedWith(newFileKey(accountId, mediaId))).toBe(false);
});

test.each([
  ['another account', { accountId: newId<AccountId>() }],
  ['another file', { mediaId: newId<MediaId>() }],
  ['another purpose', { purpose: 'send' as const }],
  ['a later end', { expiresAt: claim.expiresAt + 1000 }],
  ['another form of the picture', { mostBytes: 1 }],
])('a signature is good for nothing else: %s', (_what, change) => {
  const signature = token.slice(BODY);
  const forged = readMediaToken(signMediaToken({ ...claim, ...change }, fileKey).slice(0, BODY) + signature);
  expect(forged?.claim).toEqual({ ...claim, ...change });
  expect(forged?.isSignedWith(fileKey)).toBe(false);
});

test.each(['', 'a', token.slice(1), `${token}A`, 'B'.repeat(76), token.replace(/^./, '!')])(
  'what has not the form is nothing: %j',
  (text) => expect(readMediaToken(text)).toBeNull(),
);

test('staff have one address for the whole day, good for one to two days; vendors have it for ten years', () => {
  const hour = 60 * 60 * 1000;
  const morning = Date.UTC(2026, 4, 4, 0, 0, 1);
  const evening = Date.UTC(2026, 4, 4, 23, 59, 59);
  expect(expiryOf('view', morning)).toBe(expiryOf('view', evening));
  expect(expiryOf('view', morning) - morning).toBeLessThanOrEqual(48 * hour);
  expect(expiryOf('view', evening) - evening).toBeGreaterThanOrEqual(24 * hour);
  expect(new Date(expiryOf('send', morning)).getUTCFullYear()).toBe(2036);
});
