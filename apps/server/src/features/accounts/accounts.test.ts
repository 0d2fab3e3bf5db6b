import { login, logout, me, register } from '@hanasu/contract/accounts';
import { tokenHistory } from '@hanasu/contract/billing';
import { createBot, listBots } from '@hanasu/contract/bots';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts';
import { deriveKey } from '../../platform/crypto/secret-keys.ts';
import { mailsTo } from '../../testing/test-mails.ts';
import { createCaller, startTestServer, type TestServer } from '../../testing/test-server.ts';

const SECRET_KEY = 'the secret of the account tests is this';
const password = 'correct horse';

let server: TestServer;
beforeAll(async () => {
  // As in the product: passwords are looked at here.
  server = await startTestServer({ SECRET_KEY }, undefined, { passwords: createPasswordHasher() });
});
afterAll(() => server.stop());

describe('names that look alike are one name', () => {
  test.each([
    ['case', 'Hanako', 'hANAKO'],
    ['width', 'ﾊﾅｺ_shop', 'ハナコ_shop'],
    ['full-width letters', 'ｓｈｏｐ', 'shop'],
    ['ligatures', 'oﬃce', 'office'],
  ])('%s: %s, %s', async (_what, first, second) => {
    const person = await server.register({ username: first, email: `${crypto.randomUUID()}@example.com` });
    const body = {
      username: second,
      email: `${crypto.randomUUID()}@example.com`,
      password,
      acceptedTerms: true as const,
    };
    const problem = await server.anonymous.refused(register, { body });
    expect(problem).toMatchObject({ code: 'username_taken', errors: [{ path: 'body.username' }] });
    const session = await server.anonymous.call(login, { body: { identifier: second, password } });
    expect(session.user.uuid).toBe(person.user.uuid);
  });

  test('accents may be typed in one piece or in two when signing in', async () => {
    const person = await server.register({ username: 'Tiếng'.normalize('NFC'), email: 'tieng@example.com' });
    const body = { identifier: 'Tiếng'.normalize('NFD'), password };
    expect((await server.anonymous.call(login, { body })).user.uuid).toBe(person.user.uuid);
  });

  test('nobody can sign in as another by taking their address for a name', async () => {
    const body = {
      username: 'a@example.com',
      email: 'b@example.com',
      password,
      acceptedTerms: true as const,
    };
    expect((await server.anonymous.refused(register, { body })).code).toBe('validation_failed');
  });
});

test('of two registrations with one name at the same moment, one is refused', async () => {
  const body = (name: string, email: string) => ({
    username: name,
    email: `${email}@example.com`,
    password,
    acceptedTerms: true,
  });
  const names = await Promise.all([
    server.anonymous.raw('POST', register.path, { body: body('racer', 'racer-1') }),
    server.anonymous.raw('POST', register.path, { body: body('RACER', 'racer-2') }),
  ]);
  expect(names.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const accounts = await server.sql("select id from accounts where lower(name) = 'racer'");
  expect(accounts).toHaveLength(1);
});

describe('signing in', () => {
  test('a wrong password and an unknown name are answered alike', async () => {
    const { user } = await server.register();
    const wrong = await server.anonymous.refused(login, {
      body: { identifier: user.username, password: 'wrong horse' },
    });
    const unknown = await server.anonymous.refused(login, { body: { identifier: 'nobody-here', password } });
    expect(wrong).toEqual({ ...unknown, requestId: wrong.requestId });
    expect(wrong.code).toBe('wrong_credentials');
  });

  test('the password is stored as nothing that could be read', async () => {
    const { user } = await server.register();
    const [row] = await server.sql<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [user.uuid],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$/);
  });

  test('signing out ends this session at once and no other', async () => {
    const phone = await server.register();
    const laptop = await server.signIn(phone);
    await phone.call(me);
    await phone.call(logout);
    expect((await phone.refused(me)).code).toBe('session_expired');
    expect((await laptop.call(me)).uuid).toBe(phone.user.uuid);
  });

  test('a person who left the account is out, even with a token', async () => {
    const person = await server.register();
    await server.sql('delete from memberships where user_id = $1', [person.user.uuid]);
    expect((await person.refused(me)).code).toBe('session_expired');
  });

  test('a person who belongs to no account any more gets one of their own', async () => {
    const person = await server.register();
    await server.sql('delete from accounts where id = $1', [person.user.account.uuid]);
    const { user } = await server.signIn(person);
    expect(user).toMatchObject({ uuid: person.user.uuid, role: 'owner' });
    expect(user.account.uuid).not.toBe(person.user.account.uuid);
    expect((await (await server.signIn(person)).call(me)).account).toEqual(user.account);
  });
});

describe('tokens that are not ours', () => {
  const key = deriveKey(SECRET_KEY, 'hanasu/session-token');
  const claims = (jwt: string) => {
    const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string;
    };
    return payload;
  };
  const signed = (jti: string, issuer = 'hanasu', expires: string | number = '1h', secret = key) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setJti(jti)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(secret);
  const statusWith = async (token: string) =>
    (await createCaller(server.address, token).raw('GET', me.path)).status;

  test('the same claims signed rightly do pass', async () => {
    const { jwt } = await server.register();
    expect(await statusWith(await signed(claims(jwt).jti))).toBe(200);
  });

  test.each([
    [
      'algorithm none',
      (jti: string) => new UnsecuredJWT({ jti, iss: 'hanasu' }).setExpirationTime('1h').encode(),
    ],
    [
      'another key',
      (jti: string) => signed(jti, 'hanasu', '1h', deriveKey('another secret entirely, yes', 'x')),
    ],
    ['the bare secret as key', (jti: string) => signed(jti, 'hanasu', '1h', Buffer.from(SECRET_KEY))],
    ['another issuer', (jti: string) => signed(jti, 'somebody')],
    ['a past expiry', (jti: string) => signed(jti, 'hanasu', 1_000)],
    ['a session that is not there', () => signed(crypto.randomUUID())],
    ['a session id that is no id', () => signed("' or 1=1")],
    ['no session id', () => signed('')],
  ])('%s', async (_what, forge) => {
    const { jwt } = await server.register();
    expect(await statusWith(await forge(claims(jwt).jti))).toBe(401);
  });

  test('a changed payload under the old signature', async () => {
    const [one, other] = await Promise.all([server.register(), server.register()]);
    const [head, , signature] = one.jwt.split('.');
    expect(await statusWith([head, other.jwt.split('.')[1], signature].join('.'))).toBe(401);
  });

  test('a session whose row has expired, whatever its token says', async () => {
    const { jwt } = await server.register();
    const { jti } = claims(jwt);
    await server.sql("update sessions set expires_at = now() - interval '1 minute' where id = $1", [jti]);
    expect(await statusWith(jwt)).toBe(401);
  });
});

describe('bodies meant to hurt', () => {
  const post = (body: string) => server.anonymous.raw('POST', register.path, { body });

  test('more than a megabyte is refused as such', async () => {
    const answer = await post(JSON.stringify({ username: 'x'.repeat(1024 * 1024) }));
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  test.each([
    ['arrays', `${'['.repeat(300_000)}${']'.repeat(300_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['arrays in a field', `{"username":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('deeply nested %s are a wrong body, and the server lives on', async (_what, body) => {
    expect((await post(body)).status).toBe(400);
    expect((await server.anonymous.raw('GET', '/healthz')).status).toBe(200);
  });

  test.each(['__proto__', 'constructor'])('%s as a key changes no prototype', async (key) => {
    const fields = `"username":"polluter","email":"polluter@example.com","password":"${password}"`;
    const answer = await post(`{${fields},"${key}":{"prototype":{"role":"owner"},"role":"owner"}}`);
    expect(answer.status).toBe(400);
    expect(Reflect.get({}, 'role')).toBeUndefined();
  });

  test('a character that the database cannot store is the caller’s mistake', async () => {
    const person = await server.register();
    const body = { name: 'zero\u0000', serviceUuid: 'builtin-extractive' };
    expect(await person.refused(createBot, { body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await person.refused(listBots, { query: { q: 'zero\u0000' } })).status).toBe(400);
  });

  test('half a surrogate pair does no harm', async () => {
    const person = await server.register();
    const bot = await person.call(createBot, {
      body: { name: 'half \ud83d', serviceUuid: 'builtin-extractive' },
    });
    expect(bot.name.isWellFormed()).toBe(true);
  });
});

test('a new account starts with its tokens and nothing of anybody else', async () => {
  const person = await server.register();
  const history = await person.call(tokenHistory);
  expect(history).toMatchObject({ total: 1, balance: 1_000_000, reserved: 0 });
  expect(history.items[0]).toMatchObject({ kind: 'grant', tokens: 1_000_000, balance: 1_000_000 });
  expect((await person.call(listBots)).total).toBe(0);
});

describe('registering a shop by its name', () => {
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const registerShop = (body: object) =>
    server.anonymous.call(register, { body: { password, ...body } as never });

  test.each([
    ['ヘアサロン 椿', 'ヘアサロン-椿'],
    ['Nhà hàng Huế', 'Nhà-hàng-Huế'],
    ['Café & Bar “Tân”', 'Café-Bar-Tân'],
  ])('%s: the account and its owner have that name, the user name is made of it', async (shop, username) => {
    const { user } = await registerShop({ accountName: shop, email: newEmail() });
    expect(user).toMatchObject({ username, displayName: shop, account: { name: shop } });
    const session = await server.anonymous.call(login, { body: { identifier: username, password } });
    expect(session.user.uuid).toBe(user.uuid);
  });

  test('two shops may have one name; each gets a user name of its own, also at the same moment', async () => {
    const shops = await Promise.all(
      [1, 2, 3].map(() => registerShop({ accountName: 'Quán Bích', email: newEmail() })),
    );
    expect(new Set(shops.map(({ user }) => user.username)).size).toBe(3);
    expect(shops.map(({ user }) => user.account.name)).toEqual(['Quán Bích', 'Quán Bích', 'Quán Bích']);
  });

  test('the user name never shows what the address is: a known one gives the same', async () => {
    const known = await server.register();
    const names = [];
    for (const email of [newEmail(), known.user.email]) {
      const { user } = await registerShop({ accountName: '🌸', email });
      names.push(user.username);
    }
    for (const name of names) expect(name).toMatch(/^user(-\d+)?$/);
  });

  test('a user name that was asked for stays as it is, and names what has no other name', async () => {
    const own = { username: 'tsubaki_yukari', accountName: 'ヘアサロン 椿', email: newEmail() };
    expect((await registerShop(own)).user).toMatchObject({
      username: 'tsubaki_yukari',
      displayName: 'tsubaki_yukari',
      account: { name: 'ヘアサロン 椿' },
    });
    const without = { username: 'only_a_login', email: newEmail() };
    expect((await registerShop(without)).user.account.name).toBe('only_a_login');
  });

  test('without any name it is refused at the user name', async () => {
    const body = { email: newEmail(), password } as never;
    const problem = await server.anonymous.refused(register, { body });
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.username' }] });
  });

  test('the mail to the address names the shop, without anything that a mail program makes a link of', async () => {
    const email = newEmail();
    await registerShop({ accountName: 'Win http://evil.example.com now@evil.com', email });
    const [mail] = await mailsTo(server, email);
    expect(mail?.text).toContain('Win http');
    expect(mail?.text).not.toMatch(/evil\.(example|com)/);
  });
});
