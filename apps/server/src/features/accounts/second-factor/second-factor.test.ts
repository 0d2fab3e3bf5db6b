import { login, me } from '@hanasu/contract/accounts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  startSecondFactor,
} from '@hanasu/contract/sessions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askedForFactor,
  factorCode,
  startFactor,
  switchFactorOn,
  withinOneStep,
} from '../../../testing/test-factor.ts';
import {
  createCaller,
  type SignedIn,
  shareTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const WRONG = '000000';
const answer = (challenge: string, code: string) =>
  server.anonymous.raw('POST', secondFactor.path, { body: { challenge, code } });
const codeOf = ({ body }: { body: unknown }): unknown => Object(body).code;
const asked = (person: SignedIn, remember?: boolean) => askedForFactor(server.anonymous, person, remember);
/** As if this person had not shown a code for a long time. */
const forgetSteps = ({ user }: SignedIn) =>
  server.sql('update users set totp_last_step = null where id = $1', [user.uuid]);

async function guarded() {
  const person = await server.register();
  const { secret, recoveryCodes } = await switchFactorOn(person);
  await forgetSteps(person);
  return { person, secret, recoveryCodes };
}

describe('switching it on', () => {
  test('asks for nothing until a code was shown, then shows ten recovery codes once', async () => {
    const person = await server.register();
    const secret = await startFactor(person);
    expect((await server.signIn(person)).user.secondFactor).toBe(false);
    const wrong = await person.refused(confirmSecondFactor, { body: { code: WRONG } });
    expect(wrong).toMatchObject({ code: 'wrong_factor_code', errors: [{ path: 'body.code' }] });
    const { recoveryCodes } = await person.call(confirmSecondFactor, { body: { code: factorCode(secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await person.call(getSecondFactor)).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect((await person.call(me)).secondFactor).toBe(true);
  });

  test('needs the password', async () => {
    const person = await server.register();
    const refused = await person.refused(startSecondFactor, { body: { password: 'wrong horse' } });
    expect(refused.code).toBe('wrong_password');
    expect((await person.refused(startSecondFactor, { body: {} })).code).toBe('wrong_password');
    expect((await person.refused(confirmSecondFactor, { body: { code: WRONG } })).code).toBe(
      'second_factor_off',
    );
  });

  test('cannot be done twice: a stolen session changes no secret', async () => {
    const { person, secret } = await guarded();
    const body = { password: person.password };
    expect((await person.refused(startSecondFactor, { body })).code).toBe('second_factor_on');
    const again = await person.refused(confirmSecondFactor, { body: { code: factorCode(secret) } });
    expect(again.code).toBe('second_factor_on');
  });

  test('the last start counts', async () => {
    const person = await server.register();
    const [first, last] = [await startFactor(person), await startFactor(person)];
    const refused = await person.refused(confirmSecondFactor, { body: { code: factorCode(first) } });
    expect(refused.code).toBe('wrong_factor_code');
    await person.call(confirmSecondFactor, { body: { code: factorCode(last) } });
  });

  test('neither secret nor recovery codes can be read in the database', async () => {
    const { person, secret, recoveryCodes } = await guarded();
    const [row] = await server.sql<{ all: string }>(
      `select concat(u::text, (select string_agg(encode(code_hash, 'escape'), ' ') from recovery_codes)) as all
       from users u where id = $1`,
      [person.user.uuid],
    );
    expect(row?.all).toContain(person.user.username);
    for (const hidden of [secret, Buffer.from(secret).toString('hex'), recoveryCodes[0]]) {
      expect(row?.all).not.toContain(hidden);
    }
  });
});

describe('signing in', () => {
  test('the password alone opens nothing', async () => {
    const { person } = await guarded();
    const before = await server.sql('select id from sessions where user_id = $1', [person.user.uuid]);
    const body = { identifier: person.user.username, password: person.password };
    const refused = await server.anonymous.refused(login, { body });
    expect(refused).toMatchObject({ status: 401, code: 'second_factor_required' });
    expect(refused.challenge).toMatch(/^[\w-]{43}$/);
    const after = await server.sql('select id from sessions where user_id = $1', [person.user.uuid]);
    expect(after).toEqual(before);
    const wrong = { ...body, password: 'wrong horse' };
    expect((await server.anonymous.refused(login, { body: wrong })).code).toBe('wrong_credentials');
  });

  test.each([
    ['of now', 0],
    ['half a minute late', -1],
    ['half a minute early', 1],
  ])('a code %s opens a session that is remembered as asked', async (_what, steps) => {
    const { person, secret } = await guarded();
    const challenge = await asked(person, true);
    // A code that is just good enough when it is read is too old where the step ends before it is checked.
    const session = await withinOneStep(async () => {
      const code = factorCode(secret, { steps });
      return server.anonymous.call(secondFactor, { body: { challenge, code } });
    });
    expect(session).toMatchObject({ remember: true, user: { uuid: person.user.uuid, secondFactor: true } });
    expect((await createCaller(server.address, session.jwt).call(me)).uuid).toBe(person.user.uuid);
  });

  test.each([-3, 3])('a code %i steps away does not', async (steps) => {
    const { person, secret } = await guarded();
    const refused = await answer(await asked(person), factorCode(secret, { steps }));
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_factor_code' } });
  });

  test('a code of somebody else does not', async () => {
    const [mine, theirs] = [await guarded(), await guarded()];
    const refused = await answer(await asked(mine.person), factorCode(theirs.secret));
    expect(codeOf(refused)).toBe('wrong_factor_code');
    expect(codeOf(await answer(await asked(mine.person), theirs.recoveryCodes[0] ?? ''))).toBe(
      'wrong_factor_code',
    );
  });

  test('no code is good twice, nor is one before it', async () => {
    const { person, secret } = await guarded();
    const [now, before] = [factorCode(secret, { steps: 1 }), factorCode(secret)];
    const [first, second] = [await asked(person), await asked(person)];
    expect((await answer(first, now)).status).toBe(200);
    expect(codeOf(await answer(second, now))).toBe('wrong_factor_code');
    expect(codeOf(await answer(second, before))).toBe('wrong_factor_code');
  });

  test('of two requests with one code at the same moment, one succeeds', async () => {
    const { person, secret } = await guarded();
    const code = factorCode(secret);
    const challenges = [await asked(person), await asked(person)];
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('the code may be typed in full width and with spaces', async () => {
    const { person, secret } = await guarded();
    const wide = factorCode(secret).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    const typed = `${wide.slice(0, 3)} ${wide.slice(3)}`;
    expect((await answer(await asked(person), typed)).status).toBe(200);
  });
});

describe('a challenge', () => {
  test('a challenge can be used once', async () => {
    const { person, secret } = await guarded();
    const challenge = await asked(person);
    expect((await answer(challenge, factorCode(secret))).status).toBe(200);
    await forgetSteps(person);
    expect(codeOf(await answer(challenge, factorCode(secret)))).toBe('code_invalid');
  });

  test('dies of five wrong codes, and the sixth, right one opens nothing', async () => {
    const { person, secret } = await guarded();
    const challenge = await asked(person);
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await answer(challenge, WRONG))).toBe('wrong_factor_code');
    }
    expect(codeOf(await answer(challenge, factorCode(secret)))).toBe('code_invalid');
  });

  test.each([
    ['is late', "update one_time_codes set expires_at = now() - interval '1 second' where user_id = $1"],
    [
      'is from before a change of password',
      'update users set credential_version = credential_version + 1 where id = $1',
    ],
    ['is of another purpose', "update one_time_codes set purpose = 'passkey' where user_id = $1"],
    [
      'is of an account that ended',
      'delete from accounts where id = (select tenant_id from memberships where user_id = $1)',
    ],
  ])('opens nothing when it %s', async (_what, change) => {
    const { person, secret } = await guarded();
    const challenge = await asked(person);
    await server.sql(change, [person.user.uuid]);
    expect(codeOf(await answer(challenge, factorCode(secret)))).toBe('code_invalid');
  });

  test('that was made up opens nothing', async () => {
    expect(codeOf(await answer('x'.repeat(43), WRONG))).toBe('code_invalid');
  });
});

describe('guessing', () => {
  test('wrong codes are slowed down across challenges, while a recovery code still works', async () => {
    const { person, secret, recoveryCodes } = await guarded();
    const spent = await asked(person);
    for (let guess = 0; guess < 5; guess += 1) await answer(spent, WRONG);
    const next = await asked(person);
    const stopped = await answer(next, factorCode(secret));
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await answer(next, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('of many codes at once only a few are checked', async () => {
    const { person } = await guarded();
    const challenges = [await asked(person), await asked(person), await asked(person)];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => answer(challenges[index % 3] ?? '', WRONG)),
    );
    const checked = answers.filter((one) => codeOf(one) === 'wrong_factor_code');
    expect(checked.length).toBeLessThanOrEqual(6);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
  });

  test('wrong codes inside a session are slowed down as well', async () => {
    const { person, secret } = await guarded();
    for (let guess = 0; guess < 5; guess += 1) {
      const refused = await person.refused(disableSecondFactor, { body: { code: WRONG } });
      expect(refused.code).toBe('wrong_factor_code');
    }
    const refused = await person.refused(disableSecondFactor, { body: { code: factorCode(secret) } });
    expect(refused).toMatchObject({ status: 429, code: 'too_many_tries' });
    expect((await person.call(getSecondFactor)).enabled).toBe(true);
  });
});

describe('recovery codes', () => {
  test('each opens once, however it is typed', async () => {
    const { person, recoveryCodes } = await guarded();
    const [code = '', other = ''] = recoveryCodes;
    expect((await answer(await asked(person), code)).status).toBe(200);
    expect(codeOf(await answer(await asked(person), code))).toBe('wrong_factor_code');
    expect((await answer(await asked(person), ` ${other.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(
      200,
    );
    expect((await person.call(getSecondFactor)).recoveryCodesLeft).toBe(8);
  });

  test('of two uses of one code at the same moment, one succeeds', async () => {
    const { person, recoveryCodes } = await guarded();
    const challenges = [await asked(person), await asked(person)];
    const answers = await Promise.all(challenges.map((one) => answer(one, recoveryCodes[3] ?? '')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('new ones end the old ones, and need a code', async () => {
    const { person, secret, recoveryCodes } = await guarded();
    const refused = await person.refused(renewRecoveryCodes, { body: { code: WRONG } });
    expect(refused.code).toBe('wrong_factor_code');
    const renewed = await person.call(renewRecoveryCodes, { body: { code: factorCode(secret) } });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(codeOf(await answer(await asked(person), recoveryCodes[0] ?? ''))).toBe('wrong_factor_code');
    expect((await answer(await asked(person), renewed.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('switching it off', () => {
  test('needs a code, and forgets secret and recovery codes', async () => {
    const { person, secret, recoveryCodes } = await guarded();
    const open = await asked(person);
    await person.call(disableSecondFactor, { body: { code: factorCode(secret) } });
    expect(await person.call(getSecondFactor)).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect((await server.signIn(person)).user.secondFactor).toBe(false);
    expect(codeOf(await answer(open, recoveryCodes[0] ?? ''))).toBe('code_invalid');
    const again = await person.refused(disableSecondFactor, { body: { code: factorCode(secret) } });
    expect(again.code).toBe('second_factor_off');
    expect((await person.refused(renewRecoveryCodes, { body: { code: WRONG } })).code).toBe(
      'second_factor_off',
    );
  });

  test('a recovery code does it for who has lost the app', async () => {
    const { person, recoveryCodes } = await guarded();
    await person.call(disableSecondFactor, { body: { code: recoveryCodes[9] ?? '' } });
    expect((await person.call(getSecondFactor)).enabled).toBe(false);
  });
});

test('on, off and the use of a recovery code are in the audit log and mailed in the person’s language', async () => {
  const person = await server.register();
  await server.sql("update users set email_verified_at = now(), locale = 'ja' where id = $1", [
    person.user.uuid,
  ]);
  const { recoveryCodes } = await switchFactorOn(person);
  await answer(await asked(person), recoveryCodes[0] ?? '');
  await person.call(disableSecondFactor, { body: { code: recoveryCodes[1] ?? '' } });
  const lines = await server.sql<{ action: string }>(
    "select action from audit_events where account_id = $1 and action like 'second_factor.%' order by id",
    [person.user.account.uuid],
  );
  expect(lines.map(({ action }) => action)).toEqual([
    'second_factor.enabled',
    'second_factor.recovery_code_used',
    'second_factor.disabled',
  ]);
  const mails = await server.sql<{ subject: string; text: string }>(
    "select subject, text from mails where recipient = $1 and locale = 'ja' and subject not like '%確認%' order by id",
    [person.user.email],
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    '【Hanasu】2段階認証が有効になりました',
    '【Hanasu】リカバリーコードが使用されました',
    '【Hanasu】2段階認証が無効になりました',
  ]);
  expect(mails[1]?.text).toContain('残りのコードは9個です');
});

test('a mailbox that nobody has confirmed is told nothing', async () => {
  const person = await server.register({ unconfirmed: true });
  await switchFactorOn(person);
  const mails = await server.sql("select id from mails where recipient = $1 and subject like 'Two-step%'", [
    person.user.email,
  ]);
  expect(mails).toEqual([]);
});
