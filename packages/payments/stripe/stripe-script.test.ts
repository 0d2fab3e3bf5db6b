import { describe, expect, test } from 'vitest';
import { isStandInAllowed, stripeScriptOf } from './stripe-script.ts';

const TEST = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' };
const LIVE = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1' };

describe('stand-in for Stripe', () => {
  test.each([
    'http://127.0.0.1:12111',
    'http://localhost:12111',
    'http://[::1]:12111',
    'http://127.1:12111/',
  ])('is allowed at %s with test keys', (url) => {
    expect(isStandInAllowed(url, TEST)).toBe(true);
    expect(isStandInAllowed(url, { ...TEST, secretKey: 'rk_test_1' })).toBe(true);
  });

  test.each([
    'https://api.stripe.com',
    'http://192.168.1.20:12111',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://localhost@example.com',
    'http://0.0.0.0:12111',
    'not an address',
  ])('is refused at %s', (url) => {
    expect(isStandInAllowed(url, TEST)).toBe(false);
    expect(() => stripeScriptOf(TEST, url)).toThrow(/this machine and with test keys/);
  });

  test.each([LIVE, { ...TEST, publishableKey: 'pk_live_1' }, { ...TEST, secretKey: 'sk_live_1' }])(
    'is refused with %j',
    (keys) => {
      expect(isStandInAllowed('http://127.0.0.1:12111', keys)).toBe(false);
      expect(() => stripeScriptOf(keys, 'http://127.0.0.1:12111')).toThrow(/test keys/);
    },
  );

  test('needs its own address and none of Stripe', () => {
    const origin = 'http://127.0.0.1:12111';
    expect(stripeScriptOf(TEST, `${origin}/`)).toEqual({
      url: `${origin}/dahlia/stripe.js`,
      sources: { 'script-src': [origin], 'frame-src': [origin], 'connect-src': [origin] },
    });
  });
});

test.each([TEST, LIVE])('the script comes from Stripe itself with %j', (keys) => {
  const { url, sources } = stripeScriptOf(keys);
  expect(url).toBe('https://js.stripe.com/dahlia/stripe.js');
  expect(Object.values(sources).flat()).toEqual([
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://api.stripe.com',
  ]);
});
