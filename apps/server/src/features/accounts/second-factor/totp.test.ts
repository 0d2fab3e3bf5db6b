import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

const NOW = 1_700_000_010_000;
const STEP = 30_000;
const secret = newTotpSecret();
/** What an app shows. */
const totpCode = (base32: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(base32), timestamp });

describe('a code', () => {
  test('of RFC 6238, appendix B', () => {
    const given = Secret.fromLatin1('12345678901234567890').base32;
    expect(totpStep(given, '287082', 59_000)).toBe(1);
    expect(totpStep(given, '081804', 1_111_111_109_000)).toBe(37_037_036);
  });

  test.each([
    ['right on time', 0, 0],
    ['half a minute late', -STEP, -1],
    ['half a minute early', STEP, 1],
  ])('%s is good, and names its own step', (_what, drift, steps) => {
    expect(totpStep(secret, totpCode(secret, NOW + drift), NOW)).toBe(Math.floor(NOW / STEP) + steps);
  });

  test.each([-2, 2])('%i steps away is not', (steps) => {
    expect(totpStep(secret, totpCode(secret, NOW + steps * STEP), NOW)).toBeNull();
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３'])('%s is none', (code) => {
    expect(totpStep(secret, code, NOW)).toBeNull();
  });
});

test('the address for the QR code says what apps need', () => {
  const uri = new URL(totpUri(secret, 'ハナコ'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Hanasu:ハナコ');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Hanasu',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(newTotpSecret()).not.toBe(secret);
});
