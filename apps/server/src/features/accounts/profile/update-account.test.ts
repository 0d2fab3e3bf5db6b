import {
  confirmEmail,
  forgotPassword,
  login,
  me,
  resetPassword,
  updateAccount,
} from '@hanasu/contract/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedCode, mailsTo } from '../../../testing/test-mails.ts';
import { shareTestServer, type TestServer } from '../../../testing/test-server.ts';

const password = 'correct horse';
const newPassword = 'giraffe umbrella';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

let count = 0;
const newEmail = (): string => `person-of-${++count}@example.org`;
const auditOf = async (userId: string): Promise<string[]> => {
  const rows = await server.sql<{ action: string }>(
    'select action from audit_events where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows.map(({ action }) => action);
};

describe('the profile', () => {
  test('is changed without a password, and what is absent stays', async () => {
    const person = await server.register();
    const body = { displayName: '花子', locale: 'ja', timeZone: 'Asia/Tokyo' } as const;
    expect(await person.call(updateAccount, { body })).toMatchObject(body);
    expect(await person.call(updateAccount, { body: {} })).toMatchObject(body);
    expect(await auditOf(person.user.uuid)).toEqual([]);
  });

  test('another user name, unless it is taken or made to look like another', async () => {
    const [person, other] = [
      await server.register({ username: 'tanaka' }),
      await server.register({ username: 'suzuki' }),
    ];
    const refusal = await other.refused(updateAccount, { body: { username: 'TANAKA' } });
    expect(refusal).toMatchObject({ code: 'username_taken', errors: [{ path: 'body.username' }] });
    const mixed = await other.refused(updateAccount, { body: { username: 'tаnaka' } });
    expect(mixed).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.username' }] });
    expect((await person.call(updateAccount, { body: { username: 'Tanaka' } })).username).toBe('Tanaka');
    expect((await person.call(updateAccount, { body: { username: 'tanaka.hana' } })).username).toBe(
      'tanaka.hana',
    );
    expect(await auditOf(person.user.uuid)).toEqual(['username.changed', 'username.changed']);
    await server.anonymous.call(login, { body: { identifier: 'tanaka.hana', password } });
  });
});

describe('a new password', () => {
  test('ends the other sessions, tells the mailbox and is written down', async () => {
    const person = await server.register();
    const phone = await server.signIn(person);
    await phone.call(me);
    await person.call(updateAccount, { body: { password: newPassword, currentPassword: password } });
    expect((await phone.refused(me)).code).toBe('session_expired');
    await person.call(me);
    const mails = await mailsTo(server, person.user.email ?? '');
    expect(mails.at(-1)?.subject).toBe('Your password was changed');
    expect(await auditOf(person.user.uuid)).toEqual(['password.changed']);
    const identifier = person.user.username;
    await server.anonymous.call(login, { body: { identifier, password: newPassword } });
    expect((await server.anonymous.refused(login, { body: { identifier, password } })).code).toBe(
      'wrong_credentials',
    );
  });

  test.each([
    ['none', {}],
    ['a wrong one', { currentPassword: 'wrong horse' }],
  ])('with %s for the old one, nothing changes', async (_what, more) => {
    const person = await server.register();
    const body = { password: newPassword, displayName: 'Changed', ...more };
    const refusal = await person.refused(updateAccount, { body });
    expect(refusal).toMatchObject({
      code: 'wrong_password',
      status: 403,
      errors: [{ path: 'body.currentPassword' }],
    });
    expect((await person.call(me)).displayName).toBe(person.user.displayName);
    await server.signIn(person);
  });

  test('guessing the old one slows down, for this session alone', async () => {
    const person = await server.register();
    const laptop = await server.signIn(person);
    const guess = { password: newPassword, currentPassword: 'a wrong guess' };
    for (let tries = 0; tries < 5; tries += 1) await person.refused(updateAccount, { body: guess });
    await server.sql("update failed_tries set last_at = last_at + interval '1 minute'");
    const slowed = await person.refused(updateAccount, { body: { ...guess, currentPassword: password } });
    expect(slowed).toMatchObject({ code: 'too_many_tries', status: 429 });
    await laptop.call(updateAccount, { body: { ...guess, currentPassword: password } });
  });

  test('a common one is refused', async () => {
    const person = await server.register({ username: 'umbrellas' });
    const body = { password: 'Umbrellas1', currentPassword: password };
    const refusal = await person.refused(updateAccount, { body });
    expect(refusal).toMatchObject({ code: 'password_too_common', errors: [{ path: 'body.password' }] });
  });

  test('without an old one, a fresh sign-in is what proves it', async () => {
    const person = await server.register();
    await server.sql('update users set password_hash = null where id = $1', [person.user.uuid]);
    await server.sql("update sessions set proven_at = now() - interval '11 minutes' where user_id = $1", [
      person.user.uuid,
    ]);
    const body = { password: newPassword };
    expect((await person.refused(updateAccount, { body })).code).toBe('proof_needed');
    await server.sql('update sessions set proven_at = now() where user_id = $1', [person.user.uuid]);
    expect((await person.call(updateAccount, { body })).hasPassword).toBe(true);
  });
});

describe('a new address', () => {
  test('takes effect by the link; the old mailbox is told, other sessions and links end', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const person = await server.register({ email: before, unconfirmed: true });
    const phone = await server.signIn(person);
    await server.anonymous.call(forgotPassword, { body: { email: before } });
    const stale = await mailedCode(server, before, 'Reset-Password');
    const changed = await person.call(updateAccount, { body: { email: after, currentPassword: password } });
    expect(changed).toMatchObject({ email: before, pendingEmail: after });
    const code = await mailedCode(server, after, 'Confirm-Email');
    await server.anonymous.call(confirmEmail, { body: { code, password: 'correct horse' } });
    expect(await person.call(me)).toMatchObject({ email: after, pendingEmail: null, emailVerified: true });
    expect((await phone.refused(me)).code).toBe('session_expired');
    const last = (await mailsTo(server, before)).at(-1);
    expect(last?.subject).toBe('Your email address was changed');
    expect(last?.text).toContain(after);
    const body = { code: stale, password: newPassword, passwordConfirmation: newPassword };
    expect((await server.anonymous.refused(resetPassword, { body })).code).toBe('code_invalid');
    expect(await auditOf(person.user.uuid)).toEqual(['email.change_requested', 'email.changed']);
  });

  test('that somebody has already: the same answer, the mailbox is told, nothing can be taken', async () => {
    const email = newEmail();
    const owner = await server.register({ email, unconfirmed: true });
    const code = await mailedCode(server, email, 'Confirm-Email');
    await server.anonymous.call(confirmEmail, { body: { code, password: 'correct horse' } });
    const person = await server.register();
    const body = { email, currentPassword: password };
    expect(await person.call(updateAccount, { body })).toMatchObject({ pendingEmail: email });
    const told = (await mailsTo(server, email)).at(-1);
    expect(told?.subject).toBe('This address already belongs to your account');
    expect(told?.text).not.toContain('code=');
    expect((await owner.call(me)).email).toBe(email);
  });

  test('a link to an address that was wished for and then changed again is worth nothing', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const person = await server.register();
    await person.call(updateAccount, { body: { email: first, currentPassword: password } });
    await person.call(updateAccount, { body: { email: second, currentPassword: password } });
    const code = await mailedCode(server, first, 'Confirm-Email');
    expect(
      (await server.anonymous.refused(confirmEmail, { body: { code, password: 'correct horse' } })).code,
    ).toBe('code_invalid');
    const back = person.user.email ?? '';
    const taken = await person.call(updateAccount, { body: { email: back, currentPassword: password } });
    expect(taken.pendingEmail).toBeNull();
  });

  test('needs the password', async () => {
    const person = await server.register();
    expect((await person.refused(updateAccount, { body: { email: newEmail() } })).code).toBe(
      'wrong_password',
    );
    expect((await person.call(me)).pendingEmail).toBeNull();
  });
});
