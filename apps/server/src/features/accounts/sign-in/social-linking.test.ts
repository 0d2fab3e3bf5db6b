import { confirmEmail, login, me, updateAccount } from '@hanasu/contract/accounts';
import { listIdentities, startSocialLink, unlinkIdentity } from '@hanasu/contract/social';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedCode, mailsTo } from '../../../testing/test-mails.ts';
import type { SignedIn } from '../../../testing/test-server.ts';
import { newBinding, type SocialWorld, startSocialWorld } from '../../../testing/test-social.ts';

let world: SocialWorld;
beforeAll(async () => {
  world = await startSocialWorld();
});
afterAll(() => world.stop());

let count = 0;
const newAddress = (): string => `victim${++count}@gmail.com`;
/** The owner of a mailbox, who has it at Google. */
function owner(email: string, more: { emailVerified?: boolean; hd?: string } = {}): string {
  const subject = `g-${++count}`;
  world.google.put({ subject, name: 'The Owner', email, emailVerified: true, ...more });
  return subject;
}
/** Somebody at a provider that lets everybody claim every address. */
function claimant(email?: string): string {
  const id = `f-${++count}`;
  world.facebook.put({ id, name: 'Claimant', ...(email ? { email } : {}) });
  return id;
}
const params = { provider: 'google' } as const;
const facebookParams = { provider: 'facebook' } as const;
const confirmed = async (email: string): Promise<SignedIn> => {
  const person = await world.server.register({ email, unconfirmed: true });
  const code = await mailedCode(world.server, email, 'Confirm-Email');
  await world.server.anonymous.call(confirmEmail, { body: { code, password: 'correct horse' } });
  return person;
};
const holderOf = async (email: string): Promise<string | null> =>
  (await world.server.sql<{ id: string }>('select id from users where email_key = $1', [email]))[0]?.id ??
  null;
const canSignIn = async (
  { user, password }: SignedIn,
  identifier = user.username,
): Promise<string | null> => {
  const answer = await world.server.anonymous.raw('POST', login.path, { body: { identifier, password } });
  const body: object = Object(answer.body);
  return answer.status === 200 && 'user' in body ? String(Object(body.user).uuid) : null;
};
describe('an account is never handed over by its address', () => {
  test('classic-federated merge: who registered the address before its owner came is out of the account', async () => {
    const email = newAddress();
    const attacker = await world.server.register({ email, unconfirmed: true });
    const victim = await world.signIn('google', owner(email));
    expect(victim.user).toMatchObject({ email, emailVerified: true, hasPassword: false });
    expect(victim.user.foundContent).toEqual({ bots: [], channels: [], tools: [] });
    expect(await holderOf(email)).toBe(victim.user.uuid);
    // Neither the session nor the password set before opens it, by whatever name.
    expect((await attacker.refused(me)).code).toBe('session_expired');
    expect(await canSignIn(attacker)).toBeNull();
    expect(await canSignIn(attacker, email)).toBeNull();
    // Nor does the link that was mailed when the attacker registered.
    const code = await mailedCode(world.server, email, 'Confirm-Email');
    const refusal = await world.server.anonymous.refused(confirmEmail, {
      body: { code, password: 'correct horse' },
    });
    expect(refusal.code).toBe('code_invalid');
    expect(await holderOf(email)).toBe(victim.user.uuid);
  });

  test('the other way round: a confirmed account is not joined, though the provider speaks for the mailbox', async () => {
    const email = newAddress();
    const person = await confirmed(email);
    const subject = owner(email);
    const visit = await world.visit('google', subject);
    expect(await world.refused('google', visit)).toBe('identity_email_in_use');
    expect(await world.server.sql('select 1 from identities where subject = $1', [subject])).toEqual([]);
    expect((await person.call(listIdentities)).items).toEqual([]);
    // Having signed in as before, they connect it themselves.
    await world.link(person, 'google', subject);
    expect((await world.signIn('google', subject)).user.uuid).toBe(person.user.uuid);
  });

  test('non-verifying provider: who claims the address there gets an account of their own', async () => {
    const email = newAddress();
    const victim = await confirmed(email);
    const attacker = await world.signIn('facebook', claimant(email));
    expect(attacker.user.uuid).not.toBe(victim.user.uuid);
    expect(attacker.user).toMatchObject({ email, emailVerified: false });
    expect(await holderOf(email)).toBe(victim.user.uuid);
    // The mailbox is told that it has an account already, and gets no link that would confirm anything.
    const subjects = (await mailsTo(world.server, email)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toBe('You already have an account');
  });

  test('non-verifying provider first: its claim falls when the owner comes', async () => {
    const email = newAddress();
    const attacker = await world.signIn('facebook', claimant(email));
    expect(await holderOf(email)).toBe(attacker.user.uuid);
    const victim = await world.signIn('google', owner(email));
    expect((await attacker.refused(me)).code).toBe('session_expired');
    expect(await holderOf(email)).toBe(victim.user.uuid);
  });

  test.each<[string, { email?: string; emailVerified?: boolean }]>([
    ['an unverified address', { emailVerified: false }],
    ['an address of somebody else than Google', { email: 'someone@shop.example' }],
  ])('Google with %s is a claim like any other', async (_what, given) => {
    const email = given.email ?? newAddress();
    const attacker = await world.signIn('google', owner(email, given));
    expect(attacker.user).toMatchObject({ email, emailVerified: false });
    // It is theirs once they have followed the link.
    const code = await mailedCode(world.server, email, 'Confirm-Email');
    expect((await attacker.call(confirmEmail, { body: { code } })).email).toBe(email);
    expect((await attacker.call(me)).emailVerified).toBe(true);
  });

  test('the same address under another subject is another person', async () => {
    const email = newAddress();
    const first = await world.signIn('google', owner(email));
    // A mailbox that was given to somebody else, or an account made anew.
    expect(await world.refused('google', await world.visit('google', owner(email)))).toBe(
      'identity_email_in_use',
    );
    expect(await holderOf(email)).toBe(first.user.uuid);
  });

  test('unexpired session: whoever registered first is signed out everywhere', async () => {
    const email = newAddress();
    const attacker = await world.server.register({ email, unconfirmed: true });
    const second = await world.server.signIn(attacker);
    const victim = await world.signIn('google', owner(email));
    expect(victim.user.emailVerified).toBe(true);
    for (const session of [attacker, second])
      expect((await session.refused(me)).code).toBe('session_expired');
    // Where the victim takes the attacker's account over by a reset, its sessions end.
    const other = newAddress();
    const squatter = await world.server.register({ email: other, unconfirmed: true });
    const owned = await world.resetBy(other, 'giraffe umbrella');
    expect(owned.user.emailVerified).toBe(true);
    expect(owned.user.uuid).toBe(squatter.user.uuid);
    expect((await squatter.refused(me)).code).toBe('session_expired');
  });

  test('trojan identifier: an identity connected before the address was proven does not outlive a reset', async () => {
    const email = newAddress();
    const attacker = await world.server.register({ email, unconfirmed: true });
    const trojan = claimant();
    await world.link(attacker, 'facebook', trojan);
    const victim = await world.resetBy(email, 'giraffe umbrella');
    expect(victim.user.uuid).toBe(attacker.user.uuid);
    const afterwards = await world.signIn('facebook', trojan);
    expect(afterwards.user.uuid).not.toBe(victim.user.uuid);
  });

  test('pending change: a link asked for before does not move the account afterwards', async () => {
    const email = newAddress();
    const attacker = await world.server.register();
    await attacker.call(updateAccount, { body: { email, currentPassword: attacker.password } });
    const victim = await world.signIn('google', owner(email));
    const code = await mailedCode(world.server, email, 'Confirm-Email');
    expect(
      (await world.server.anonymous.refused(confirmEmail, { body: { code, password: 'correct horse' } }))
        .code,
    ).toBe('code_invalid');
    expect(await holderOf(email)).toBe(victim.user.uuid);
    expect((await attacker.call(me)).email).not.toBe(email);
  });
});

describe('connecting', () => {
  test('a provider is a way in from then on, is told by mail, and leaves a line in the audit log', async () => {
    const email = newAddress();
    const person = await confirmed(email);
    const subject = owner('another@gmail.com');
    const result = await world.link(person, 'google', subject);
    expect(result).toEqual({ kind: 'linked', provider: 'google' });
    expect((await person.call(listIdentities)).items).toMatchObject([
      { provider: 'google', email: 'another@gmail.com' },
    ]);
    // Neither address changes the other.
    expect(await person.call(me)).toMatchObject({ email, emailVerified: true });
    expect((await world.signIn('google', subject)).user.uuid).toBe(person.user.uuid);
    const mail = (await mailsTo(world.server, email)).at(-1);
    expect(mail).toMatchObject({ subject: 'A new way to sign in to your account' });
    expect(mail?.text).toContain('Google was connected');
    const audit = await world.server.sql(
      'select action, data from audit_events where user_id = $1 and action like $2',
      [person.user.uuid, 'identity.%'],
    );
    expect(audit).toEqual([{ action: 'identity.linked', data: { provider: 'google' } }]);
  });

  test('what is connected already changes nothing', async () => {
    const person = await world.server.register();
    const subject = owner(newAddress());
    await world.link(person, 'google', subject);
    await world.link(person, 'google', subject);
    expect((await person.call(listIdentities)).items).toHaveLength(1);
  });

  test('another identity of the same provider takes the place of the first', async () => {
    const person = await world.server.register();
    const [first, second] = [owner(newAddress()), owner(newAddress())];
    await world.link(person, 'google', first);
    await world.link(person, 'google', second);
    expect((await person.call(listIdentities)).items).toHaveLength(1);
    expect((await world.signIn('google', second)).user.uuid).toBe(person.user.uuid);
    expect((await world.signIn('google', first)).user.uuid).not.toBe(person.user.uuid);
  });

  test('an identity of somebody else is refused', async () => {
    const subject = owner(newAddress());
    const theirs = await world.signIn('google', subject);
    const person = await world.server.register();
    const visit = await world.visitToLink(person, 'google', subject);
    expect(await world.refused('google', visit, person)).toBe('identity_taken');
    expect((await world.signIn('google', subject)).user.uuid).toBe(theirs.user.uuid);
  });

  test('needs the password, or a sign-in just now of who has none', async () => {
    const person = await world.server.register();
    const binding = newBinding();
    for (const password of [undefined, 'not mine']) {
      const body = { binding, ...(password ? { password } : {}) };
      expect((await person.refused(startSocialLink, { params, body })).code).toBe('wrong_password');
    }
    const social = await world.signIn('google', owner(newAddress()));
    await social.call(startSocialLink, { params: facebookParams, body: { binding } });
    await world.server.sql(
      "update sessions set proven_at = now() - interval '11 minutes' where user_id = $1",
      [social.user.uuid],
    );
    const late = await social.refused(startSocialLink, { params: facebookParams, body: { binding } });
    expect(late.code).toBe('proof_needed');
  });

  test('comes back to the very session that began', async () => {
    const person = await world.server.register();
    const elsewhere = await world.server.signIn(person);
    const stranger = await world.server.register();
    for (const other of [world.server.anonymous, stranger, elsewhere]) {
      const visit = await world.visitToLink(person, 'google', owner(newAddress()));
      expect(await world.refused('google', visit, other)).toBe('code_invalid');
      expect(await world.refused('google', visit, person)).toBe('code_invalid');
    }
    for (const one of [person, stranger]) expect((await one.call(listIdentities)).items).toEqual([]);
  });

  test('begun before a change of the password is worth nothing after it', async () => {
    const person = await world.server.register();
    const visit = await world.visitToLink(person, 'google', owner(newAddress()));
    await person.call(updateAccount, {
      body: { password: 'giraffe umbrella', currentPassword: person.password },
    });
    expect(await world.refused('google', visit, person)).toBe('code_invalid');
  });
});

describe('disconnecting', () => {
  test('takes the way in away', async () => {
    const person = await world.server.register();
    const subject = owner(newAddress());
    await world.link(person, 'google', subject);
    await person.call(unlinkIdentity, { params });
    expect((await person.call(listIdentities)).items).toEqual([]);
    expect((await person.refused(unlinkIdentity, { params })).code).toBe('not_found');
    expect((await world.signIn('google', subject)).user.uuid).not.toBe(person.user.uuid);
  });

  test('is refused while nothing else opens the account', async () => {
    const person = await world.signIn('google', owner(newAddress()));
    expect((await person.refused(unlinkIdentity, { params })).code).toBe('last_sign_in_method');
    expect((await person.call(listIdentities)).items).toHaveLength(1);
    await world.link(person, 'facebook', claimant());
    await person.call(unlinkIdentity, { params });
    expect((await person.refused(unlinkIdentity, { params: facebookParams })).code).toBe(
      'last_sign_in_method',
    );
  });

  test('both at the same moment leaves one', async () => {
    const person = await world.signIn('google', owner(newAddress()));
    await world.link(person, 'facebook', claimant());
    const answers = await Promise.all(
      ['google', 'facebook'].map((provider) => person.raw('DELETE', `/api/user/identity/${provider}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await person.call(listIdentities)).items).toHaveLength(1);
  });
});
