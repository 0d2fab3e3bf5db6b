import { me, updateAccount } from '@hanasu/contract/accounts';
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyOptions,
  passkeySignIn,
} from '@hanasu/contract/sessions';
import { unlinkIdentity } from '@hanasu/contract/social';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type Trick,
} from '../../../testing/software-authenticator.ts';
import { switchFactorOn } from '../../../testing/test-factor.ts';
import type { SignedIn } from '../../../testing/test-server.ts';
import { PUBLIC_URL, type SocialWorld, startSocialWorld } from '../../../testing/test-social.ts';

let world: SocialWorld;
beforeAll(async () => {
  world = await startSocialWorld();
});
afterAll(() => world.stop());

const begin = (person: SignedIn) =>
  person.call(newPasskeyOptions, { body: person.password ? { password: person.password } : {} });

async function addPasskey(person: SignedIn, name = 'Laptop') {
  const authenticator = createSoftwareAuthenticator(PUBLIC_URL);
  const { challenge, options } = await begin(person);
  const body = { challenge, name, response: authenticator.create(options) };
  return { authenticator, passkey: await person.call(createPasskey, { body }) };
}

async function signInBody(authenticator: SoftwareAuthenticator, trick: Trick = {}) {
  const { challenge, options } = await world.server.anonymous.call(passkeyOptions);
  return { challenge, response: authenticator.get(options, trick) };
}
const signIn = async (authenticator: SoftwareAuthenticator) =>
  world.server.anonymous.call(passkeySignIn, { body: await signInBody(authenticator) });
const refused = async (body: { challenge: string; response: Record<string, unknown> }) =>
  (await world.server.anonymous.refused(passkeySignIn, { body })).code;

describe('adding a passkey', () => {
  test('asks for one that is found without a name and verifies the person', async () => {
    const person = await world.server.register();
    const { authenticator } = await addPasskey(person);
    const { challenge, options } = await begin(person);
    expect(options).toMatchObject({
      challenge,
      rp: { id: 'hanasu.test', name: 'Hanasu' },
      user: { name: person.user.username, displayName: person.user.displayName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: authenticator.credentialId, transports: ['internal', 'hybrid'] }],
    });
  });

  test('is listed, and leaves a line in the audit log', async () => {
    const person = await world.server.register();
    const { passkey } = await addPasskey(person, 'Hanako’s phone');
    expect(passkey).toMatchObject({ name: 'Hanako’s phone', lastUsedAt: null });
    expect((await person.call(listPasskeys)).items).toEqual([passkey]);
    const audit = await world.server.sql(
      "select action, target from audit_events where user_id = $1 and action like 'passkey.%'",
      [person.user.uuid],
    );
    expect(audit).toEqual([{ action: 'passkey.added', target: passkey.uuid }]);
  });

  test('needs the password of who has one', async () => {
    const person = await world.server.register();
    for (const body of [{}, { password: 'not mine' }]) {
      expect((await person.refused(newPasskeyOptions, { body })).code).toBe('wrong_password');
    }
  });

  test.each<[string, Trick]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: `${PUBLIC_URL}:8443` }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['nobody verified', { userVerified: false }],
    ['nobody there', { userPresent: false }],
  ])('with %s is refused', async (_what, trick) => {
    const person = await world.server.register();
    const { challenge, options } = await begin(person);
    const response = createSoftwareAuthenticator(PUBLIC_URL).create(options, trick);
    const body = { challenge, response, name: 'Laptop' };
    expect((await person.refused(createPasskey, { body })).code).toBe('passkey_refused');
    expect((await person.call(listPasskeys)).items).toEqual([]);
  });

  test.each([{}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }])(
    'with garbage is refused: %j',
    async (response) => {
      const person = await world.server.register();
      const { challenge } = await begin(person);
      const body = { challenge, response, name: 'Laptop' };
      expect((await person.refused(createPasskey, { body })).code).toBe('passkey_refused');
    },
  );

  test('takes a challenge once, of this person, for this purpose', async () => {
    const [person, stranger] = [await world.server.register(), await world.server.register()];
    const authenticator = createSoftwareAuthenticator(PUBLIC_URL);
    const { challenge, options } = await begin(person);
    const body = { challenge, response: authenticator.create(options), name: 'Laptop' };
    await person.call(createPasskey, { body });
    expect((await person.refused(createPasskey, { body })).code).toBe('code_invalid');

    const mine = await begin(person);
    const theirs = { ...body, challenge: mine.challenge, response: authenticator.create(mine.options) };
    expect((await stranger.refused(createPasskey, { body: theirs })).code).toBe('code_invalid');

    const other = await world.server.anonymous.call(passkeyOptions);
    const mixed = { ...body, challenge: other.challenge };
    expect((await person.refused(createPasskey, { body: mixed })).code).toBe('code_invalid');
  });

  test('that somebody has already is refused', async () => {
    const [person, stranger] = [await world.server.register(), await world.server.register()];
    const { authenticator } = await addPasskey(person);
    const { challenge, options } = await begin(stranger);
    const body = { challenge, response: authenticator.create(options), name: 'Mine' };
    expect((await stranger.refused(createPasskey, { body })).code).toBe('passkey_refused');
  });

  test('begun before a change of the password is worth nothing after it', async () => {
    const person = await world.server.register();
    const { challenge, options } = await begin(person);
    const change = { password: 'giraffe umbrella', currentPassword: person.password };
    await person.call(updateAccount, { body: change });
    const response = createSoftwareAuthenticator(PUBLIC_URL).create(options);
    const body = { challenge, response, name: 'Laptop' };
    expect((await person.refused(createPasskey, { body })).code).toBe('code_invalid');
  });
});

describe('signing in by passkey', () => {
  test('opens the account, again and again', async () => {
    const person = await world.server.register();
    const { authenticator, passkey } = await addPasskey(person);
    const session = await signIn(authenticator);
    expect(session.user.uuid).toBe(person.user.uuid);
    expect((await signIn(authenticator)).jwt).not.toBe(session.jwt);
    const [listed] = (await person.call(listPasskeys)).items;
    expect(listed).toMatchObject({ uuid: passkey.uuid, lastUsedAt: expect.any(String) });
  });

  test('names nobody beforehand', async () => {
    const { challenge, options } = await world.server.anonymous.call(passkeyOptions);
    expect(options).toMatchObject({ challenge, rpId: 'hanasu.test', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials.0');
  });

  test('counts as both factors', async () => {
    const person = await world.server.register();
    const { authenticator } = await addPasskey(person);
    await switchFactorOn(person);
    expect((await signIn(authenticator)).user).toMatchObject({ uuid: person.user.uuid, secondFactor: true });
  });

  test.each<[string, Trick]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin of a part of the host', { origin: 'http://evil.hanasu.test' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['the signature of another key', { otherKey: true }],
    ['nobody verified', { userVerified: false }],
    ['nobody there', { userPresent: false }],
    ['a counter that stands still', { counter: 1 }],
    ['a counter that goes back', { counter: 0 }],
    ['the handle of somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['no handle', { userHandle: '' }],
    ['a credential that nobody has', { id: Buffer.alloc(32).toString('base64url') }],
  ])('with %s is refused', async (_what, trick) => {
    const person = await world.server.register();
    const { authenticator } = await addPasskey(person);
    await signIn(authenticator);
    expect(await refused(await signInBody(authenticator, trick))).toBe('passkey_refused');
    // What was wrong spoils nothing.
    expect((await signIn(authenticator)).user.uuid).toBe(person.user.uuid);
  });

  test('takes a challenge once, though the answer was wrong', async () => {
    const { authenticator } = await addPasskey(await world.server.register());
    const body = await signInBody(authenticator);
    await world.server.anonymous.call(passkeySignIn, { body });
    expect(await refused(body)).toBe('code_invalid');
    const { challenge, options } = await world.server.anonymous.call(passkeyOptions);
    const wrong = authenticator.get(options, { otherKey: true });
    expect(await refused({ challenge, response: wrong })).toBe('passkey_refused');
    expect(await refused({ challenge, response: authenticator.get(options) })).toBe('code_invalid');
  });

  test('takes no challenge that is late, made up, or of a registration', async () => {
    const person = await world.server.register();
    const { authenticator } = await addPasskey(person);
    const late = await signInBody(authenticator);
    await world.server.sql("update one_time_codes set expires_at = now() where purpose = 'passkey'");
    expect(await refused(late)).toBe('code_invalid');
    const challenge = Buffer.alloc(32, 7).toString('base64url');
    const response = authenticator.get({ challenge, rpId: 'hanasu.test' });
    expect(await refused({ challenge, response })).toBe('code_invalid');
    const mixed = await begin(person);
    const answer = authenticator.get({ challenge: mixed.challenge, rpId: 'hanasu.test' });
    expect(await refused({ challenge: mixed.challenge, response: answer })).toBe('code_invalid');
  });
});

describe('removing a passkey', () => {
  test('ends it', async () => {
    const person = await world.server.register();
    const { authenticator, passkey } = await addPasskey(person);
    const params = { uuid: passkey.uuid };
    const stranger = await world.server.register();
    expect((await stranger.refused(deletePasskey, { params })).code).toBe('not_found');
    await person.call(deletePasskey, { params });
    expect(await refused(await signInBody(authenticator))).toBe('passkey_refused');
    expect((await person.refused(deletePasskey, { params })).code).toBe('not_found');
  });

  test('is refused while nothing else opens the account', async () => {
    world.google.put({ subject: 'keyed', name: 'Keyed', email: 'keyed@gmail.com', emailVerified: true });
    const person = await world.signIn('google', 'keyed');
    const { authenticator, passkey } = await addPasskey(person);
    const params = { uuid: passkey.uuid };
    // With a passkey the provider may go, but then the passkey must stay.
    await person.call(unlinkIdentity, { params: { provider: 'google' } });
    expect((await person.refused(deletePasskey, { params })).code).toBe('last_sign_in_method');
    expect((await signIn(authenticator)).user.uuid).toBe(person.user.uuid);
  });
});

test('a passkey added before the address was proven does not outlive a reset', async () => {
  const email = 'not-proven@example.com';
  const attacker = await world.server.register({ email, unconfirmed: true });
  const { authenticator } = await addPasskey(attacker);
  await world.resetBy(email, 'giraffe umbrella');
  expect(await refused(await signInBody(authenticator))).toBe('passkey_refused');
  expect((await attacker.refused(me)).code).toBe('session_expired');
});
