import { me } from '@hanasu/contract/accounts';
import { secondFactor } from '@hanasu/contract/sessions';
import { listProviders, socialCallback, startSocialLink, startSocialSignIn } from '@hanasu/contract/social';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factorCode, switchFactorOn } from '../../../testing/test-factor.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import {
  newBinding,
  type SocialWorld,
  startSocialWorld,
  visitProvider,
} from '../../../testing/test-social.ts';

let world: SocialWorld;
beforeAll(async () => {
  world = await startSocialWorld();
});
afterAll(() => world.stop());

let count = 0;
/** Somebody new at Google, with an address that Google speaks for. */
function googlePerson(more: { name?: string } = {}) {
  const person = { subject: `g-${++count}`, name: `Hanako ${count}`, email: `hanako${count}@gmail.com` };
  world.google.put({ ...person, emailVerified: true, ...more });
  return person;
}
function facebookPerson(more: { email?: string } = {}) {
  const person = { id: `f-${++count}`, name: `Taro ${count}` };
  world.facebook.put({ ...person, ...more });
  return person;
}
const peopleNow = async (): Promise<number> =>
  Number((await world.server.sql<{ count: number }>('select count(*) from users'))[0]?.count);

describe('providers', () => {
  test('are those that there are keys for', async () => {
    expect((await world.server.anonymous.call(listProviders)).items).toEqual(['google', 'facebook']);
    const bare = await startTestServer({ GOOGLE_CLIENT_ID: 'an id without a secret' });
    try {
      expect((await bare.anonymous.call(listProviders)).items).toEqual([]);
      const params = { provider: 'google' } as const;
      const binding = newBinding();
      const start = { params, body: { binding } };
      const person = await bare.register();
      const refusals = await Promise.all([
        bare.anonymous.refused(startSocialSignIn, start),
        bare.anonymous.refused(socialCallback, { params, body: { binding, state: 'any', code: 'any' } }),
        person.refused(startSocialLink, start),
      ]);
      expect(refusals.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
    } finally {
      await bare.stop();
    }
  });
});

describe('where the browser is sent', () => {
  test('Google gets PKCE by S256, a nonce, a state and the exact return address', async () => {
    const { url } = await world.start('google', newBinding(), { locale: 'vi' });
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).toMatchObject({
      client_id: world.google.client.id,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://hanasu.test/api/auth/google/callback',
      hl: 'vi',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(url).not.toContain(world.google.client.secret);
  });

  test('Facebook gets the exact return address and a state', async () => {
    const { url } = await world.start('facebook', newBinding());
    expect(new URL(url).pathname).toBe('/v21.0/dialog/oauth');
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      client_id: world.facebook.app.id,
      response_type: 'code',
      scope: 'public_profile,email',
      redirect_uri: 'http://hanasu.test/api/auth/facebook/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('no two attempts share anything', async () => {
    const binding = newBinding();
    const urls = await Promise.all([world.start('google', binding), world.start('google', binding)]);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(new Set(urls.map(({ url }) => new URL(url).searchParams.get(name))).size).toBe(2);
    }
  });

  test('neither the state nor the binding is kept in the clear', async () => {
    const binding = newBinding();
    const { url } = await world.start('google', binding);
    const state = new URL(url).searchParams.get('state') ?? '';
    const rows = await world.server.sql<object>("select * from one_time_codes where purpose = 'social'");
    expect(JSON.stringify(rows)).not.toContain(binding);
    expect(JSON.stringify(rows)).not.toContain(state);
  });
});

describe('coming back', () => {
  test('signs a new person in, and the same person again', async () => {
    const { subject, name, email } = googlePerson();
    const first = await world.signIn('google', subject, { locale: 'ja' });
    expect(first.user).toMatchObject({
      displayName: name,
      username: name.replace(' ', '-'),
      email,
      emailVerified: true,
      hasPassword: false,
      locale: 'ja',
      role: 'owner',
    });
    const second = await world.signIn('google', subject);
    expect(second.user.uuid).toBe(first.user.uuid);
    expect(second.jwt).not.toBe(first.jwt);
    expect((await second.call(me)).uuid).toBe(first.user.uuid);
  });

  test('knows a person by subject when their address has changed', async () => {
    const { subject } = googlePerson();
    const before = await world.signIn('google', subject);
    world.google.put({ subject, email: 'renamed@gmail.com', emailVerified: true });
    const after = await world.signIn('google', subject);
    expect(after.user.uuid).toBe(before.user.uuid);
    // The address of the person is theirs to change; only that of the identity follows.
    expect(after.user.email).toBe(before.user.email);
    const [row] = await world.server.sql<{ email: string }>(
      'select email from identities where subject = $1',
      [subject],
    );
    expect(row?.email).toBe('renamed@gmail.com');
  });

  test('two tabs of a new person make one person', async () => {
    const { subject } = googlePerson();
    const visits = await Promise.all([world.visit('google', subject), world.visit('google', subject)]);
    const results = await Promise.all(visits.map((visit) => world.back('google', visit)));
    const people = results.map((result) => (result.kind === 'session' ? result.session.user.uuid : null));
    expect(new Set(people).size).toBe(1);
  });

  test('people with the same name get names of their own', async () => {
    const names: string[] = [];
    for (let one = 0; one < 3; one += 1) {
      const { subject } = googlePerson({ name: 'Mai Nguyễn' });
      names.push((await world.signIn('google', subject)).user.username);
    }
    expect(names[0]).toBe('Mai-Nguyễn');
    expect(new Set(names).size).toBe(3);
  });

  test('remembers how long to stay and where to go', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject, { remember: true, returnTo: '/Bots?page=2' });
    expect(await world.back('google', visit)).toMatchObject({
      kind: 'session',
      returnTo: '/Bots?page=2',
      session: { remember: true },
    });
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2f%2fevil.example',
    'javascript:1',
  ])('never leads to %s', async (returnTo) => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject, { returnTo });
    expect(await world.back('google', visit)).toMatchObject({ returnTo: '/' });
  });

  test('opens a session with an id of its own, whatever the browser had before', async () => {
    const { subject } = googlePerson();
    const stranger = await world.server.register();
    const result = await world.back('google', await world.visit('google', subject), stranger);
    expect(result).toMatchObject({ kind: 'session' });
    if (result.kind === 'session') expect(result.session.jwt).not.toBe(stranger.jwt);
    expect((await stranger.call(me)).uuid).toBe(stranger.user.uuid);
  });

  test('asks for the authenticator app of who has one', async () => {
    const person = await world.server.register();
    const { subject } = googlePerson();
    await world.link(person, 'google', subject);
    const { secret } = await switchFactorOn(person);
    const problem = await world.server.anonymous.refused(socialCallback, {
      params: { provider: 'google' },
      body: await world.visit('google', subject),
    });
    expect(problem).toMatchObject({ code: 'second_factor_required', challenge: expect.any(String) });
    const body = { challenge: problem.challenge ?? '', code: factorCode(secret, { steps: 1 }) };
    const session = await world.server.anonymous.call(secondFactor, { body });
    expect(session.user.uuid).toBe(person.user.uuid);
  });
});

describe('a return that is not right makes nobody and signs nobody in:', () => {
  test('without a state that was given out', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    const before = await peopleNow();
    for (const state of ['x', 'A'.repeat(43), `${visit.state}x`, visit.state.toLowerCase()]) {
      expect(await world.refused('google', { ...visit, state })).toBe('code_invalid');
    }
    expect(await peopleNow()).toBe(before);
  });

  test('a second time', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    await world.back('google', visit);
    expect(await world.refused('google', visit)).toBe('code_invalid');
  });

  test('at the same moment, more than once', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.server.anonymous.raw('POST', '/api/auth/google/callback', { body: visit })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('after ten minutes', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    await world.server.sql(
      "update one_time_codes set expires_at = now() - interval '1 second' where purpose = 'social'",
    );
    expect(await world.refused('google', visit)).toBe('code_invalid');
  });

  test('on another page than the one that began (login CSRF), and then not on that page either', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    const before = await peopleNow();
    expect(await world.refused('google', { ...visit, binding: newBinding() })).toBe('code_invalid');
    // Used up: whoever saw the address once has had their try.
    expect(await world.refused('google', visit)).toBe('code_invalid');
    expect(await peopleNow()).toBe(before);
  });

  test('at the address of another provider (mix-up)', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    expect(await world.refused('facebook', visit)).toBe('code_invalid');
    expect(world.facebook.calls.filter((call) => call.includes('access_token'))).toEqual([]);
  });

  test('with the name of another issuer (RFC 9207)', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    expect(visit.iss).toBe(world.google.url);
    expect(await world.refused('google', { ...visit, iss: 'https://evil.example' })).toBe('social_failed');
    const { id } = facebookPerson();
    const other = { ...(await world.visit('facebook', id)), iss: 'https://evil.example' };
    expect(await world.refused('facebook', other)).toBe('social_failed');
  });

  test('with no', async () => {
    for (const provider of ['google', 'facebook'] as const) {
      const visit = await world.visit(provider, 'nobody');
      expect(visit).toMatchObject({ error: 'access_denied' });
      expect(await world.refused(provider, visit)).toBe('social_denied');
      expect(await world.refused(provider, visit)).toBe('code_invalid');
    }
  });

  test('with another error of the provider, or with nothing', async () => {
    const { url } = await world.start('google', 'b'.repeat(64));
    const state = new URL(url).searchParams.get('state') ?? '';
    const error = 'temporarily_unavailable';
    expect(await world.refused('google', { state, error, binding: 'b'.repeat(64) })).toBe('social_failed');
    const { code: _code, ...nothing } = await world.visit('google', googlePerson().subject);
    expect(await world.refused('google', nothing)).toBe('social_failed');
  });

  test('with a code of another attempt: PKCE and the nonce tie them together', async () => {
    const { subject } = googlePerson();
    const [mine, stolen] = [await world.visit('google', subject), await world.visit('google', subject)];
    expect(await world.refused('google', { ...mine, code: stolen.code ?? '' })).toBe('social_failed');
  });

  test('with a code that was used, or made up', async () => {
    const { subject } = googlePerson();
    const visit = await world.visit('google', subject);
    await world.back('google', visit);
    const next = await world.visit('google', subject);
    expect(await world.refused('google', { ...next, code: visit.code ?? '' })).toBe('social_failed');
    const last = await world.visit('facebook', facebookPerson().id);
    expect(await world.refused('facebook', { ...last, code: 'made up' })).toBe('social_failed');
  });
});

describe('Facebook', () => {
  test('signs in who gives no address', async () => {
    const { id, name } = facebookPerson();
    const person = await world.signIn('facebook', id);
    expect(person.user).toMatchObject({ displayName: name, email: null, emailVerified: false });
    expect((await world.signIn('facebook', id)).user.uuid).toBe(person.user.uuid);
  });

  test('asks the graph with a proof of the secret, and whose token it is', async () => {
    const { id } = facebookPerson();
    world.facebook.calls.length = 0;
    await world.signIn('facebook', id);
    expect(world.facebook.calls.slice(1)).toEqual([
      'POST /v21.0/oauth/access_token',
      'GET /v21.0/debug_token',
      'GET /v21.0/me',
    ]);
  });

  test.each(['other-app', 'invalid-token', 'other-user'] as const)(
    'with a token of %s fails',
    async (fault) => {
      const { id } = facebookPerson();
      const visit = await world.visit('facebook', id);
      world.facebook.spoilNext(fault);
      expect(await world.refused('facebook', visit)).toBe('social_failed');
      const rows = await world.server.sql('select 1 from identities where subject = $1', [id]);
      expect(rows).toEqual([]);
    },
  );
});

test('the same number at two providers is two people', async () => {
  world.google.put({ subject: 'shared', email: 'shared@gmail.com', emailVerified: true });
  world.facebook.put({ id: 'shared', name: 'Shared' });
  const [one, other] = [await world.signIn('google', 'shared'), await world.signIn('facebook', 'shared')];
  expect(one.user.uuid).not.toBe(other.user.uuid);
});

test('a strict provider refuses what a sloppy one would let pass', async () => {
  const { url } = await world.start('google', newBinding());
  const spoiled: [string, string][] = [
    ['redirect_uri', 'http://hanasu.test/api/auth/google/callback/'],
    ['client_id', 'another'],
    ['code_challenge_method', 'plain'],
    ['nonce', ''],
  ];
  for (const [name, value] of spoiled) {
    const wrong = new URL(url);
    wrong.searchParams.set(name, value);
    await expect(visitProvider(wrong.href, 'shared')).rejects.toThrow('the provider shows a page');
  }
});
