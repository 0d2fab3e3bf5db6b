import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  describeGateway,
  type GatewayStage,
  type RawEvent,
  type SuiteCard,
} from '../spec/testing/gateway-suite.ts';
import { type FakeStripe, startFakeStripe } from './fake/fake-stripe.ts';
import resources from './fake/fixtures/resources.json' with { type: 'json' };
import { createStripeGateway } from './stripe.gateway.ts';

const SECRET = 'whsec_of_this_test';
const CARDS: Readonly<Record<SuiteCard, string>> = {
  ok: '4242424242424242',
  secure: '4000000000003220',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
};
const BACK = 'https://shop.example/payment/3d-secure?payment=1';

let clock = Date.now();
let fake: FakeStripe;
const arrived: RawEvent[] = [];
const receiver = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  arrived.push({
    headers: { 'stripe-signature': headers['stripe-signature'] ?? '' },
    body: Buffer.concat(parts),
  });
  response.writeHead(200).end();
});

beforeAll(async () => {
  fake = await startFakeStripe({ now: () => clock });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  fake.webhook = { url: `http://127.0.0.1:${port}/`, secrets: [SECRET] };
});
afterAll(async () => {
  await fake.close();
  receiver.close();
});
beforeEach(() => {
  arrived.length = 0;
});

const gatewayWith = (more: Partial<Parameters<typeof createStripeGateway>[0]> = {}) =>
  createStripeGateway({
    secretKey: fake.secretKey,
    webhookSecrets: [SECRET],
    apiUrl: fake.url,
    now: () => clock,
    ...more,
  });

describeGateway('stripe', (): GatewayStage => {
  return {
    gateway: gatewayWith(),
    async pay({ clientSecret }, card) {
      fake.pay(clientSecret ?? '', CARDS[card], BACK);
      await fake.idle();
    },
    async answer(id, isConfirmed) {
      fake.answer(id, isConfirmed);
      await fake.idle();
    },
    events: () => arrived,
    wait: (ms) => {
      clock += ms;
    },
  };
});

const REQUEST = {
  paymentId: 'payment',
  accountId: 'account',
  amount: 1_100,
  currency: 'JPY',
  description: 'Tokens',
} as const;
const newKey = (): string => `key-${randomUUID()}`;

async function begun() {
  const outcome = await gatewayWith().create({ ...REQUEST, key: newKey() });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
const fetched = async (id: string) => {
  const outcome = await gatewayWith().read(id);
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

describe('what is sent to Stripe', () => {
  test('cards alone, always with 3-D Secure, under a key of our own and the pinned version', async () => {
    const key = newKey();
    await gatewayWith().create({ ...REQUEST, key });
    const call = fake.calls.at(-1);
    expect(call).toMatchObject({ method: 'POST', path: '/v1/payment_intents', key });
    expect(call?.fields).toEqual({
      amount: '1100',
      currency: 'jpy',
      description: 'Tokens',
      payment_method_types: ['card'],
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      metadata: { paymentId: 'payment', accountId: 'account' },
    });
  });

  test('no minor units are made up: 500 yen are 500, 50,000 dong are 50000, 5 dollars are 500', async () => {
    for (const [currency, amount] of [
      ['JPY', 500],
      ['VND', 50_000],
      ['USD', 500],
    ] as const) {
      await gatewayWith().create({ ...REQUEST, currency, amount, key: newKey() });
      expect(fake.calls.at(-1)?.fields.amount).toBe(String(amount));
    }
  });
});

describe('what is certain after a call', () => {
  test.each([500, 'cut', 'cut-after', 429, 409] as const)(
    'reports unknown after %s, and the same key gives one payment',
    async (how) => {
      const request = { ...REQUEST, paymentId: `after ${how}`, key: newKey() };
      fake.fault({ path: /payment_intents$/, how });
      expect(await gatewayWith().create(request)).toMatchObject({ kind: 'unknown' });
      fake.mend();
      const first = await gatewayWith().create(request);
      expect(first).toMatchObject({ kind: 'done' });
      expect(await gatewayWith().create(request)).toEqual(first);
      const made = fake.events.filter((event) => JSON.stringify(event).includes(request.paymentId));
      expect(made).toHaveLength(1);
    },
    20_000,
  );

  test('a wrong key of ours is refused, never unknown', async () => {
    const outcome = await gatewayWith({ secretKey: 'sk_test_other' }).create({ ...REQUEST, key: newKey() });
    expect(outcome).toMatchObject({ kind: 'refused' });
  });

  test('below the least amount Stripe refuses', async () => {
    expect(await gatewayWith().create({ ...REQUEST, amount: 49, key: newKey() })).toMatchObject({
      kind: 'refused',
      code: 'amount_too_small',
    });
  });
});

describe('what Stripe says of a payment', () => {
  test.each([
    ['4000000000000127', 'wrong_number'],
    ['4000000000000119', 'processing_error'],
    ['4000000000009987', 'declined'],
  ] as const)('card %s fails as %s', async (card, failure) => {
    const { id, clientSecret } = await begun();
    fake.pay(clientSecret ?? '', card, BACK);
    expect(await fetched(id)).toMatchObject({ status: 'open', failure });
  });

  test('confirmed, and declined after it', async () => {
    const { id, clientSecret } = await begun();
    fake.pay(clientSecret ?? '', '4000008400001629', BACK);
    expect(fake.answer(id, true)).toContain('redirect_status=failed');
    expect(await fetched(id)).toMatchObject({ status: 'open', failure: 'declined' });
  });

  test('a card that needs no challenge is still asked for one where it can', async () => {
    const { id, clientSecret } = await begun();
    fake.pay(clientSecret ?? '', '4000000000003055', BACK);
    expect(await fetched(id)).toMatchObject({ status: 'action' });
  });

  test.each([
    ['needs_response', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ] as const)('a dispute that is %s is %s', async (status, dispute) => {
    const { id, clientSecret } = await begun();
    fake.pay(clientSecret ?? '', CARDS.ok, BACK);
    fake.dispute(id, 'needs_response');
    if (status !== 'needs_response') fake.dispute(id, status);
    expect(await fetched(id)).toMatchObject({ status: 'succeeded', dispute });
  });
});

describe('events of Stripe', () => {
  const sdk = new Stripe('sk_test_x');
  /** Signed by the official package, around the resources that Stripe publishes. */
  const signed = (
    type: string,
    object: object,
    given: { secret?: string; at?: number; livemode?: boolean } = {},
  ) => {
    const event = {
      ...resources.event,
      id: `evt_${type}`,
      type,
      livemode: given.livemode ?? false,
      data: { object },
    };
    const payload = JSON.stringify(event);
    const header = sdk.webhooks.generateTestHeaderString({
      payload,
      secret: given.secret ?? SECRET,
      timestamp: Math.floor((given.at ?? clock) / 1000),
    });
    return { header, body: Buffer.from(payload) };
  };
  const read = ({ header, body }: { header: string; body: Uint8Array }, gateway = gatewayWith()) =>
    gateway.readEvent({ 'stripe-signature': header }, body);

  test.each([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.canceled',
    'payment_intent.requires_action',
  ])('%s names its payment', (type) => {
    const object = { ...resources.payment_intent, id: 'pi_1' };
    expect(read(signed(type, object))).toEqual({
      kind: 'event',
      id: `evt_${type}`,
      type,
      payment: 'pi_1',
      isTest: true,
    });
  });

  test.each([
    ['charge.refunded', resources.charge],
    ['refund.updated', resources.refund],
    ['refund.failed', resources.refund],
    ['charge.dispute.created', resources.dispute],
    ['charge.dispute.closed', resources.dispute],
    ['charge.dispute.funds_withdrawn', resources.dispute],
    ['radar.early_fraud_warning.created', { object: 'radar.early_fraud_warning', charge: 'ch_1' }],
  ])('%s names the payment of its charge', (type, object) => {
    expect(read(signed(type, { ...object, payment_intent: 'pi_2' }))).toMatchObject({
      type,
      payment: 'pi_2',
    });
  });

  test('reads an event of an unknown kind, which is about no payment', () => {
    expect(read(signed('customer.created', { object: 'customer', id: 'cus_1' }))).toMatchObject({
      payment: null,
    });
  });

  test('distinguishes real money from tests', () => {
    expect(read(signed('x', {}, { livemode: true }))).toMatchObject({ isTest: false });
  });

  test('while a secret is replaced both are taken, afterwards one', () => {
    const old = signed('x', {}, { secret: 'whsec_old' });
    expect(read(old, gatewayWith({ webhookSecrets: [SECRET, 'whsec_old'] }))).toMatchObject({
      kind: 'event',
    });
    expect(read(old)).toEqual({ kind: 'refused', reason: 'wrong_signature' });
    const { header, body } = signed('x', {});
    const both = `${header},v1=${'0'.repeat(64)}`;
    expect(read({ header: both, body })).toMatchObject({ kind: 'event' });
  });

  test('a second time in the header does not make an old event new', () => {
    const { header, body } = signed('x', {}, { at: clock - 3_600_000 });
    expect(read({ header, body })).toEqual({ kind: 'refused', reason: 'old' });
    const now = Math.floor(clock / 1000);
    for (const forged of [`t=${now},${header}`, `${header},t=${now}`])
      expect(read({ header: forged, body })).toMatchObject({ kind: 'refused' });
  });

  test('what is signed and no event is malformed', () => {
    const payload = '[]';
    const header = sdk.webhooks.generateTestHeaderString({
      payload,
      secret: SECRET,
      timestamp: Math.floor(clock / 1000),
    });
    expect(read({ header, body: Buffer.from(payload) })).toEqual({ kind: 'refused', reason: 'malformed' });
  });

  test('the known vector of the facts', () => {
    const body = Buffer.from(
      '{"id":"evt_test_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_test_1","object":"payment_intent"}}}',
    );
    const gateway = gatewayWith({ webhookSecrets: ['whsec_test_secret'], now: () => 1_750_000_000_000 });
    const header = 't=1750000000,v1=61ccff0c1fba4cd0f0e297cf19d475d70c48f30381af798eda4b3ebb2787bdc8';
    expect(read({ header, body }, gateway)).toMatchObject({
      kind: 'event',
      id: 'evt_test_1',
      payment: 'pi_test_1',
    });
  });
});
