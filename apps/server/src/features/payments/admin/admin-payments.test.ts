import { randomUUID } from 'node:crypto';
import * as contract from '@hanasu/contract/admin-payments';
import { exportTokenHistory, tokenBalance, tokenHistory } from '@hanasu/contract/billing';
import { createPayment, getPayment } from '@hanasu/contract/payments';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  pathOf,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';

const HOST = 'host@example.com';
const STARTING = 1_000_000;
let server: TestServer;
let host: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: HOST });
  host = await server.register({ email: HOST, username: 'host' });
});
afterAll(() => server.stop());

describe('the endpoints', () => {
  const NOT_THERE = contract.ADMIN_PAYMENT_ENDPOINTS.map(() => [404, 'not_found']);
  const params = { uuid: randomUUID(), gateway: 'sandbox', id: 'event' };
  const answersOf = (caller: Pick<SignedIn, 'raw'>) =>
    Promise.all(
      contract.ADMIN_PAYMENT_ENDPOINTS.map(async (endpoint) => {
        const { status, body } = await caller.raw(endpoint.method, pathOf(endpoint, { params }), {
          body: endpoint.method === 'GET' ? undefined : '{',
        });
        return [status, Object(body).code];
      }),
    );

  test('do not exist for owners and for callers without a session', async () => {
    expect(await answersOf(await server.register())).toEqual(NOT_THERE);
    expect(await answersOf(server.anonymous)).toEqual(NOT_THERE);
    const { body } = await server.anonymous.raw('GET', '/api/openapi.json');
    expect(JSON.stringify(body)).not.toContain('/api/admin/');
  });
});

test('packages on sale are those of the setting, with the gateway and its mode', async () => {
  const { packages, gateway } = await host.call(contract.adminPaymentPackages);
  expect(gateway).toEqual({ name: 'sandbox', isTest: true });
  expect(packages.map(({ id, tokens }) => [id, tokens])).toEqual([
    ['small', 1_000_000],
    ['medium', 5_000_000],
    ['large', 20_000_000],
  ]);
  expect(packages[0]?.prices[0]).toEqual({ currency: 'JPY', amount: 1_100, taxRate: 10, tax: 100 });
});

describe('added tokens', () => {
  const bodyOf = (changes: object = {}) => ({
    idempotencyKey: randomUUID(),
    tokens: 5_000,
    reason: 'Outage of Monday',
    password: host.password,
    ...changes,
  });
  const add = (person: SignedIn, body: ReturnType<typeof bodyOf>) =>
    host.call(contract.addTokens, { params: { uuid: person.user.account.uuid }, body });
  const send = (person: SignedIn, body: object) =>
    host.raw('POST', pathOf(contract.addTokens, { params: { uuid: person.user.account.uuid } }), { body });
  const entriesOf = async (person: SignedIn) => {
    const { items, balance } = await person.call(tokenHistory);
    return { balance, entries: items.map(({ kind, tokens, reason }) => [kind, tokens, reason]) };
  };
  const UNTOUCHED = { balance: STARTING, entries: [['grant', STARTING, null]] };
  const logOf = async (person: SignedIn) =>
    (await person.call(listAudit, { query: { q: 'tokens.added' } })).items;
  const lotsOf = async (person: SignedIn) =>
    (
      await server.sql<{ tokens: number }>(
        'select left_tokens::float8 as tokens from token_lots where account_id = $1 order by created_at desc',
        [person.user.account.uuid],
      )
    ).map(({ tokens }) => tokens);

  test('stand in the balance, in the history with the reason, and in the audit logs of both accounts', async () => {
    const [person, other] = [await server.register(), await server.register()];
    expect(await add(person, bodyOf({ reason: '  Outage of Monday ' }))).toEqual({
      balance: STARTING + 5_000,
    });
    expect(await entriesOf(person)).toEqual({
      balance: STARTING + 5_000,
      entries: [
        ['grant', 5_000, 'Outage of Monday'],
        ['grant', STARTING, null],
      ],
    });
    expect(await entriesOf(other)).toEqual(UNTOUCHED);
    const [entry] = await logOf(person);
    expect(entry).toMatchObject({
      target: person.user.account.name,
      data: { tokens: 5_000, reason: 'Outage of Monday', byAdministrator: true },
      actor: { uuid: host.user.uuid },
    });
    // The reason is for the account alone.
    const { reason: _, ...inOwnLog } = entry?.data ?? {};
    expect((await logOf(host))[0]).toMatchObject({ data: inOwnLog });
    expect((await logOf(host))[0]?.data).not.toHaveProperty('reason');
    expect(await logOf(other)).toEqual([]);
    const { body } = await person.raw('GET', exportTokenHistory.path);
    expect(body).toContain('Outage of Monday');
  });

  test('have a reason that only admins of the account read', async () => {
    const owner = await server.register();
    await add(owner, bodyOf());
    const viewer = await addMember(server, owner, 'viewer');
    expect((await entriesOf(viewer)).entries[0]).toEqual(['grant', 5_000, null]);
  });

  test('are credited once under a double click and parallel calls', async () => {
    const person = await server.register();
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(person, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await add(person, body)).toEqual({ balance: STARTING + 5_000 });
    expect((await entriesOf(person)).entries).toHaveLength(2);
    expect(await logOf(person)).toHaveLength(1);
    const lots = await lotsOf(person);
    expect([lots.length, lots[0]]).toEqual([2, 5_000]);
  });

  test('are refused under a used key with other facts, also for another account', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const body = bodyOf();
    await add(person, body);
    for (const change of [{ tokens: 5_001 }, { reason: 'Another' }, { days: 30 }]) {
      const answer = await send(person, { ...body, ...change });
      expect(answer).toMatchObject({ status: 409, body: { code: 'payment_key_used' } });
    }
    expect(await send(other, body)).toMatchObject({ status: 409, body: { code: 'payment_key_used' } });
    expect((await entriesOf(person)).balance).toBe(STARTING + 5_000);
    expect(await entriesOf(other)).toEqual(UNTOUCHED);
  });

  test('go to one account when one key is sent for two at once', async () => {
    const people = [await server.register(), await server.register()];
    const body = bodyOf();
    const answers = await Promise.all(people.map((person) => send(person, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const balances = await Promise.all(people.map(async (person) => (await entriesOf(person)).balance));
    expect(balances.toSorted()).toEqual([STARTING, STARTING + 5_000]);
  });

  test('need the password of the administrator', async () => {
    const person = await server.register();
    for (const password of ['not this', undefined, person.password.toUpperCase()]) {
      const answer = await send(person, bodyOf({ password }));
      expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    }
    expect(await entriesOf(person)).toEqual(UNTOUCHED);
    expect(await logOf(person)).toEqual([]);
  });

  test('need a recent sign-in where the administrator has no password', async () => {
    const person = await server.register();
    const [stored] = await server.sql<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [host.user.uuid],
    );
    await server.sql('update users set password_hash = null where id = $1', [host.user.uuid]);
    try {
      const body = bodyOf({ password: undefined });
      await server.sql(`update sessions set proven_at = now() - interval '1 hour' where user_id = $1`, [
        host.user.uuid,
      ]);
      expect(await send(person, body)).toMatchObject({ body: { code: 'proof_needed' } });
      expect(await entriesOf(person)).toEqual(UNTOUCHED);
      await server.sql('update sessions set proven_at = now() where user_id = $1', [host.user.uuid]);
      expect(await send(person, body)).toMatchObject({ status: 200 });
    } finally {
      await server.sql('update users set password_hash = $2 where id = $1', [host.user.uuid, stored?.hash]);
    }
  });

  test.each([
    ['tokens', { tokens: 0 }],
    ['tokens', { tokens: -5 }],
    ['tokens', { tokens: 1_000_000_001 }],
    ['tokens', { tokens: 1.5 }],
    ['tokens', { tokens: '5' }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(201) }],
    ['reason', { reason: 'null \u0000 character' }],
    ['days', { days: 0 }],
    ['days', { days: 3_651 }],
    ['idempotencyKey', { idempotencyKey: 'short' }],
  ])('refuse a wrong %s', async (path, change) => {
    const answer = await send(host, bodyOf(change));
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(JSON.stringify(answer.body)).toContain(`body.${path}`);
  });

  test('need an account that exists', async () => {
    const params = { uuid: randomUUID() as never };
    expect((await host.refused(contract.addTokens, { params, body: bodyOf() })).code).toBe('not_found');
  });

  test('expire after the given days, and never without them', async () => {
    const person = await server.register();
    await add(person, bodyOf({ days: 30 }));
    await add(person, bodyOf());
    const { expiring } = await person.call(tokenBalance);
    expect(expiring.map(({ tokens }) => tokens)).toEqual([5_000]);
    const days = (Date.parse(expiring[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  test('may go to the account of the administrator: one audit entry', async () => {
    const before = (await logOf(host)).length;
    await add(host, bodyOf({ reason: 'Own tests' }));
    const log = await logOf(host);
    expect(log.length).toBe(before + 1);
    expect((await entriesOf(host)).entries[0]).toEqual(['grant', 5_000, 'Own tests']);
  });
});

describe('events of the gateway', () => {
  const addEvent = async (gatewayId: string | null, problem: string | null): Promise<string> => {
    const id = `evt_${randomUUID()}`;
    await server.sql(
      // Older than a minute, in which an event may be here before its payment has its id.
      `insert into payment_events (gateway, id, type, gateway_id, received_at, handled_at, problem)
       values ('sandbox', $1, 'payment.succeeded', $2, now() - interval '2 minutes', now(), $3)`,
      [id, gatewayId, problem],
    );
    return id;
  };
  const at = (id: string) => ({ params: { gateway: 'sandbox', id } });
  const list = async () => (await host.call(contract.failedPaymentEvents)).items;
  const untilProcessed = (id: string) =>
    eventually('the event is processed', async () => {
      const event = await host.call(contract.getPaymentEvent, at(id));
      return event.state !== 'waiting' && event;
    });
  const UNKNOWN = 'no payment of this installation';

  test('that failed are listed with their payment, the newest first, and paged', async () => {
    const buyer = await server.register();
    const { payment } = await buyer.call(createPayment, {
      body: { packageId: 'small', currency: 'JPY', idempotencyKey: randomUUID() },
    });
    const [row] = await server.sql<{ id: string }>('select gateway_id as id from payments where id = $1', [
      payment.uuid,
    ]);
    const processed = await addEvent(row?.id ?? '', null);
    const nameless = await addEvent(null, UNKNOWN);
    const unknown = await addEvent('sandbox_gone', UNKNOWN);
    const other = await addEvent(row?.id ?? '', 'the payment does not match');
    const refused = await addEvent(row?.id ?? '', 'No such payment: pi_1');
    const { items: all, unmatched } = await host.call(contract.failedPaymentEvents);
    const items = all;
    expect(unmatched).toBeGreaterThanOrEqual(2);
    expect(all.map(({ id }) => id)).not.toEqual(expect.arrayContaining([nameless, unknown]));
    expect(items.slice(0, 2)).toMatchObject([
      {
        id: refused,
        state: 'failed',
        problem: { kind: 'refused', detail: 'No such payment: pi_1' },
        payment: {
          uuid: payment.uuid,
          account: { uuid: buyer.user.account.uuid, name: buyer.user.account.name },
        },
      },
      { id: other, problem: { kind: 'other_payment' } },
    ]);
    expect(items.map(({ id }) => id)).not.toContain(processed);
    const second = await host.call(contract.failedPaymentEvents, { query: { page: 2, pageSize: 1 } });
    expect(second).toMatchObject({ items: [{ id: other }], page: 2, pageSize: 1 });
    expect(second.total).toBe(items.length);
  });

  test('are processed again: the payment is credited, the event leaves the list, the account has it in its log', async () => {
    const [buyer, other] = [await server.register(), await server.register()];
    const { payment } = await buyer.call(createPayment, {
      body: { packageId: 'small', currency: 'JPY', idempotencyKey: randomUUID() },
    });
    // The gateway has the money; its event was processed before the payment was known here.
    const [sandbox] = await server.sql<{ id: string }>(
      `update sandbox_payments set payment = jsonb_set(payment, '{status}', '"succeeded"')
       where payment_id = $1 returning id`,
      [payment.uuid],
    );
    const id = await addEvent(sandbox?.id ?? '', UNKNOWN);
    const replayed = await host.call(contract.replayPaymentEvent, at(id));
    expect(replayed).toMatchObject({ id, state: 'waiting', problem: null });
    expect(await untilProcessed(id)).toMatchObject({ state: 'processed', problem: null });
    expect((await list()).map((event) => event.id)).not.toContain(id);
    expect(await buyer.call(getPayment, { params: { uuid: payment.uuid } })).toMatchObject({
      payment: { state: 'paid' },
    });
    expect((await buyer.call(tokenHistory)).balance).toBe(STARTING + 1_000_000);
    expect((await other.call(tokenHistory)).balance).toBe(STARTING);
    const { items } = await buyer.call(listAudit, { query: { q: 'payment_event.replayed' } });
    expect(items).toMatchObject([
      {
        target: id,
        data: { event: { type: 'payment.succeeded' } },
        actor: { uuid: host.user.uuid },
      },
    ]);
    // Once more: nothing is left to do, and nothing is written down.
    expect(await host.call(contract.replayPaymentEvent, at(id))).toMatchObject({ state: 'processed' });
    expect((await buyer.call(listAudit, { query: { q: 'payment_event.replayed' } })).total).toBe(1);
    expect((await buyer.call(tokenHistory)).balance).toBe(STARTING + 1_000_000);
  });

  test('keep a problem that still stands, and their replay is in the log of the administrator', async () => {
    const id = await addEvent('sandbox_elsewhere', UNKNOWN);
    await host.call(contract.replayPaymentEvent, at(id));
    expect(await untilProcessed(id)).toMatchObject({ state: 'failed', problem: { kind: 'no_payment' } });
    const { items } = await host.call(listAudit, { query: { q: id } });
    expect(items.map(({ action }) => action)).toEqual(['payment_event.replayed']);
  });

  test('that do not exist are not found', async () => {
    expect((await host.refused(contract.getPaymentEvent, at('evt_none'))).code).toBe('not_found');
    expect((await host.refused(contract.replayPaymentEvent, at('evt_none'))).code).toBe('not_found');
  });
});
