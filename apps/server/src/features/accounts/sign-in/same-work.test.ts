import { confirmEmail, forgotPassword, login, register } from '@hanasu/contract/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PasswordHasher } from '../../../platform/crypto/password-hasher.ts';
import { mailedCode } from '../../../testing/test-mails.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Counts instead of hashing: how much work is done must not tell who is there. */
const runs: string[] = [];
const passwords: PasswordHasher = {
  async hash(password) {
    runs.push('hash');
    return `hash of ${password}`;
  },
  async verify(hash, password) {
    runs.push('verify');
    return hash === `hash of ${password}`;
  },
  close: async () => undefined,
};

const password = 'correct horse';
let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({}, undefined, { passwords });
});
afterAll(() => server.stop());
beforeEach(() => {
  runs.length = 0;
});

const newEmail = (): string => `worker-${++count}@example.com`;

async function confirmedEmail(): Promise<string> {
  const email = newEmail();
  await server.register({ email, unconfirmed: true });
  const code = await mailedCode(server, email, 'Confirm-Email');
  await server.anonymous.call(confirmEmail, { body: { code, password: 'correct horse' } });
  return email;
}

/** One address of each kind that a stranger must not be able to tell apart. */
const ADDRESSES = {
  'that nobody has': async () => newEmail(),
  'that is claimed': async () => {
    const email = newEmail();
    await server.register({ email, unconfirmed: true });
    return email;
  },
  'that is confirmed': confirmedEmail,
  'that is confirmed and claimed': async () => {
    const email = await confirmedEmail();
    await server.register({ email, unconfirmed: true });
    return email;
  },
} satisfies Record<string, () => Promise<string>>;
const KINDS = Object.entries(ADDRESSES);

describe.each(KINDS)('an address %s', (_kind, make) => {
  test('wrong password: two verifications, the same answer', async () => {
    const identifier = await make();
    runs.length = 0;
    const refusal = await server.anonymous.refused(login, {
      body: { identifier, password: 'a wrong guess' },
    });
    expect(runs).toEqual(['verify', 'verify']);
    expect({ ...refusal, requestId: '' }).toEqual({
      type: 'https://hanasu.dev/problems/wrong_credentials',
      title: 'Wrong user name or password',
      status: 401,
      detail: 'Wrong user name or password',
      code: 'wrong_credentials',
      requestId: '',
    });
  });

  test('registering with it, then signing in by it: the same answers and the same work', async () => {
    const email = await make();
    runs.length = 0;
    const username = `stranger-${++count}`;
    const secret = 'giraffe umbrella';
    const made = await server.anonymous.call(register, {
      body: { username, email, password: secret, acceptedTerms: true },
    });
    expect(runs).toEqual(['hash']);
    expect(Object.keys(made).toSorted()).toEqual(['device', 'expiresAt', 'jwt', 'remember', 'user']);
    expect(made.user).toMatchObject({
      username,
      email,
      emailVerified: false,
      pendingEmail: null,
      role: 'owner',
    });
    runs.length = 0;
    const entered = await server.anonymous.call(login, { body: { identifier: email, password: secret } });
    expect(runs).toEqual(['verify', 'verify']);
    expect(entered.user).toEqual(made.user);
  });

  test('registering with it writes one mail and one code', async () => {
    const email = await make();
    const rows = async () => {
      const [row] = await server.sql<{ mails: number; codes: number }>(
        `select (select count(*)::integer from mails) as mails,
           (select count(*)::integer from one_time_codes) as codes`,
      );
      return row ?? { mails: 0, codes: 0 };
    };
    const before = await rows();
    await server.anonymous.call(register, {
      body: { username: `mailed-${++count}`, email, password, acceptedTerms: true },
    });
    const after = await rows();
    expect([after.mails - before.mails, after.codes - before.codes]).toEqual([1, 1]);
  });

  test('a forgotten password hashes nothing and is answered alike', async () => {
    const email = await make();
    runs.length = 0;
    const answer = await server.anonymous.raw('POST', forgotPassword.path, { body: { email } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(runs).toEqual([]);
  });
});

test.each([
  ['somebody', async () => (await server.register()).user.username],
  ['nobody', async () => `nobody-${++count}`],
])('the user name of %s: one verification', async (_who, make) => {
  const identifier = await make();
  runs.length = 0;
  await server.anonymous.refused(login, { body: { identifier, password: 'a wrong guess' } });
  expect(runs).toEqual(['verify']);
});

test('somebody without a password costs the same', async () => {
  const { user } = await server.register();
  await server.sql('update users set password_hash = null where id = $1', [user.uuid]);
  runs.length = 0;
  await server.anonymous.refused(login, { body: { identifier: user.username, password } });
  expect(runs).toEqual(['verify']);
});
