import { me, register } from '@hanasu/contract/accounts';
import * as admin from '@hanasu/contract/admin';
import { createApiKey } from '@hanasu/contract/api-keys';
import { deleteListing, getPublicBot, reportPublicBot, saveListing } from '@hanasu/contract/gallery';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';

const HOST = 'Host@Example.com';
let server: TestServer;
let host: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: `${HOST}, second@example.com` });
  host = await server.register({ email: HOST.toLowerCase(), username: 'host' });
});
afterAll(() => server.stop());

const params = { uuid: crypto.randomUUID(), name: 'mails' };
const answersOf = (caller: Pick<SignedIn, 'raw'>) =>
  Promise.all(
    admin.ADMIN_ENDPOINTS.map(async (endpoint) => {
      const { status, body } = await caller.raw(endpoint.method, pathOf(endpoint, { params }), {
        body: endpoint.method === 'GET' ? undefined : '{',
      });
      return [status, Object(body).code];
    }),
  );
const NOT_THERE = admin.ADMIN_ENDPOINTS.map(() => [404, 'not_found']);

describe('who is an administrator', () => {
  test('nobody else: to owners and strangers the paths don’t exist, whatever is sent', async () => {
    expect(await answersOf(await server.register())).toEqual(NOT_THERE);
    expect(await answersOf(server.anonymous)).toEqual(NOT_THERE);
    const nowhere = await server.anonymous.raw('GET', '/api/admin/nothing');
    const there = await server.anonymous.raw('GET', '/api/admin/accounts');
    const shape = ({ body }: typeof there) => JSON.stringify({ ...Object(body), requestId: '' });
    expect(shape(there)).toBe(shape(nowhere).replace('nothing', 'accounts'));
    const { body } = await server.anonymous.raw('GET', '/api/openapi.json');
    expect(JSON.stringify(body)).not.toContain('/api/admin/');
  });

  test('nor anybody in an installation without ADMIN_EMAILS', async () => {
    const other = await startTestServer();
    try {
      const person = await other.register({ email: HOST.toLowerCase() });
      expect(await answersOf(person)).toEqual(NOT_THERE);
    } finally {
      await other.stop();
    }
  });

  test('only with the address confirmed by mail or by the code in the log, not by a provider', async () => {
    const second = await server.register({ email: 'second@example.com', unconfirmed: true });
    expect(await answersOf(second)).toEqual(NOT_THERE);
    await server.sql("update users set email_verified_at = now(), email_proof = 'provider' where id = $1", [
      second.user.uuid,
    ]);
    expect(await answersOf(second)).toEqual(NOT_THERE);
    const code = /Account\?setup=([\w-]{43})/.exec(server.notes.join(' '))?.[1] ?? '';
    const wrong = { code: 'a'.repeat(43), password: second.password };
    expect((await second.refused(admin.confirmByLog, { body: wrong })).code).toBe('code_invalid');
    expect((await second.refused(admin.confirmByLog, { body: { code, password: 'not this' } })).code).toBe(
      'wrong_password',
    );
    const stranger = await server.register();
    expect(
      (await stranger.refused(admin.confirmByLog, { body: { code, password: stranger.password } })).code,
    ).toBe('code_invalid');
    await second.call(admin.confirmByLog, { body: { code, password: second.password } });
    expect((await second.call(admin.queues)).items).toHaveLength(5);
  });
});

describe('accounts', () => {
  test('are found by name, user name and address, with what they use', async () => {
    const person = await server.register();
    const { items, total } = await host.call(admin.adminAccounts, { query: { q: person.user.email ?? '' } });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      uuid: person.user.account.uuid,
      owner: { username: person.user.username, emailVerified: true },
      members: 1,
      balance: 1_000_000,
      suspendedAt: null,
    });
    expect((await host.call(admin.adminAccounts, { query: { q: '%' } })).total).toBe(0);
  });

  test('are suspended and opened again: sessions, sign-in and keys stop, and go on', async () => {
    const person = await server.register();
    const { key } = await person.call(createApiKey, { body: { name: 'Sync', scopes: ['models'] } });
    const models = async () =>
      (await server.anonymous.raw('GET', '/v1/models', { headers: { authorization: `Bearer ${key}` } }))
        .status;
    expect(await models()).toBe(200);
    const uuid = person.user.account.uuid;
    await host.call(admin.suspendAccount, { params: { uuid } });
    expect((await person.refused(me)).code).toBe('session_expired');
    expect(await models()).toBe(401);
    await expect(server.signIn(person)).rejects.toThrow('account_suspended');
    await host.call(admin.resumeAccount, { params: { uuid } });
    const again = await server.signIn(person);
    expect(await models()).toBe(200);
    const { items } = await again.call(listAudit, { query: { q: 'account.' } });
    expect(items.map(({ action }) => action)).toEqual(['account.resumed', 'account.suspended']);
    const own = { uuid: host.user.account.uuid };
    expect((await host.refused(admin.suspendAccount, { params: own })).code).toBe('own_account');
  });

  test('are erased with the name and the password; the people stay', async () => {
    const person = await server.register();
    const { uuid, name } = person.user.account;
    const body = { name, password: host.password };
    const erase = (changes: object) =>
      host.refused(admin.eraseAccount, { params: { uuid }, body: { ...body, ...changes } });
    expect((await erase({ password: 'not this' })).code).toBe('wrong_password');
    expect((await erase({ password: undefined })).code).toBe('wrong_password');
    expect((await erase({ name: 'another' })).code).toBe('name_differs');
    await host.call(admin.eraseAccount, { params: { uuid }, body });
    expect((await person.refused(me)).code).toBe('session_expired');
    const { items } = await host.call(listAudit, { query: { q: 'account.erased' } });
    expect(items[0]).toMatchObject({ target: name, data: { uuid } });
    expect((await server.signIn(person)).user.account.uuid).not.toBe(uuid);
  });
});

describe('public bots', () => {
  test('that were reported are taken down, stay down, and are put back', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    const slug = 'loud-bot';
    const listing = {
      slug,
      title: 'Loud',
      description: 'Shouts',
      category: 'other',
      language: 'en',
      isTemplate: false,
    };
    const at = { params: { uuid: bot.uuid } };
    await person.call(saveListing, { ...at, body: listing as never });
    await server.anonymous.call(reportPublicBot, {
      params: { slug },
      body: { reason: 'harmful', text: 'It shouts' } as never,
    });
    const [reported] = (await host.call(admin.reportedBots)).items;
    expect(reported).toMatchObject({
      uuid: bot.uuid,
      reports: 1,
      texts: [{ text: 'It shouts' }],
      hiddenAt: null,
    });
    await host.call(admin.takeDownBot, at);
    expect((await server.anonymous.refused(getPublicBot, { params: { slug } })).code).toBe('not_found');
    await person.raw('DELETE', pathOf(deleteListing, at));
    await person.raw('POST', pathOf(saveListing, at), { body: listing });
    expect((await server.anonymous.refused(getPublicBot, { params: { slug } })).code).toBe('not_found');
    await host.call(admin.putBackBot, at);
    expect((await server.anonymous.call(getPublicBot, { params: { slug } })).title).toBe('Loud');
    expect((await host.call(admin.reportedBots)).items).toEqual([]);
    const { items } = await person.call(listAudit, { query: { q: 'listing.' } });
    expect(items.map(({ action }) => action)).toContain('listing.taken_down');
  });
});

test('queues say what failed, and try it again', async () => {
  await server.sql(
    `insert into mails (id, recipient, locale, subject, text, html, state, problem)
     values (gen_random_uuid(), 'lost@example.com', 'en', 'Lost', 'Lost', 'Lost', 'failed', 'no route')`,
  );
  const failed = async (name: string) =>
    (await host.call(admin.queues)).items.find((queue) => queue.name === name)?.failed;
  expect(await failed('mails')).toBe(1);
  expect(await host.call(admin.retryQueue, { params: { name: 'mails' } })).toEqual({ retried: 1 });
  expect(await failed('mails')).toBe(0);
  for (const name of ['inbound', 'outbox', 'jobs', 'web_hooks'] as const) {
    expect(await host.call(admin.retryQueue, { params: { name } })).toEqual({ retried: 0 });
  }
  const { items } = await host.call(listAudit, { query: { q: 'queue.retried' } });
  expect(items).toHaveLength(5);
});

describe('who may register', () => {
  const newcomer = (name: string, more: object = {}) => ({
    body: {
      username: name,
      email: `${name}@example.com`,
      password: 'correct horse',
      acceptedTerms: true as const,
      ...more,
    },
  });

  test('first-only: the first with the code of the log, whose address is confirmed by it; then by invitation', async () => {
    const closed = await startTestServer({ REGISTRATION: 'first-only', ADMIN_EMAILS: 'first@example.com' });
    try {
      const setupCode = /Register\?setup=([\w-]{43})/.exec(closed.notes.join(' '))?.[1] ?? '';
      const { anonymous } = closed;
      expect((await anonymous.refused(register, newcomer('nobody'))).code).toBe('registration_code_needed');
      const wrong = newcomer('nobody', { setupCode: 'a'.repeat(43) });
      expect((await anonymous.refused(register, wrong)).code).toBe('registration_code_needed');
      const both = ['first', 'other'].map((name) =>
        anonymous.raw('POST', register.path, newcomer(name, { setupCode })),
      );
      const statuses = (await Promise.all(both)).map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, 403]);
      expect((await anonymous.refused(register, newcomer('late', { setupCode }))).code).toBe(
        'registration_closed',
      );
      expect(await closed.sql("select 1 from users where email_proof = 'log'")).toHaveLength(1);
    } finally {
      await closed.stop();
    }
  });

  test('invited: nobody without an invitation; one that is made up opens nothing', async () => {
    const closed = await startTestServer({ REGISTRATION: 'invited' });
    try {
      expect((await closed.anonymous.refused(register, newcomer('nobody'))).code).toBe('registration_closed');
      const made = newcomer('nobody', { invitation: 'a'.repeat(43) });
      expect((await closed.anonymous.refused(register, made)).code).toBe('code_invalid');
    } finally {
      await closed.stop();
    }
  });

  test('open is said at the start where others reach it', async () => {
    const open = await startTestServer({ PUBLIC_URL: 'https://hanasu.example' });
    expect(open.notes.join()).toContain('Anybody may register');
    await open.stop();
    expect(server.notes.join()).not.toContain('Anybody may register');
  });
});
