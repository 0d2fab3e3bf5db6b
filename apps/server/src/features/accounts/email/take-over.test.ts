import { createHmac } from 'node:crypto';
import {
  confirmEmail,
  forgotPassword,
  login,
  me,
  resetPassword,
  sendConfirmation,
  updateAccount,
} from '@hanasu/contract/accounts';
import { createApiKey } from '@hanasu/contract/api-keys';
import { tokenHistory } from '@hanasu/contract/billing';
import { rotateIdentitySecret, updateEmbedSetting } from '@hanasu/contract/embed';
import { saveListing } from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import { createExport, linkExport, listExports } from '@hanasu/contract/privacy';
import { createInvitation, listMembers } from '@hanasu/contract/team';
import { createWebHook, listWebHooks } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedCode, mailsTo } from '../../../testing/test-mails.ts';
import {
  createCaller,
  eventually,
  type SignedIn,
  shareTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge, addSandbox } from '../../../testing/test-shop.ts';
import { addAccount, addMember } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const password = 'correct horse';
const newPassword = 'giraffe umbrella';
let count = 0;
const newEmail = (): string => `holder-${++count}@example.com`;
const KEY = { name: 'Spare', scopes: ['chat' as const] };
const HOOK = { url: 'https://hooks.example/a', description: '', events: ['message.received' as const] };

const LISTING = {
  title: 'Clerk',
  description: 'Answers',
  category: 'other',
  language: 'en',
  isTemplate: false,
} as const;

describe('before the address is confirmed', () => {
  test('the part of the tokens that is there already is not shown as running low', async () => {
    const person = await server.register({ email: newEmail(), unconfirmed: true });
    const { attention, balance } = await person.call(home);
    expect(attention.lowBalance).toBe(false);
    expect(balance).toBeGreaterThan(0);
  });

  test('nothing lasting is given out, and every refusal says what to do', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    const { bot } = await addBotWithKnowledge(person);
    await addSandbox(person, bot.uuid);
    const invitation = { email: newEmail(), role: 'admin' as const };
    const codes = [
      await person.refused(createApiKey, { body: KEY }),
      await person.refused(createWebHook, { body: HOOK }),
      await person.refused(createInvitation, { body: invitation }),
      await person.refused(saveListing, {
        params: { uuid: bot.uuid },
        body: { ...LISTING, slug: 'clerk' } as never,
      }),
    ].map(({ code, status }) => [code, status]);
    expect(codes).toEqual(Array(4).fill(['email_unconfirmed', 403]));
    await person.call(sendConfirmation);
    await person.call(confirmEmail, { body: { code: await mailedCode(server, email, 'Confirm-Email') } });
    await person.call(createApiKey, { body: KEY });
    await person.call(createWebHook, { body: HOOK });
    await person.call(createInvitation, { body: invitation });
  });

  test('there are 2 % of the starting tokens, and the rest comes once', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    expect(await person.call(tokenHistory)).toMatchObject({ balance: 20_000 });
    await person.call(confirmEmail, { body: { code: await mailedCode(server, email, 'Confirm-Email') } });
    expect(await person.call(tokenHistory)).toMatchObject({ balance: 1_000_000, total: 2 });
    const next = newEmail();
    await person.call(updateAccount, { body: { email: next, currentPassword: password } });
    await person.call(confirmEmail, { body: { code: await mailedCode(server, next, 'Confirm-Email') } });
    expect(await person.call(tokenHistory)).toMatchObject({ balance: 1_000_000, total: 2 });
  });
});

/** A visitor's session that is signed with the identity secret of the bot. */
async function signVisitor(person: SignedIn, botUuid: BotId) {
  const { secret } = await person.call(rotateIdentitySecret, { body: { botUuid } });
  const config = { botUuid, enabled: true, sites: [], identityRequired: true };
  await person.call(updateEmbedSetting, { body: config });
  const userId = 'customer-1';
  const hash = createHmac('sha256', secret).update(userId).digest('hex');
  const open = (body: { userId: string; name: string; hash: string } | { visitor: string }) =>
    server.anonymous.raw('POST', `/api/embed/${botUuid}/session`, { body });
  const signed = { userId, name: 'Anna', hash };
  const { body } = await open(signed);
  expect(body).toMatchObject({ identified: true });
  const { visitor } = body as { visitor: string };
  return { bySecret: () => open(signed), byToken: () => open({ visitor }) };
}

/** The address of the zip with everything, which opens for whoever has it. */
async function exportAll(person: SignedIn) {
  const { uuid } = await person.call(createExport);
  await eventually('the export is ready', async () =>
    (await person.call(listExports)).items.some(({ status }) => status === 'ready'),
  );
  const { url } = await person.call(linkExport, { params: { uuid } });
  return { uuid, path: new URL(url).pathname };
}

/** Somebody who has registered another person's address and made themselves at home there. */
async function squat() {
  const email = newEmail();
  const squatter = await server.register({ email, unconfirmed: true });
  const bot = await addBot(squatter);
  const channel = await addSandbox(squatter, bot.uuid);
  const accomplice = await addMember(server, squatter, 'admin');
  const id = squatter.user.uuid;
  const accountId = squatter.user.account.uuid;
  // As they might be there from a time when nothing had to be confirmed.
  await server.sql('update users set email_verified_at = now() where id = $1', [id]);
  const visitor = await signVisitor(squatter, bot.uuid);
  const exported = await exportAll(squatter);
  const { key } = await squatter.call(createApiKey, { body: KEY });
  const theirs = await accomplice.call(createApiKey, { body: KEY });
  await squatter.call(createWebHook, { body: HOOK });
  const invited = newEmail();
  await squatter.call(createInvitation, { body: { email: invited, role: 'admin' } });
  const invitation = await mailedCode(server, invited, 'Join');
  await server.sql('update users set email_verified_at = null where id = $1', [id]);
  await server.sql('update users set totp_confirmed_at = now() where id = $1', [id]);
  await server.sql("insert into identities (provider, subject, user_id) values ('facebook', $1, $2)", [
    email,
    id,
  ]);
  await server.sql(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values (gen_random_uuid(), $1, $2, '\\x00', 0, '[]', 'Mine')`,
    [id, email],
  );
  await server.sql(
    `insert into notify_settings (account_id, user_id, settings) values ($1, $2, '{"webHook":{"url":"https://evil.example"}}')`,
    [accountId, id],
  );
  const elsewhere = await addAccount(server, squatter, 'admin');
  const keys = [key, theirs.key];
  return { email, squatter, accomplice, keys, invitation, bot, channel, elsewhere, visitor, exported };
}
type Squat = Awaited<ReturnType<typeof squat>>;

async function expectAloneThere(
  { squatter, accomplice, keys, invitation, bot, elsewhere, visitor, exported }: Squat,
  victim: SignedIn,
) {
  expect(victim.user.uuid).toBe(squatter.user.uuid);
  expect(victim.user.account.uuid).not.toBe(elsewhere);
  expect((await squatter.refused(me)).code).toBe('session_expired');
  expect((await accomplice.refused(me)).code).toBe('session_expired');
  for (const key of keys) {
    const answer = await server.anonymous.raw('GET', '/v1/models', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(401);
  }
  const read = await server.anonymous.raw('POST', '/api/auth/invitation', { body: { code: invitation } });
  expect(read.status).toBe(422);
  expect(await visitor.bySecret()).toMatchObject({ body: { code: 'identity_invalid' } });
  expect(await visitor.byToken()).toMatchObject({ body: { identified: false } });
  expect((await server.anonymous.raw('GET', exported.path)).status).toBe(404);
  const left = await victim.refused(linkExport, { params: { uuid: exported.uuid } });
  expect(['export_not_ready', 'not_found']).toContain(left.code);
  expect((await victim.call(listWebHooks)).items).toEqual([]);
  expect((await victim.call(listMembers)).items.map(({ uuid }) => uuid)).toEqual([victim.user.uuid]);
  const id = squatter.user.uuid;
  for (const table of ['passkeys', 'identities', 'notify_settings', 'recovery_codes']) {
    expect(await server.sql(`select 1 from ${table} where user_id = $1`, [id]), table).toEqual([]);
  }
  const memberships = await server.sql('select 1 from memberships where user_id = $1', [id]);
  expect(memberships).toHaveLength(1);
  const old = await server.anonymous.raw('POST', login.path, {
    body: { identifier: squatter.user.username, password },
  });
  expect(old.status).toBe(401);
  const now = await victim.call(me);
  expect(now).toMatchObject({ emailVerified: true, secondFactor: false, pendingEmail: null });
  expect(now.foundContent).toMatchObject({ bots: [bot.name], tools: [] });
  expect(now.foundContent?.channels).toHaveLength(2);
  const mails = await mailsTo(server, now.email ?? '');
  expect(mails.some(({ text }) => text.includes(bot.name))).toBe(true);
  expect((await victim.call(updateAccount, { body: { foundContent: null } })).foundContent).toBeNull();
}

const signedIn = (session: { jwt: string; user: SignedIn['user'] }): SignedIn => ({
  ...createCaller(server.address, session.jwt),
  ...session,
  password: newPassword,
});

describe('whoever proves an address without knowing the password has the account alone', () => {
  test('by a password reset', async () => {
    const trap = await squat();
    await server.anonymous.call(forgotPassword, { body: { email: trap.email } });
    const code = await mailedCode(server, trap.email, 'Reset-Password');
    const body = { code, password: newPassword, passwordConfirmation: newPassword };
    await expectAloneThere(trap, signedIn(await server.anonymous.call(resetPassword, { body })));
  });

  test('by the link of the mail, which leads on to a password of their own', async () => {
    const trap = await squat();
    await trap.squatter.call(updateAccount, { body: { email: newEmail(), currentPassword: password } });
    const code = await mailedCode(server, trap.email, 'Confirm-Email');
    const { passwordCode } = await server.anonymous.call(confirmEmail, { body: { code } });
    const body = { code: passwordCode ?? '', password: newPassword, passwordConfirmation: newPassword };
    await expectAloneThere(trap, signedIn(await server.anonymous.call(resetPassword, { body })));
  });
});

describe('the link of the mail', () => {
  test('changes nothing for who is signed in on the page, or gives the password', async () => {
    for (const isSignedIn of [true, false]) {
      const email = newEmail();
      const person = await server.register({ email, unconfirmed: true });
      await addMember(server, person, 'viewer');
      const code = await mailedCode(server, email, 'Confirm-Email');
      const caller = isSignedIn ? person : server.anonymous;
      const body = { code, takeOver: false, ...(isSignedIn ? {} : { password }) };
      expect((await caller.call(confirmEmail, { body })).passwordCode).toBeNull();
      expect(await person.call(me)).toMatchObject({ emailVerified: true, foundContent: null });
      expect((await person.call(listMembers)).total).toBe(2);
    }
  });

  test('asks first when told to, and a wrong password leaves everything as it was', async () => {
    const email = newEmail();
    const person = await server.register({ email, unconfirmed: true });
    const code = await mailedCode(server, email, 'Confirm-Email');
    const stranger = await server.register();
    expect((await stranger.refused(confirmEmail, { body: { code, takeOver: false } })).code).toBe(
      'proof_needed',
    );
    const wrong = { code, password: 'not this one' };
    expect((await server.anonymous.refused(confirmEmail, { body: wrong })).code).toBe('wrong_password');
    expect((await person.call(me)).emailVerified).toBe(false);
    for (let tries = 0; tries < 20; tries += 1)
      await server.anonymous.raw('POST', confirmEmail.path, { body: wrong });
    expect((await server.anonymous.refused(confirmEmail, { body: wrong })).code).toBe('too_many_tries');
  });

  test('for another address of a confirmed account gives nobody that account', async () => {
    const person = await server.register();
    const email = newEmail();
    await person.call(updateAccount, { body: { email, currentPassword: password } });
    const code = await mailedCode(server, email, 'Confirm-Email');
    expect((await server.anonymous.refused(confirmEmail, { body: { code } })).code).toBe('proof_needed');
    await person.call(confirmEmail, { body: { code } });
    expect((await person.call(me)).email).toBe(email);
  });
});
