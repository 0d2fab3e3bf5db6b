import { randomUUID } from 'node:crypto';
import { tokenHistory } from '@hanasu/contract/billing';
import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/payments';
import type { PaymentGateway } from '@hanasu/payments/spec/gateway';
import { type FakeStripe, startFakeStripe } from '@hanasu/payments/stripe/fake/fake-stripe';
import { createStripeGateway } from '@hanasu/payments/stripe/stripe.gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createMail } from '../../platform/mail/create-mail.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { expireTokens } from '../billing/token-lots.ts';
import { createStoredSandbox } from './feature.ts';
import { handleEvents, sweepPayments } from './settle-payment.ts';

const settling = {
  seller: {
    name: null,
    address: null,
    contact: null,
    registrationNumber: null,
    registeredFrom: null,
    timeZone: 'Asia/Tokyo',
  },
  mail: createMail({ hasServer: false }),
  publicUrl: 'http://localhost',
  onError: () => undefined,
};
const STARTING = 1_000_000;
const TOKENS = 5_000_000;
type Shown = { payment: contract.PaymentView; form: contract.PaymentForm | null };

const begin = async (
  person: SignedIn,
  key: string = randomUUID(),
  body: object = { packageId: 'medium', currency: 'JPY' },
): Promise<Shown> => {
  const headers = { 'idempotency-key': key };
  const answer = await person.raw('POST', '/api/user/payment', { body, headers });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Shown;
};
const look = (person: SignedIn, uuid: PaymentId) => person.call(contract.getPayment, { params: { uuid } });
const pay = (person: SignedIn, uuid: PaymentId, card: string) =>
  person.call(contract.confirmPayment, { params: { uuid }, body: { card } });
const history = async (person: SignedIn) => {
  const { items, balance } = await person.call(tokenHistory);
  return { balance, entries: items.map(({ kind, tokens }) => [kind, tokens]) };
};
/** The balance is the sum of the entries, and the lots are what is left of it. */
async function sumsAgree(server: TestServer, person: SignedIn): Promise<void> {
  const [row] = await server.sql<{ balance: number; entries: number }>(
    `select (select balance from token_balances where account_id = $1) as balance,
       (select sum(tokens)::bigint from ledger_entries where account_id = $1) as entries`,
    [person.user.account.uuid],
  );
  expect(row?.entries).toBe(row?.balance);
}

describe('the sandbox', () => {
  let server: TestServer;
  let database: Database;
  let person: SignedIn;
  /** The same sandbox as the server's, seen from another process. */
  let sandbox: PaymentGateway;
  beforeAll(async () => {
    server = await startTestServer({}, (url) => {
      database = openDatabase({ url, poolSize: 2, onError: () => undefined });
      return url;
    });
    sandbox = createStoredSandbox({
      database,
      secret: 'of this test',
      publicUrl: server.address,
      notify: () => undefined,
    });
    person = await server.register();
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  test('packages have prices with their tax, in three currencies without made-up digits', async () => {
    const { packages, gateway } = await person.call(contract.listPaymentPackages);
    expect(gateway).toEqual({ name: 'sandbox', isTest: true });
    expect(packages.find(({ id }) => id === 'medium')).toEqual({
      id: 'medium',
      tokens: TOKENS,
      days: 180,
      prices: [
        { currency: 'JPY', amount: 4_950, taxRate: 10, tax: 450 },
        { currency: 'VND', amount: 810_000, taxRate: 10, tax: 73_636 },
        { currency: 'USD', amount: 3_599, taxRate: 0, tax: 0 },
      ],
    });
  });

  test('what is paid is credited once, however many look at once and however often the gateway speaks', async () => {
    const buyer = await server.register();
    const { payment, form } = await begin(buyer);
    expect(payment).toMatchObject({ state: 'pending', amount: 4_950, tax: 450, isTest: true });
    expect(form).toMatchObject({ kind: 'cards' });
    await Promise.all([
      pay(buyer, payment.uuid, 'early_event'),
      ...Array.from({ length: 10 }, () => look(buyer, payment.uuid)),
    ]);
    await Promise.all(Array.from({ length: 20 }, () => look(buyer, payment.uuid)));
    const after = await look(buyer, payment.uuid);
    expect(after).toMatchObject({ payment: { state: 'paid', takenTokens: 0 }, form: null });
    const days = (Date.parse(after.payment.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
    expect(await history(buyer)).toEqual({
      balance: STARTING + TOKENS,
      entries: [
        ['purchase', TOKENS],
        ['grant', STARTING],
      ],
    });
    await sumsAgree(server, buyer);
  });

  test.each([
    ['declined', 'declined'],
    ['insufficient', 'insufficient_funds'],
    ['expired', 'expired_card'],
  ])('after a card that is %s another one pays the same payment', async (card, failure) => {
    const buyer = await server.register();
    const { payment } = await begin(buyer);
    const refused = await pay(buyer, payment.uuid, card);
    expect(refused).toMatchObject({ payment: { state: 'failed', failure }, form: { kind: 'cards' } });
    expect((await history(buyer)).balance).toBe(STARTING);
    expect(await pay(buyer, payment.uuid, 'ok')).toMatchObject({ payment: { state: 'paid', failure: null } });
    expect((await history(buyer)).balance).toBe(STARTING + TOKENS);
  });

  test('3-D Secure has its page: yes pays, no leaves the payment open, a second answer finds nothing', async () => {
    const buyer = await server.register();
    const { payment } = await begin(buyer);
    const answer = async (url: string, said: 'yes' | 'no') =>
      fetch(new URL(new URL(url).pathname, server.address), {
        method: 'POST',
        body: new URLSearchParams({ answer: said }),
        redirect: 'manual',
      });
    const first = await pay(buyer, payment.uuid, 'secure');
    const url = first.payment.actionUrl ?? '';
    const page = await fetch(new URL(new URL(url).pathname, server.address), {
      headers: { 'accept-language': 'ja' },
    });
    expect(await page.text()).toContain('ご本人によるお支払いですか');
    const refused = await answer(url, 'no');
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/payment/3d-secure?payment=${payment.uuid}`),
    ]);
    expect(await look(buyer, payment.uuid)).toMatchObject({
      payment: { state: 'failed', failure: 'authentication_failed' },
    });
    expect((await answer(url, 'yes')).status).toBe(404);
    const second = await pay(buyer, payment.uuid, 'secure');
    expect((await answer(second.payment.actionUrl ?? '', 'yes')).status).toBe(303);
    expect(await look(buyer, payment.uuid)).toMatchObject({ payment: { state: 'paid' } });
    expect((await history(buyer)).balance).toBe(STARTING + TOKENS);
  });

  test('cancels a payment that is left alone for a day, and refuses to pay it', async () => {
    const buyer = await server.register();
    const { payment } = await begin(buyer);
    const waiting = await pay(buyer, payment.uuid, 'secure');
    expect(waiting.payment.actionUrl).not.toBeNull();
    await server.sql(
      `update payments set created_at = now() - interval '25 hours', next_look_at = now() where id = $1`,
      [payment.uuid],
    );
    await sweepPayments({ ...settling, database, gateway: sandbox });
    // The server's own sweeper may have taken it at the same moment.
    await eventually(
      'it is canceled',
      async () => (await look(buyer, payment.uuid)).payment.state === 'canceled',
    );
    expect(await look(buyer, payment.uuid)).toMatchObject({ form: null });
    expect(
      await buyer.refused(contract.confirmPayment, { params: { uuid: payment.uuid }, body: { card: 'ok' } }),
    ).toMatchObject({ code: 'payment_refused' });
  });

  test('the same key is the same payment; for something else it is refused, and without one nothing begins', async () => {
    const key = randomUUID();
    const [first, second] = [await begin(person, key), await begin(person, key)];
    expect(second.payment.uuid).toBe(first.payment.uuid);
    const body = { packageId: 'small', currency: 'JPY' };
    const headers = { 'idempotency-key': key };
    expect(await person.raw('POST', '/api/user/payment', { body, headers })).toMatchObject({
      status: 409,
      body: { code: 'payment_key_used' },
    });
    expect(await person.raw('POST', '/api/user/payment', { body })).toMatchObject({ status: 400 });
    const unknown = {
      body: { packageId: 'nothing', currency: 'JPY' },
      headers: { 'idempotency-key': randomUUID() },
    };
    expect(await person.raw('POST', '/api/user/payment', unknown)).toMatchObject({ status: 400 });
  });

  test('hides a payment from other accounts', async () => {
    const { payment } = await begin(person);
    const stranger = await server.register();
    const params = { uuid: payment.uuid };
    expect(await stranger.refused(contract.getPayment, { params })).toMatchObject({ code: 'not_found' });
    expect(await stranger.refused(contract.confirmPayment, { params, body: { card: 'ok' } })).toMatchObject({
      code: 'not_found',
    });
    expect(await stranger.refused(contract.cancelPayment, { params })).toMatchObject({ code: 'not_found' });
    expect((await stranger.call(contract.listPayments)).total).toBe(0);
  });

  test('bought tokens end: granted ones are spent first, and what calls hold is left to them', async () => {
    const buyer = await server.register();
    const account = buyer.user.account.uuid as AccountId;
    const { payment } = await begin(buyer);
    await pay(buyer, payment.uuid, 'ok');
    // The starting tokens and a million of the bought ones are spent.
    await server.sql(
      `with e as (insert into ledger_entries (account_id, id, kind, tokens, balance, input, output)
         values ($1, gen_random_uuid(), 'call', $2, 0, 1, 1))
       update token_balances set balance = balance + $2 where account_id = $1`,
      [account, -2_000_000],
    );
    await server.sql(`update token_lots set expires_at = now() - interval '1 second' where payment_id = $1`, [
      payment.uuid,
    ]);
    await server.sql(
      `insert into token_reservations (account_id, id, tokens, expires_at)
       values ($1, gen_random_uuid(), 300000, now() + interval '1 minute')`,
      [account],
    );
    const expire = () => database.system((transaction) => expireTokens(transaction, account));
    await Promise.all([expire(), expire(), expire()]);
    expect(await history(buyer)).toMatchObject({ balance: 300_000 });
    await server.sql('delete from token_reservations where account_id = $1', [account]);
    await Promise.all([expire(), expire()]);
    const { balance, entries } = await history(buyer);
    expect(balance).toBe(0);
    const expired = entries.filter(([kind]) => kind === 'expiry').map(([, tokens]) => Number(tokens));
    expect(expired.reduce((sum, tokens) => sum + tokens, 0)).toBe(-4_000_000);
    await sumsAgree(server, buyer);
  });
});

describe('Stripe', () => {
  const SECRET = 'whsec_payments_test';
  const BACK = 'http://localhost/payment/3d-secure?payment=1';
  let server: TestServer;
  let database: Database;
  let stripe: FakeStripe;
  let url: string;
  beforeAll(async () => {
    stripe = await startFakeStripe();
    server = await startTestServer(
      {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_URL: stripe.url,
      },
      (stored) => {
        database = openDatabase({ url: stored, poolSize: 2, onError: () => undefined });
        return stored;
      },
    );
    url = `${server.address}/api/payments/stripe/webhook`;
    stripe.webhook = { url, secrets: [SECRET] };
  });
  afterAll(async () => {
    await stripe.close();
    await database.close();
    await server.stop();
  });
  const secretOf = ({ form }: Shown): string => (form?.kind === 'script' ? form.clientSecret : '');
  const gateway = () =>
    createStripeGateway({
      secretKey: stripe.secretKey,
      webhookSecrets: [SECRET],
      apiUrl: stripe.url,
      now: Date.now,
    });
  const stored = async (uuid: PaymentId) =>
    (
      await server.sql<{ status: string; taken: number; id: string }>(
        `select status, taken_tokens as taken, gateway_id as id from payments where id = $1`,
        [uuid],
      )
    )[0];

  test('the webhook alone credits it: the browser never came back', async () => {
    const buyer = await server.register();
    const begun = await begin(buyer);
    expect(begun.form).toMatchObject({
      kind: 'script',
      scriptUrl: `${stripe.url}/dahlia/stripe.js`,
      publishableKey: 'pk_test_fake',
      returnUrl: expect.stringContaining(`/payment/3d-secure?payment=${begun.payment.uuid}`),
    });
    stripe.pay(secretOf(begun), '4242424242424242', BACK);
    await eventually('it is paid', async () => (await stored(begun.payment.uuid))?.status === 'succeeded');
    expect((await history(buyer)).balance).toBe(STARTING + TOKENS);
  });

  test('the same events a hundred times, in any order, and the browser beside them: credited once', async () => {
    const buyer = await server.register();
    const before = stripe.events.length;
    const begun = await begin(buyer);
    stripe.webhook = null;
    stripe.pay(secretOf(begun), '4000000000003220', BACK);
    stripe.answer((await stored(begun.payment.uuid))?.id ?? '', true);
    const bodies = stripe.events.slice(before).map((event) => JSON.stringify(event));
    const posts = Array.from({ length: 100 }, (_, index) => {
      const body = bodies[(index * 7) % bodies.length] ?? '';
      return fetch(url, { method: 'POST', body, headers: { 'stripe-signature': stripe.sign(body, SECRET) } });
    });
    const answers = await Promise.all([...posts, look(buyer, begun.payment.uuid).then(() => null)]);
    expect(answers.every((answer) => answer === null || answer.status === 200)).toBe(true);
    stripe.webhook = { url, secrets: [SECRET] };
    await eventually('it is paid', async () => (await stored(begun.payment.uuid))?.status === 'succeeded');
    expect(await history(buyer)).toEqual({
      balance: STARTING + TOKENS,
      entries: [
        ['purchase', TOKENS],
        ['grant', STARTING],
      ],
    });
  });

  test('an event that is not signed by Stripe changes nothing', async () => {
    const body = JSON.stringify(stripe.events.at(-1));
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ 'stripe-signature': stripe.sign(body, 'whsec_other') })).toBe(401);
    expect(await statusOf({ 'stripe-signature': stripe.sign(body, SECRET, Date.now() - 600_000) })).toBe(401);
  });

  test('finds payments without an event on a schedule', async () => {
    const buyer = await server.register();
    const begun = await begin(buyer);
    stripe.webhook = null;
    stripe.pay(secretOf(begun), '4242424242424242', BACK);
    stripe.webhook = { url, secrets: [SECRET] };
    await server.sql('update payments set next_look_at = now() where id = $1', [begun.payment.uuid]);
    await sweepPayments({ ...settling, database, gateway: gateway() });
    // The server's own sweeper may have taken it at the same moment.
    await eventually('it is found', async () => (await stored(begun.payment.uuid))?.status === 'succeeded');
    expect((await history(buyer)).balance).toBe(STARTING + TOKENS);
  });

  test('money given back takes tokens back, a part of them for a part of it', async () => {
    const buyer = await server.register();
    const begun = await begin(buyer);
    stripe.pay(secretOf(begun), '4242424242424242', BACK);
    await look(buyer, begun.payment.uuid);
    const id = (await stored(begun.payment.uuid))?.id ?? '';
    const refund = (amount: number, key: string) => gateway().refund({ id, amount, key });
    await refund(990, 'first');
    await eventually('a fifth is taken', async () => (await stored(begun.payment.uuid))?.taken === 1_000_000);
    await refund(3_960, 'rest');
    await eventually('all is taken', async () => (await stored(begun.payment.uuid))?.taken === TOKENS);
    expect(await look(buyer, begun.payment.uuid)).toMatchObject({
      payment: { state: 'refunded', refunded: 4_950, takenTokens: TOKENS },
    });
    expect((await history(buyer)).balance).toBe(STARTING);
    await sumsAgree(server, buyer);
  });

  test('a dispute takes what is left, and one that is won gives it back', async () => {
    const buyer = await server.register();
    const begun = await begin(buyer);
    stripe.pay(secretOf(begun), '4242424242424242', BACK);
    await look(buyer, begun.payment.uuid);
    const account = buyer.user.account.uuid;
    // All granted tokens and two millions of the bought ones are spent.
    await server.sql(
      `with e as (insert into ledger_entries (account_id, id, kind, tokens, balance, input, output)
         values ($1, gen_random_uuid(), 'call', $2, 0, 1, 1))
       update token_balances set balance = balance + $2 where account_id = $1`,
      [account, -3_000_000],
    );
    const id = (await stored(begun.payment.uuid))?.id ?? '';
    stripe.dispute(id, 'needs_response');
    await eventually(
      'what is left is taken',
      async () => (await stored(begun.payment.uuid))?.taken === 3_000_000,
    );
    expect((await history(buyer)).balance).toBe(0);
    stripe.dispute(id, 'won');
    await eventually('it is given back', async () => (await stored(begun.payment.uuid))?.taken === 0);
    expect((await history(buyer)).balance).toBe(3_000_000);
    await sumsAgree(server, buyer);
  });

  test('Stripe that can not be reached loses nothing: the same key goes on when it is back', async () => {
    const buyer = await server.register();
    const key = randomUUID();
    stripe.fault({ path: /payment_intents/, how: 'cut-after' });
    const headers = { 'idempotency-key': key };
    const body = { packageId: 'medium', currency: 'JPY' };
    expect(await buyer.raw('POST', '/api/user/payment', { body, headers })).toMatchObject({
      status: 503,
      body: { code: 'payment_unavailable' },
    });
    stripe.mend();
    const begun = await begin(buyer, key);
    const made = stripe.events.filter(
      (event) =>
        event.type === 'payment_intent.created' && JSON.stringify(event).includes(begun.payment.uuid),
    );
    expect(made).toHaveLength(1);
    expect((await buyer.call(contract.listPayments)).total).toBe(1);
  });

  test('a payment is not offered under the secret of another one', async () => {
    const buyer = await server.register();
    const begun = await begin(buyer);
    expect(begun.form).toMatchObject({ kind: 'script' });
    const params = { uuid: begun.payment.uuid };
    // As if Stripe had forgotten the key and made a second payment under it.
    await server.sql(`update payments set gateway_id = $2 where id = $1`, [
      params.uuid,
      `pi_${randomUUID()}`,
    ]);
    expect(await buyer.call(contract.getPayment, { params })).toMatchObject({ form: null });
    // As after a change from test keys to live keys.
    await server.sql(`update payments set is_test = false where id = $1`, [params.uuid]);
    const calls = stripe.calls.length;
    expect(await buyer.call(contract.getPayment, { params })).toMatchObject({
      payment: { isStale: true },
      form: null,
    });
    expect(stripe.calls).toHaveLength(calls);
  });
});

test('an event that fails is tried again, and holds up no other', async () => {
  let database: Database | undefined;
  const server = await startTestServer(
    {},
    (url) => {
      database = openDatabase({ url, poolSize: 2, onError: () => undefined });
      return url;
    },
    { withoutWorkers: ['payments'] },
  );
  try {
    if (!database) throw new Error('there is no database');
    const own = { database, publicUrl: server.address, notify: () => undefined };
    const sandbox = createStoredSandbox({ ...own, secret: 'of this test' });
    const buyer = await server.register();
    for (const name of ['bad', 'good']) {
      const { payment } = await begin(buyer);
      await server.sql(
        `insert into payment_events (gateway, id, type, gateway_id, received_at)
         select gateway, $2, 'payment.succeeded', gateway_id, now() - $3 * interval '1 second' from payments where id = $1`,
        [payment.uuid, name, name === 'bad' ? 2 : 1],
      );
    }
    const [bad] = await server.sql<{ id: string }>(
      `select gateway_id as id from payment_events where id = 'bad'`,
    );
    const failing: PaymentGateway = {
      ...sandbox,
      read: (id) => (id === bad?.id ? Promise.reject(new Error('no row')) : sandbox.read(id)),
    };
    const events = () =>
      server.sql(`select id, handled_at is not null as handled, problem from payment_events order by id`);
    expect(await handleEvents({ ...settling, database, gateway: failing })).toBeGreaterThan(0);
    expect(await events()).toEqual([
      { id: 'bad', handled: false, problem: 'Error: no row' },
      { id: 'good', handled: true, problem: null },
    ]);
    // It waits a while first.
    expect(await handleEvents({ ...settling, database, gateway: sandbox })).toBeNull();
    expect(await events()).toContainEqual({ id: 'bad', handled: false, problem: 'Error: no row' });
    await server.sql(`update payment_events set next_try_at = now() where id = 'bad'`);
    expect(await handleEvents({ ...settling, database, gateway: sandbox })).toBeNull();
    expect(await events()).toContainEqual({ id: 'bad', handled: true, problem: null });
  } finally {
    await database?.close();
    await server.stop();
  }
});
