import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { startFakeStripe } from './fake-stripe.ts';

interface StandIn {
  elements(options: object): { create(kind: string, options?: object): unknown };
  confirmPayment(options: object): Promise<unknown>;
}

const source = readFileSync(`${import.meta.dirname}/stand-in/stripe.js`, 'utf8');
function load(): (key?: string) => StandIn {
  const window: { Stripe?: (key?: string) => StandIn } = {};
  const document = { currentScript: { src: 'http://127.0.0.1:1/dahlia/stripe.js' } };
  runInNewContext(source, { window, document, URL });
  if (!window.Stripe) throw new Error('the script has no Stripe()');
  return window.Stripe;
}
const OPTIONS = { clientSecret: 'pi_1_secret_1', locale: 'ja', appearance: { theme: 'night' } };

describe('stand-in for Stripe.js', () => {
  test.each([
    ['pk_live_1', /test keys only/],
    ['sk_test_1', /publishable key/],
    ['', /apiKey should be a string/],
    [undefined, /apiKey should be a string/],
  ])('refuses the key %j', (key, message) => {
    expect(() => load()(key)).toThrow(message);
  });

  test.each([
    [{ ...OPTIONS, clientSecret: 'pi_1' }, /client secret/],
    [{ ...OPTIONS, locale: 'xx' }, /Invalid locale/],
    [{ ...OPTIONS, appearance: { theme: 'dark' } }, /Invalid theme/],
    [{ ...OPTIONS, colour: 'red' }, /Unrecognized elements\(\) parameter: colour/],
  ])('refuses the options %j', (options, message) => {
    expect(() => load()('pk_test_1').elements(options)).toThrow(message);
  });

  test('makes one payment element, and no other kind', () => {
    const elements = load()('pk_test_1').elements(OPTIONS);
    expect(() => elements.create('card')).toThrow(/valid Element name/);
    elements.create('payment', { wallets: { applePay: 'never' } });
    expect(() => elements.create('payment')).toThrow(/Can only create one Element/);
  });

  test('confirms no form that is not mounted, and leads to no relative address', async () => {
    const stripe = load()('pk_test_1');
    const elements = stripe.elements(OPTIONS);
    const confirmParams = { return_url: 'http://localhost/payment/3d-secure' };
    await expect(stripe.confirmPayment({ elements, confirmParams })).rejects.toThrow(/Elements object/);
    elements.create('payment');
    await expect(stripe.confirmPayment({ elements, confirmParams })).rejects.toThrow(/not mounted/);
    await expect(stripe.confirmPayment({ elements, confirmParams: { return_url: '/x' } })).rejects.toThrow(
      /absolute URL/,
    );
  });
});

test.each([{ secretKey: 'sk_live_1' }, { publishableKey: 'pk_live_1' }])(
  'the fake does not start with %j',
  async (keys) => {
    await expect(startFakeStripe(keys)).rejects.toThrow(/test keys only/);
  },
);
