import {
  confirmEmail,
  forgotPassword,
  login,
  me,
  register,
  resetPassword,
  sendConfirmation,
  updateAccount,
} from '@hanasu/contract/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedCode, mailsTo } from '../../../testing/test-mails.ts';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';

const password = 'correct horse';
const newPassword = 'giraffe umbrella';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

let count = 0;
const newEmail = (): string => `somebody-${++count}@example.com`;
const confirm = async (email: string) =>
  server.anonymous.call(confirmEmail, {
    body: { code: await mailedCode(server, email, 'Confirm-Email'), password },
  });
async function confirmed(): Promise<SignedIn & { readonly email: string }> {
  const email = newEmail();
  const person = await server.register({ email, unconfirmed: true });
  await confirm(email);
  return { ...person, email };
}
const signInAs = (identifier: string, secret = password) =>
  server.anonymous.raw('POST', login.path, { body: { identifier, password: secret } });
const resetBody = (code: string, secret = newPassword) => ({
  body: { code, password: secret, passwordConfirmation: secret },
});
const askReset = (email: string) => server.anonymous.call(forgotPassword, { body: { email } });
const resetCode = async (email: string): Promise<string> => {
  await askReset(email);
  return mailedCode(server, email, 'Reset-Password');
};

describe('confirming an address', () => {
  test('the link of the email confirms it once', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    expect(person.user).toMatchObject({ email, emailVerified: false });
    const code = await mailedCode(server, email, 'Confirm-Email');
    expect(await server.anonymous.call(confirmEmail, { body: { code, password: 'correct horse' } })).toEqual({
      email,
      username: person.user.username,
      name: person.user.username,
      passwordCode: null,
    });
    expect((await person.call(me)).emailVerified).toBe(true);
    expect(
      (await server.anonymous.refused(confirmEmail, { body: { code, password: 'correct horse' } })).code,
    ).toBe('code_invalid');
  });

  test('a person who had claimed it without confirming it loses it', async () => {
    const email = newEmail();
    const squatter = await server.register({ email, unconfirmed: true });
    const owner = await server.register({ email, unconfirmed: true });
    await confirm(email);
    expect(await owner.call(me)).toMatchObject({ email, emailVerified: true });
    expect((await squatter.call(me)).emailVerified).toBe(false);
    const rows = await server.sql<{ username: string }>('select username from users where email_key = $1', [
      email,
    ]);
    expect(rows).toEqual([{ username: owner.user.username }]);
  });

  test('an older link of somebody else does not take it back', async () => {
    const email = newEmail();
    await server.register({ email, unconfirmed: true });
    const older = await mailedCode(server, email, 'Confirm-Email');
    const owner = await server.register({ email, unconfirmed: true });
    await confirm(email);
    expect(
      (await server.anonymous.refused(confirmEmail, { body: { code: older, password: 'correct horse' } }))
        .code,
    ).toBe('code_invalid');
    expect((await owner.call(me)).emailVerified).toBe(true);
  });

  test('of two people who confirm one address at the same moment, one succeeds', async () => {
    const email = newEmail();
    await server.register({ email, unconfirmed: true });
    const one = await mailedCode(server, email, 'Confirm-Email');
    await server.register({ email, unconfirmed: true });
    const other = await mailedCode(server, email, 'Confirm-Email');
    const statuses = await Promise.all(
      [one, other].map(
        async (code) =>
          (
            await server.anonymous.raw('POST', confirmEmail.path, {
              body: { code, password: 'correct horse' },
            })
          ).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 422]);
    const held = await server.sql('select 1 from users where email = $1 and email_verified_at is not null', [
      email,
    ]);
    expect(held).toHaveLength(1);
  });

  test('the link can be asked for again, but not at once', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    await person.call(sendConfirmation);
    expect(await mailsTo(server, email)).toHaveLength(2);
    const refusal = await person.refused(sendConfirmation);
    expect(refusal).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(refusal.retryAfter).toBeGreaterThan(0);
    expect(await mailsTo(server, email)).toHaveLength(2);
    await confirm(email);
    expect((await person.refused(sendConfirmation)).code).toBe('email_already_confirmed');
  });
});

describe('an address that is known already', () => {
  test('only its mailbox learns that it is known', async () => {
    const owner = await confirmed();
    const stranger = await server.register({ email: owner.email, unconfirmed: true });
    const [, known] = await mailsTo(server, owner.email);
    expect(known?.subject).toBe('You already have an account');
    expect(known?.text).toContain(owner.user.username);
    expect(known?.text).toContain('/Forgot-Password');
    expect(known?.text).not.toContain('code=');
    const plain = await server.register({ email: newEmail(), unconfirmed: true });
    const shape = ({ user }: SignedIn) => ({
      ...user,
      uuid: '',
      username: '',
      displayName: '',
      email: '',
      account: {},
      createdAt: '',
    });
    expect(shape(stranger)).toEqual(shape(plain));
  });

  test('the newcomer gets in by it with their own password, as with any address', async () => {
    const owner = await confirmed();
    const body = {
      username: `claimant-${++count}`,
      email: owner.email,
      password: newPassword,
      acceptedTerms: true as const,
    };
    const { user } = await server.anonymous.call(register, { body });
    const mine = await server.anonymous.call(login, {
      body: { identifier: owner.email, password: newPassword },
    });
    expect(mine.user.uuid).toBe(user.uuid);
    const theirs = await server.anonymous.call(login, { body: { identifier: owner.email, password } });
    expect(theirs.user.uuid).toBe(owner.user.uuid);
  });

  test('two registrations in a row tell nothing either: only the newest claim gets in', async () => {
    const known = await confirmed();
    const outcomes = await Promise.all(
      [known.email, newEmail()].map(async (email) => {
        for (const secret of ['first giraffe umbrella', 'second giraffe umbrella']) {
          const body = {
            username: `claimant-${++count}`,
            email,
            password: secret,
            acceptedTerms: true as const,
          };
          await server.anonymous.call(register, { body });
        }
        const first = await signInAs(email, 'first giraffe umbrella');
        const second = await signInAs(email, 'second giraffe umbrella');
        return [first.status, second.status];
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toEqual([401, 200]);
  });
});

describe('a forgotten password', () => {
  test('the link sets a new one, ends every session and notifies the mailbox', async () => {
    const person = await confirmed();
    const phone = await server.signIn(person);
    const code = await resetCode(person.email);
    const session = await server.anonymous.call(resetPassword, resetBody(code));
    expect(session.user.uuid).toBe(person.user.uuid);
    expect((await person.refused(me)).code).toBe('session_expired');
    expect((await phone.refused(me)).code).toBe('session_expired');
    expect((await signInAs(person.email)).status).toBe(401);
    expect((await signInAs(person.email, newPassword)).status).toBe(200);
    expect((await mailsTo(server, person.email)).at(-1)?.subject).toBe('Your password was changed');
  });

  test('every address gets the same answer; one that nobody has gets no mail', async () => {
    const person = await confirmed();
    const [known, unknown] = await Promise.all(
      [person.email, 'nobody@example.com'].map((email) =>
        server.anonymous.raw('POST', forgotPassword.path, { body: { email } }),
      ),
    );
    expect(known?.body).toEqual({ ok: true });
    expect(unknown?.body).toEqual(known?.body);
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([]);
  });

  test('at most three emails are sent in an hour, without an error', async () => {
    const person = await confirmed();
    const before = (await mailsTo(server, person.email)).length;
    for (let asked = 0; asked < 5; asked += 1) expect(await askReset(person.email)).toEqual({ ok: true });
    expect(await mailsTo(server, person.email)).toHaveLength(before + 3);
  });

  test('the link shows that the mailbox is theirs: the address is confirmed', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    const session = await server.anonymous.call(resetPassword, resetBody(await resetCode(email)));
    expect(session.user).toMatchObject({ uuid: person.user.uuid, emailVerified: true });
  });

  test('what a squatter had added before the address was confirmed is removed', async () => {
    const email = newEmail();
    const { user } = await server.register({ email, unconfirmed: true });
    await server.sql("insert into identities (provider, subject, user_id) values ('google', $1, $2)", [
      email,
      user.uuid,
    ]);
    await server.anonymous.call(resetPassword, resetBody(await resetCode(email)));
    expect(await server.sql('select 1 from identities where user_id = $1', [user.uuid])).toEqual([]);
  });

  test('a squatter’s second factor does not keep the owner from their address', async () => {
    const email = newEmail();
    const squatter = await server.register({ email, unconfirmed: true });
    const { uuid } = squatter.user;
    await server.sql('update users set totp_confirmed_at = now() where id = $1', [uuid]);
    const owner = await server.anonymous.call(resetPassword, resetBody(await resetCode(email)));
    expect(owner.user).toMatchObject({ uuid, email, emailVerified: true, secondFactor: false });
    expect((await squatter.refused(me)).code).toBe('session_expired');
  });

  test('a person without a password can set one', async () => {
    const person = await confirmed();
    await server.sql('update users set password_hash = null where id = $1', [person.user.uuid]);
    expect((await signInAs(person.email)).status).toBe(401);
    const session = await server.anonymous.call(resetPassword, resetBody(await resetCode(person.email)));
    expect(session.user.hasPassword).toBe(true);
  });

  test('a refused password leaves the link as it was', async () => {
    const person = await confirmed();
    const code = await resetCode(person.email);
    const refusal = await server.anonymous.refused(resetPassword, resetBody(code, 'password1'));
    expect(refusal).toMatchObject({ code: 'password_too_common', errors: [{ path: 'body.password' }] });
    await server.anonymous.call(resetPassword, resetBody(code));
  });

  test('strangers’ guesses no longer slow the owner down', async () => {
    const person = await confirmed();
    for (let guess = 0; guess < 5; guess += 1) await signInAs(person.email, 'a wrong guess');
    await server.sql("update failed_tries set last_at = last_at + interval '1 minute'");
    expect((await signInAs(person.email)).status).toBe(429);
    await server.anonymous.call(resetPassword, resetBody(await resetCode(person.email)));
    expect((await signInAs(person.email, newPassword)).status).toBe(200);
  });
});

describe('links that are worth nothing', () => {
  const outcome = async (code: string) => {
    const before = await server.sql(
      'select id, password_hash, email_key, credential_version from users order by id',
    );
    const { status, body } = await server.anonymous.raw('POST', resetPassword.path, resetBody(code));
    const after = await server.sql(
      'select id, password_hash, email_key, credential_version from users order by id',
    );
    expect(after).toEqual(before);
    return { status, body };
  };
  const refused = { status: 422, body: expect.objectContaining({ code: 'code_invalid' }) };

  test('a wrong one', async () => {
    expect(await outcome('x'.repeat(43))).toEqual(refused);
  });
  test('one that was used', async () => {
    const { email } = await confirmed();
    const code = await resetCode(email);
    await server.anonymous.call(resetPassword, resetBody(code));
    expect(await outcome(code)).toEqual(refused);
  });
  test('one that is too old', async () => {
    const { email } = await confirmed();
    const code = await resetCode(email);
    await server.sql(
      "update one_time_codes set expires_at = now() - interval '1 second' where purpose = 'reset-password'",
    );
    expect(await outcome(code)).toEqual(refused);
  });
  test('one of another purpose', async () => {
    const email = newEmail();
    await server.register({ email, unconfirmed: true });
    expect(await outcome(await mailedCode(server, email, 'Confirm-Email'))).toEqual(refused);
  });
  test('one from before the password was changed', async () => {
    const person = await confirmed();
    const code = await resetCode(person.email);
    const body = { password: newPassword, currentPassword: password };
    await person.call(updateAccount, { body });
    expect(await outcome(code)).toEqual(refused);
  });
  test('one that was made for nobody', async () => {
    const [{ count: codes } = { count: 0 }] = await server.sql<{ count: number }>(
      'select count(*)::integer as count from one_time_codes where user_id is null',
    );
    await askReset(newEmail());
    const [{ count: more } = { count: 0 }] = await server.sql<{ count: number }>(
      'select count(*)::integer as count from one_time_codes where user_id is null',
    );
    expect(more).toBe(codes + 1);
  });
  test('two at the same moment with one code: one is in', async () => {
    const { email } = await confirmed();
    const code = await resetCode(email);
    const answers = await Promise.all(
      [1, 2].map(() => server.anonymous.raw('POST', resetPassword.path, resetBody(code))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
