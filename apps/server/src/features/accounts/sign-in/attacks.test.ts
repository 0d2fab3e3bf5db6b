import {
  confirmEmail,
  forgotPassword,
  login,
  me,
  register,
  resetPassword,
  updateAccount,
} from '@hanasu/contract/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../testing/test-mails.ts';
import {
  createCaller,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const password = 'correct horse';

let server: TestServer;
let victim: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ CORS_ORIGINS: 'https://friend.example' });
  victim = await server.register({ username: 'administrator', email: 'victim@example.com' });
});
afterAll(() => server.stop());

/** Everything that an attack on accounts could change. */
const everything = () =>
  server.sql(`select
    (select json_agg(u order by u.id) from users u) as users,
    (select count(*)::integer from accounts) as accounts,
    (select count(*)::integer from memberships) as memberships,
    (select count(*)::integer from sessions) as sessions,
    (select count(*)::integer from one_time_codes) as codes,
    (select count(*)::integer from mails) as mails`);

const deep = (levels: number) => `${'{"password":'.repeat(levels)}1${'}'.repeat(levels)}`;
const credentials = `"identifier":"administrator","password":"${password}"`;

/** Name, path, body, status, code. */
const ATTACKS: readonly (readonly [string, string, unknown, number, string])[] = [
  [
    'a body of more than a megabyte',
    login.path,
    `{${credentials},"x":"${'x'.repeat(1_100_000)}"}`,
    413,
    'body_too_large',
  ],
  ['ten thousand levels', login.path, deep(10_000), 400, 'validation_failed'],
  ['ten thousand levels of a reset', resetPassword.path, deep(10_000), 400, 'validation_failed'],
  ['__proto__', login.path, `{${credentials},"__proto__":{"role":"owner"}}`, 400, 'malformed_body'],
  [
    'constructor',
    login.path,
    `{${credentials},"constructor":{"prototype":{"role":"owner"}}}`,
    400,
    'malformed_body',
  ],
  [
    'a user id beside the name',
    login.path,
    { identifier: 'administrator', password, userId: 1 },
    400,
    'validation_failed',
  ],
  [
    'a list of passwords',
    login.path,
    { identifier: 'administrator', password: [password, 'x'] },
    400,
    'validation_failed',
  ],
  ['an operator for a name', login.path, { identifier: { $ne: null }, password }, 400, 'validation_failed'],
  ['SQL for a name', login.path, { identifier: "administrator' --", password }, 401, 'wrong_credentials'],
  ['a pattern for a name', login.path, { identifier: '%', password }, 401, 'wrong_credentials'],
  [
    'an endless password',
    login.path,
    { identifier: 'administrator', password: 'x'.repeat(201) },
    400,
    'validation_failed',
  ],
  [
    'a role at registration',
    register.path,
    { username: 'newcomer', email: 'n@example.com', password, role: 'owner' },
    400,
    'validation_failed',
  ],
  [
    'a confirmed address at registration',
    register.path,
    { username: 'newcomer', email: 'n@example.com', password, emailVerified: true },
    400,
    'validation_failed',
  ],
  [
    'a header in an address',
    register.path,
    { username: 'newcomer', email: 'n@example.com\r\nBcc: all@example.com', password },
    400,
    'validation_failed',
  ],
  [
    'two addresses',
    register.path,
    { username: 'newcomer', email: 'n@example.com,victim@example.com', password },
    400,
    'validation_failed',
  ],
  [
    'a header in a name',
    register.path,
    { username: 'new\r\nBcc: x', email: 'n@example.com', password },
    400,
    'validation_failed',
  ],
  [
    'a look-alike name (Cyrillic)',
    register.path,
    { username: 'аdministrator', email: 'n@example.com', password },
    400,
    'validation_failed',
  ],
  [
    'a look-alike name (width)',
    register.path,
    { username: 'ａdministrator', email: 'n@example.com', password },
    409,
    'username_taken',
  ],
  [
    'a look-alike name (dotless i)',
    register.path,
    { username: 'admınıstrator', email: 'n@example.com', password },
    409,
    'username_taken',
  ],
  [
    'an invitation that is none',
    register.path,
    { username: 'newcomer', email: 'n@example.com', password, invitation: 'x' },
    422,
    'code_invalid',
  ],
  [
    'a common password',
    register.path,
    { username: 'newcomer', email: 'n@example.com', password: 'P@ssw0rd' },
    422,
    'password_too_common',
  ],
  [
    'two addresses to forget a password',
    forgotPassword.path,
    { email: ['victim@example.com', 'evil@example.com'] },
    400,
    'validation_failed',
  ],
  [
    'a second address beside it',
    forgotPassword.path,
    { email: 'victim@example.com', to: 'evil@example.com' },
    400,
    'validation_failed',
  ],
  ['a made-up code', confirmEmail.path, { code: 'a'.repeat(43) }, 422, 'code_invalid'],
  ['an empty code', confirmEmail.path, { code: '' }, 400, 'validation_failed'],
];

describe('is refused clearly, and nothing changes', () => {
  test.each(ATTACKS)('%s', async (_what, path, body, status, code) => {
    const before = await everything();
    const answer = await server.anonymous.raw('POST', path, { body });
    expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status, code });
    expect(await everything()).toEqual(before);
    expect(Reflect.get({}, 'role')).toBeUndefined();
  });
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : body;

describe('session fixation', () => {
  test('a token that a browser brings to its sign-in is worth nothing: the session is a new one', async () => {
    const planted = await server.register();
    const fixed = createCaller(server.address, planted.jwt);
    const session = await fixed.call(login, { body: { identifier: 'administrator', password } });
    expect(session.jwt).not.toBe(planted.jwt);
    expect((await planted.call(me)).uuid).toBe(planted.user.uuid);
    const again = await fixed.call(login, { body: { identifier: 'administrator', password } });
    expect(again.jwt).not.toBe(session.jwt);
  });

  test('a cookie alone signs nobody in: no page of another site can act for a person', async () => {
    const headers = { cookie: `jwt=${victim.jwt}` };
    const body = { displayName: 'Mallory' };
    const answer = await server.anonymous.raw('PUT', updateAccount.path, { body, headers });
    expect(codeOf(answer.body)).toBe('not_signed_in');
  });
});

describe('pages of other sites', () => {
  const allowedFor = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const answer = await server.anonymous.raw('OPTIONS', login.path, { headers });
    return answer.headers.get('access-control-allow-origin');
  };

  test('may call only when they are on the list', async () => {
    expect(await allowedFor('https://friend.example')).toBe('https://friend.example');
    for (const origin of [
      'https://evil.example',
      'https://friend.example.evil.example',
      'http://friend.example',
      'null',
    ]) {
      expect(await allowedFor(origin)).toBeNull();
    }
  });

  test('never with the browser’s own credentials', async () => {
    const headers = { origin: 'https://friend.example' };
    const answer = await server.anonymous.raw('GET', '/api/system', { headers });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

test('a display name with line breaks and markup stays text in mails', async () => {
  const person = await server.register({ email: 'markup@example.com', unconfirmed: true });
  const displayName = 'Eve\r\nBcc: all@example.com <script>alert(1)</script>';
  await person.call(updateAccount, { body: { displayName } });
  await person.call(updateAccount, { body: { password: 'giraffe umbrella', currentPassword: password } });
  const [mail] = await server.sql<{ html: string; recipient: string; subject: string }>(
    "select html, recipient, subject from mails where recipient = 'markup@example.com' order by created_at desc, id desc limit 1",
  );
  expect(mail?.subject).toBe('Your password was changed');
  expect(mail?.html).not.toContain('<script');
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(await mailsTo(server, 'all@example.com')).toEqual([]);
});
