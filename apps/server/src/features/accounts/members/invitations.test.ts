import { me, register } from '@hanasu/contract/accounts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listAccounts,
  listInvitations,
  listMembers,
  readInvitation,
  resendInvitation,
} from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addInvitation, addMember, codeMailedTo, mailsTo } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://hanasu.example' });
});
afterAll(() => server.stop());

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const invite = (by: SignedIn, email: string, role: 'admin' | 'operator' | 'viewer' = 'operator') =>
  by.call(createInvitation, { body: { email, role } });
const accept = (by: SignedIn, code: string) => by.call(acceptInvitation, { body: { code } });
const refusedCode = async (code: string) =>
  (await server.anonymous.refused(readInvitation, { body: { code } })).code;

describe('an invitation', () => {
  test('is mailed in the language of who invites, with a link that says what it is to', async () => {
    const owner = await server.register({ username: 'Bích_Ngọc', email: newEmail() });
    await server.sql("update users set locale = 'vi' where id = $1", [owner.user.uuid]);
    const email = newEmail();
    const invitation = await invite(owner, email.toUpperCase(), 'admin');
    expect(invitation).toMatchObject({ email, role: 'admin', invitedBy: 'Bích_Ngọc', expired: false });
    const [mail] = await mailsTo(server, email);
    expect(mail?.locale).toBe('vi');
    expect(mail?.text).toContain('Bích_Ngọc');
    expect(mail?.text).toContain('quản trị viên');
    const code = await codeMailedTo(server, email);
    expect(mail?.text).toContain(`https://hanasu.example/Join?code=${code}`);
    const read = await server.anonymous.call(readInvitation, { body: { code } });
    expect(read).toEqual({
      accountName: owner.user.account.name,
      role: 'admin',
      email,
      invitedBy: 'Bích_Ngọc',
      expiresAt: invitation.expiresAt,
    });
  });

  test('is taken once: adds the member, and takes the session to that account', async () => {
    const owner = await server.register();
    const person = await server.register();
    const email = newEmail();
    await invite(owner, email);
    const code = await codeMailedTo(server, email);
    const view = await accept(person, code);
    expect(view).toMatchObject({ role: 'operator', account: { uuid: owner.user.account.uuid } });
    expect((await person.call(me)).account.uuid).toBe(owner.user.account.uuid);
    expect((await person.call(listAccounts)).items).toHaveLength(2);
    expect((await owner.call(listInvitations)).items).toEqual([]);
    expect((await owner.call(listMembers)).total).toBe(2);
    const third = await server.register();
    expect((await third.refused(acceptInvitation, { body: { code } })).code).toBe('code_invalid');
    expect(await refusedCode(code)).toBe('code_invalid');
  });

  test('the answer is the same for known and unknown addresses', async () => {
    const owner = await server.register();
    const stranger = await server.register();
    const known = await invite(owner, stranger.user.email ?? '');
    const unknown = await invite(owner, newEmail());
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    const [one] = await mailsTo(server, known.email);
    const [other] = await mailsTo(server, unknown.email);
    expect(one?.subject).toBe(other?.subject);
    expect(one?.locale).toBe(other?.locale);
  });

  test('an invitation of a member, or of an invited address, is refused with the field `email`', async () => {
    const owner = await server.register();
    const member = await addMember(server, owner, 'viewer');
    const body = { email: member.user.email ?? '', role: 'viewer' as const };
    expect(await owner.refused(createInvitation, { body })).toMatchObject({
      code: 'already_member',
      errors: [{ path: 'body.email' }],
    });
    const email = newEmail();
    await invite(owner, email);
    const again = await owner.refused(createInvitation, { body: { email, role: 'viewer' } });
    expect(again).toMatchObject({ code: 'already_invited', errors: [{ path: 'body.email' }] });
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  test('that ran out makes room for another one of the same address', async () => {
    const owner = await server.register();
    const email = newEmail();
    const old = await invite(owner, email);
    const code = await codeMailedTo(server, email);
    await server.sql("update invitations set expires_at = now() - interval '1 minute' where id = $1", [
      old.uuid,
    ]);
    expect((await owner.call(listInvitations)).items).toMatchObject([{ uuid: old.uuid, expired: true }]);
    expect(await refusedCode(code)).toBe('code_invalid');
    const next = await invite(owner, email, 'viewer');
    expect((await owner.call(listInvitations)).items.map(({ uuid }) => uuid)).toEqual([next.uuid]);
  });

  test('sent again has a new link; the old one stops working', async () => {
    const owner = await server.register();
    const email = newEmail();
    const { uuid } = await invite(owner, email);
    const old = await codeMailedTo(server, email);
    await owner.call(resendInvitation, { params: { uuid } });
    const next = await codeMailedTo(server, email);
    expect(next).not.toBe(old);
    expect(await refusedCode(old)).toBe('code_invalid');
    await accept(await server.register(), next);
    expect((await owner.refused(resendInvitation, { params: { uuid } })).code).toBe('not_found');
  });

  test('taken back opens nothing, and is unknown from then on', async () => {
    const owner = await server.register();
    const email = newEmail();
    const { uuid } = await invite(owner, email);
    const code = await codeMailedTo(server, email);
    await owner.call(deleteInvitation, { params: { uuid } });
    expect(await refusedCode(code)).toBe('code_invalid');
    expect((await owner.refused(deleteInvitation, { params: { uuid } })).code).toBe('not_found');
  });

  test('of another account is unknown', async () => {
    const [ours, theirs] = [await server.register(), await server.register()];
    const { uuid } = await invite(theirs, newEmail());
    expect((await ours.refused(resendInvitation, { params: { uuid } })).code).toBe('not_found');
    expect((await ours.refused(deleteInvitation, { params: { uuid } })).code).toBe('not_found');
    expect((await theirs.call(listInvitations)).items).toHaveLength(1);
  });

  test('cannot be taken by who belongs there already, and stays good for the other', async () => {
    const owner = await server.register();
    const { code } = await addInvitation(server, owner.user.account.uuid);
    expect((await owner.refused(acceptInvitation, { body: { code } })).code).toBe('already_member');
    expect((await accept(await server.register(), code)).role).toBe('viewer');
  });
});

describe('codes', () => {
  test('that are wrong, late or for something else are all the same', async () => {
    const owner = await server.register();
    const late = await addInvitation(server, owner.user.account.uuid);
    const other = await addInvitation(server, owner.user.account.uuid);
    await server.sql(
      "update one_time_codes set expires_at = now() - interval '1 second' where data ->> 'invitationId' = $1",
      [late.uuid],
    );
    await server.sql("update one_time_codes set purpose = 'export' where data ->> 'invitationId' = $1", [
      other.uuid,
    ]);
    const person = await server.register();
    for (const code of [late.code, other.code, 'x'.repeat(43), "' or 1=1 --"]) {
      expect(await refusedCode(code)).toBe('code_invalid');
      expect((await person.refused(acceptInvitation, { body: { code } })).code).toBe('code_invalid');
    }
    expect((await owner.call(listMembers)).total).toBe(1);
  });

  test('end with the account, and rest while it waits to be erased', async () => {
    const owner = await server.register();
    const id = owner.user.account.uuid;
    const { code } = await addInvitation(server, id);
    await server.sql("update accounts set delete_at = now() + interval '7 days' where id = $1", [id]);
    expect(await refusedCode(code)).toBe('code_invalid');
    await server.sql('update accounts set delete_at = null where id = $1', [id]);
    expect((await server.anonymous.call(readInvitation, { body: { code } })).role).toBe('viewer');
    await server.sql('delete from accounts where id = $1', [id]);
    expect(await refusedCode(code)).toBe('code_invalid');
  });

  test('two people with one code at the same moment: one gets in', async () => {
    const owner = await server.register();
    const { code } = await addInvitation(server, owner.user.account.uuid);
    const people = await Promise.all([server.register(), server.register(), server.register()]);
    const answers = await Promise.all(
      people.map((person) => person.raw('POST', acceptInvitation.path, { body: { code } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect((await owner.call(listMembers)).total).toBe(2);
  });

  test('the same person twice at the same moment is a member once', async () => {
    const owner = await server.register();
    const person = await server.register();
    const { code } = await addInvitation(server, owner.user.account.uuid);
    const answers = await Promise.all(
      [1, 2].map(() => person.raw('POST', acceptInvitation.path, { body: { code } })),
    );
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect((await person.call(listAccounts)).items).toHaveLength(2);
  });
});

describe('limits', () => {
  test('20 mails an hour leave one person, whatever account they use', async () => {
    const owner = await server.register();
    for (let count = 0; count < 20; count += 1) await invite(owner, newEmail());
    const email = newEmail();
    const refusal = await owner.refused(createInvitation, { body: { email, role: 'viewer' } });
    expect(refusal.code).toBe('rate_limited');
    expect(refusal.retryAfter).toBeGreaterThan(3000);
    expect(refusal.retryAfter).toBeLessThanOrEqual(3600);
    expect(await mailsTo(server, email)).toEqual([]);
    const { items } = await owner.call(listInvitations);
    expect(items).toHaveLength(20);
    const [last] = items;
    if (!last) throw new Error('no invitation');
    const again = await owner.refused(resendInvitation, { params: { uuid: last.uuid } });
    expect(again.code).toBe('rate_limited');
    await server.sql(
      "update one_time_codes set created_at = created_at - interval '2 hours' where user_id = $1",
      [owner.user.uuid],
    );
    await owner.call(resendInvitation, { params: { uuid: last.uuid } });
  });

  test('50 may be open; those that ran out do not count', async () => {
    const owner = await server.register();
    const { uuid: account } = owner.user.account;
    for (let count = 0; count < 50; count += 1) await addInvitation(server, account);
    const body = { email: newEmail(), role: 'viewer' as const };
    expect((await owner.refused(createInvitation, { body })).code).toBe('rate_limited');
    await server.sql(
      "update invitations set expires_at = now() - interval '1 day' where id = (select id from invitations where account_id = $1 limit 1)",
      [account],
    );
    await owner.call(createInvitation, { body });
  });
});

describe('registering with an invitation', () => {
  const person = (email: string, invitation: string) => ({
    body: {
      username: `u-${crypto.randomUUID()}`.slice(0, 30),
      email,
      password: 'correct horse',
      invitation,
      acceptedTerms: true as const,
    },
  });

  test('joins that account instead of making one, and proves the address it went to', async () => {
    const owner = await server.register();
    const email = newEmail();
    await invite(owner, email, 'admin');
    const code = await codeMailedTo(server, email);
    const { user } = await server.anonymous.call(register, person(email, code));
    expect(user).toMatchObject({
      role: 'admin',
      emailVerified: true,
      account: { uuid: owner.user.account.uuid },
    });
    const accounts = await server.sql('select tenant_id from memberships where user_id = $1', [user.uuid]);
    expect(accounts).toHaveLength(1);
  });

  test('a person with another address joins, too, but the address is not confirmed by that', async () => {
    const owner = await server.register();
    const { code } = await addInvitation(server, owner.user.account.uuid);
    const { user } = await server.anonymous.call(register, person(newEmail(), code));
    expect(user).toMatchObject({ role: 'viewer', emailVerified: false });
  });

  test('an invalid code creates no person', async () => {
    const email = newEmail();
    const refusal = await server.anonymous.refused(register, person(email, 'x'.repeat(43)));
    expect(refusal.code).toBe('code_invalid');
    expect(await server.sql('select 1 from users where email = $1', [email])).toEqual([]);
  });
});
