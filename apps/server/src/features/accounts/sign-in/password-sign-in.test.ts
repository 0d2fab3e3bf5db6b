import { forgotPassword, login, register, resetPassword } from '@hanasu/contract/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasswordHasher } from '../../../platform/crypto/password-hasher.ts';
import { mailedCode } from '../../../testing/test-mails.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const password = 'correct horse';

let server: TestServer;
beforeAll(async () => {
  // As in the product: passwords are looked at here.
  server = await startTestServer({ TRUST_PROXY: '1' }, undefined, { passwords: createPasswordHasher() });
});
afterAll(() => server.stop());
beforeEach(() => server.sql('delete from failed_tries'));

interface Try {
  readonly identifier: string;
  readonly secret?: string;
  readonly device?: string;
  /** Where it comes from. */
  readonly from?: string;
}
async function attempt({ identifier, secret = password, device, from = '203.0.113.1' }: Try) {
  const { status, body, headers } = await server.anonymous.raw('POST', login.path, {
    body: { identifier, password: secret, ...(device ? { device } : {}) },
    headers: { 'x-forwarded-for': from },
  });
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : 'ok';
  return { status, code, retryAfter: Number(headers.get('retry-after') ?? 0) };
}
async function guess(times: number, one: Try): Promise<void> {
  for (let at = 0; at < times; at += 1) await attempt({ secret: 'a wrong guess', ...one });
}
/** However long the test takes, it is too early for the next try. */
const hold = () => wait(-HELD);
const HELD = 100;
/** As if so much time had passed. */
const wait = (seconds: number) =>
  server.sql("update failed_tries set last_at = last_at - $1 * interval '1 second'", [seconds]);

describe('one guesser', () => {
  test('four wrong tries cost nothing, then each costs twice the wait of the one before', async () => {
    const { user } = await server.register();
    const one = { identifier: user.username, secret: 'a wrong guess' };
    await guess(4, one);
    expect(await attempt(one)).toMatchObject({ code: 'wrong_credentials' });
    for (const seconds of [16, 32, 64, 128]) {
      await server.sql('update failed_tries set failures = $1', [5 + Math.log2(seconds)]);
      const slowed = await attempt(one);
      expect(slowed).toMatchObject({ status: 429, code: 'too_many_tries' });
      expect(slowed.retryAfter).toBeLessThanOrEqual(seconds);
      expect(slowed.retryAfter).toBeGreaterThan(seconds / 2);
      await wait(seconds);
      expect((await attempt(one)).code).toBe('wrong_credentials');
    }
  });

  test('never waits longer than five minutes', async () => {
    const { user } = await server.register();
    await guess(1, { identifier: user.username });
    await server.sql('update failed_tries set failures = 29');
    const { retryAfter } = await attempt({ identifier: user.username });
    expect(retryAfter).toBeLessThanOrEqual(300);
    expect(retryAfter).toBeGreaterThan(200);
  });

  test('the right password is not even looked at while the wait runs, and clears the count after it', async () => {
    const { user } = await server.register();
    await guess(5, { identifier: user.username });
    await hold();
    expect((await attempt({ identifier: user.username })).code).toBe('too_many_tries');
    await wait(HELD + 1);
    expect((await attempt({ identifier: user.username })).code).toBe('ok');
    await guess(4, { identifier: user.username });
    expect((await attempt({ identifier: user.username })).code).toBe('ok');
  });

  test('an hour of rest, and it starts again', async () => {
    const { user } = await server.register();
    await guess(8, { identifier: user.username });
    await wait(3_601);
    await guess(4, { identifier: user.username });
    expect((await attempt({ identifier: user.username })).code).toBe('ok');
  });

  test('a name that nobody has is slowed down alike', async () => {
    const identifier = `nobody-${crypto.randomUUID()}`;
    await guess(5, { identifier });
    await hold();
    expect(await attempt({ identifier })).toMatchObject({ status: 429, code: 'too_many_tries' });
  });

  test('forty guesses at the same moment are forty: a handful is looked at', async () => {
    const { user } = await server.register();
    const all = await Promise.all(
      Array.from({ length: 40 }, () => attempt({ identifier: user.username, secret: 'a wrong guess' })),
    );
    const lookedAt = all.filter(({ code }) => code === 'wrong_credentials').length;
    expect(lookedAt).toBeGreaterThanOrEqual(5);
    // Each second that they take on a busy machine allows one more.
    expect(lookedAt).toBeLessThan(10);
  });

  test('neither upper case nor another width is a new count; an IPv6 network is one guesser', async () => {
    const { user } = await server.register({ username: 'countess' });
    expect(user.username).toBe('countess');
    for (const [index, identifier] of [
      'countess',
      'COUNTESS',
      'ｃountess',
      'Countess',
      'cοuntess',
    ].entries()) {
      await attempt({ identifier, secret: 'a wrong guess', from: `2001:db8::${index + 1}` });
    }
    await hold();
    expect((await attempt({ identifier: 'countess', from: '2001:db8::99' })).code).toBe('too_many_tries');
  });
});

describe('the owner', () => {
  test('is not slowed down at another address', async () => {
    const { user } = await server.register();
    await guess(8, { identifier: user.username, from: '198.51.100.1' });
    expect((await attempt({ identifier: user.username, from: '203.0.113.7' })).code).toBe('ok');
  });

  test('on a known device is not slowed down by guesses from anywhere, the same address included', async () => {
    const { user } = await server.register();
    const { device } = await server.anonymous.call(login, { body: { identifier: user.username, password } });
    await server.sql('delete from failed_tries');
    for (let at = 1; at <= 40; at += 1) {
      await attempt({ identifier: user.username, secret: 'a wrong guess', from: `198.51.100.${at}` });
    }
    await guess(5, { identifier: user.username });
    await hold();
    expect((await attempt({ identifier: user.username, from: '203.0.113.200' })).code).toBe('too_many_tries');
    expect((await attempt({ identifier: user.username, device })).code).toBe('ok');
  });

  test('guesses with a known device count by themselves', async () => {
    const { user } = await server.register();
    const { device } = await server.anonymous.call(login, { body: { identifier: user.username, password } });
    await server.sql('delete from failed_tries');
    await guess(5, { identifier: user.username, device });
    await hold();
    expect((await attempt({ identifier: user.username, device })).code).toBe('too_many_tries');
    expect((await attempt({ identifier: user.username })).code).toBe('ok');
  });

  test.each([
    [
      'of somebody else',
      async () =>
        (
          await server.anonymous.call(register, {
            body: {
              username: `other-${crypto.randomUUID().slice(0, 8)}`,
              email: `${crypto.randomUUID()}@example.com`,
              password,
              acceptedTerms: true,
            },
          })
        ).device,
    ],
    ['that is forged', async () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['that is a session token', async () => (await server.register()).jwt],
  ])('a device token %s helps nothing', async (_what, token) => {
    const { user } = await server.register();
    await guess(5, { identifier: user.username });
    await hold();
    expect((await attempt({ identifier: user.username, device: await token() })).code).toBe('too_many_tries');
  });

  test('a device token from before the password changed is worth nothing; the reset gives a new one', async () => {
    const { user } = await server.register();
    const email = user.email ?? '';
    const old = await server.anonymous.call(login, { body: { identifier: user.username, password } });
    await server.anonymous.call(forgotPassword, { body: { email } });
    const code = await mailedCode(server, email, 'Reset-Password');
    const secret = 'giraffe umbrella';
    const body = { code, password: secret, passwordConfirmation: secret };
    const { device } = await server.anonymous.call(resetPassword, { body });
    await guess(5, { identifier: user.username });
    await hold();
    expect((await attempt({ identifier: user.username, secret, device: old.device })).code).toBe(
      'too_many_tries',
    );
    expect((await attempt({ identifier: user.username, secret, device })).code).toBe('ok');
  });
});

test('guesses from many addresses: after thirty, one every three seconds', async () => {
  const { user } = await server.register();
  for (let at = 1; at <= 30; at += 1) {
    const tried = await attempt({
      identifier: user.username,
      secret: 'a wrong guess',
      from: `198.51.100.${at}`,
    });
    expect(tried.code).toBe('wrong_credentials');
  }
  await hold();
  const slowed = await attempt({ identifier: user.username, from: '203.0.113.77' });
  expect(slowed).toMatchObject({ status: 429, code: 'too_many_tries' });
  await wait(HELD + 3);
  expect((await attempt({ identifier: user.username, from: '203.0.113.77' })).code).toBe('ok');
});

test('what is counted is stored as nothing that names anybody', async () => {
  const { user } = await server.register();
  await guess(1, { identifier: user.username, from: '198.51.100.9' });
  const rows = await server.sql<{ key: Buffer }>('select key from failed_tries');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toHaveLength(32);
});

test('registrations from one address are limited by the hour, those from others are not', async () => {
  const limited = await startTestServer({ RATE_LIMIT_REGISTER: '2', TRUST_PROXY: '1' });
  const from = async (address: string) => {
    const name = `mass-${crypto.randomUUID().slice(0, 8)}`;
    return limited.anonymous.raw('POST', register.path, {
      body: { username: name, email: `${name}@example.com`, password },
      headers: { 'x-forwarded-for': address },
    });
  };
  expect((await from('198.51.100.1')).status).toBe(200);
  expect((await from('198.51.100.1')).status).toBe(200);
  const before = await limited.sql('select id from users');
  const refused = await from('198.51.100.1');
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(await limited.sql('select id from users')).toEqual(before);
  expect((await from('198.51.100.2')).status).toBe(200);
  await limited.sql("update failed_tries set last_at = last_at - interval '1 hour 1 second'");
  expect((await from('198.51.100.1')).status).toBe(200);
  await limited.stop();
});
