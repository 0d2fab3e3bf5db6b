import { login, me } from '@hanasu/contract/accounts';
import { tokenHistory } from '@hanasu/contract/billing';
import { createBot } from '@hanasu/contract/bots';
import {
  changeMember,
  createInvitation,
  listAccounts,
  listInvitations,
  listMembers,
  removeMember,
  transferOwnership,
} from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addAccount, addMember, mailsTo } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** An account with one person of each role. */
async function team() {
  const owner = await server.register();
  const [admin, operator, viewer] = [
    await addMember(server, owner, 'admin'),
    await addMember(server, owner, 'operator'),
    await addMember(server, owner, 'viewer'),
  ];
  return { owner, admin, operator, viewer };
}
const uuidOf = ({ user }: SignedIn) => ({ params: { uuid: user.uuid } });
const ownersOf = ({ user }: SignedIn) =>
  server.sql<{ id: string }>(
    "select user_id as id from memberships where tenant_id = $1 and role = 'owner'",
    [user.account.uuid],
  );
const newBot = { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } };

describe('the list of members', () => {
  test('is in the order of the roles, with addresses for those who may invite', async () => {
    const { owner, admin, operator, viewer } = await team();
    const { items, total } = await admin.call(listMembers);
    expect(total).toBe(4);
    expect(items.map(({ uuid, role }) => [uuid, role])).toEqual([
      [owner.user.uuid, 'owner'],
      [admin.user.uuid, 'admin'],
      [operator.user.uuid, 'operator'],
      [viewer.user.uuid, 'viewer'],
    ]);
    expect(items.map(({ email }) => email)).toContain(owner.user.email);
    expect(items[1]?.lastSeenAt).not.toBeNull();
    const seen = await viewer.call(listMembers);
    expect(seen.items.map(({ email }) => email)).toEqual([null, null, null, null]);
  });

  test('is searched by name, and by address only where addresses are shown', async () => {
    const { owner, viewer } = await team();
    const byName = await viewer.call(listMembers, { query: { q: owner.user.username.toUpperCase() } });
    expect(byName.items.map(({ uuid }) => uuid)).toEqual([owner.user.uuid]);
    const query = { q: `${owner.user.username}@example` };
    expect((await owner.call(listMembers, { query })).total).toBe(1);
    expect((await viewer.call(listMembers, { query })).total).toBe(0);
    expect((await owner.call(listMembers, { query: { q: '%' } })).total).toBe(0);
  });
});

describe('roles', () => {
  test('count at once: a viewer who becomes an admin may, an admin who becomes a viewer may not', async () => {
    const { owner, admin, viewer } = await team();
    expect((await viewer.refused(createBot, newBot)).code).toBe('forbidden');
    const changed = await owner.call(changeMember, { ...uuidOf(viewer), body: { role: 'admin' } });
    expect(changed).toMatchObject({ uuid: viewer.user.uuid, role: 'admin' });
    await viewer.call(createBot, newBot);
    await viewer.call(changeMember, { ...uuidOf(admin), body: { role: 'viewer' } });
    expect((await admin.refused(createBot, newBot)).code).toBe('forbidden');
  });

  test('an admin cannot touch the owner, and the owner stays until the transfer', async () => {
    const { owner, admin } = await team();
    const body = { role: 'viewer' as const };
    expect((await admin.refused(changeMember, { ...uuidOf(owner), body })).code).toBe('forbidden');
    expect((await admin.refused(removeMember, uuidOf(owner))).code).toBe('forbidden');
    expect((await owner.refused(changeMember, { ...uuidOf(owner), body })).code).toBe('owner_stays');
    expect((await owner.refused(removeMember, uuidOf(owner))).code).toBe('owner_stays');
    expect(await ownersOf(owner)).toEqual([{ id: owner.user.uuid }]);
  });

  test('an admin may step down, and then sees no addresses', async () => {
    const { admin } = await team();
    const own = await admin.call(changeMember, { ...uuidOf(admin), body: { role: 'viewer' } });
    expect(own).toMatchObject({ role: 'viewer', email: null });
  });

  test('operators and viewers take nobody out', async () => {
    const { operator, viewer, admin } = await team();
    expect((await operator.refused(removeMember, uuidOf(viewer))).code).toBe('forbidden');
    expect((await viewer.refused(removeMember, uuidOf(admin))).code).toBe('forbidden');
  });

  test('a demoted or removed member’s invitations are gone', async () => {
    const { owner, admin, viewer } = await team();
    const invite = (by: SignedIn, email: string) =>
      by.call(createInvitation, { body: { email, role: 'viewer' } });
    await invite(admin, 'first@example.com');
    await invite(owner, 'second@example.com');
    await owner.call(changeMember, { ...uuidOf(admin), body: { role: 'operator' } });
    await owner.call(changeMember, { ...uuidOf(viewer), body: { role: 'admin' } });
    await invite(viewer, 'third@example.com');
    await owner.call(removeMember, uuidOf(viewer));
    const { items } = await owner.call(listInvitations);
    expect(items.map(({ email }) => email)).toEqual(['second@example.com']);
  });
});

describe('leaving and being taken out', () => {
  test('ends the sessions in that account; the next sign-in is in another one', async () => {
    const owner = await server.register();
    const person = await server.register();
    await server.sql("insert into memberships (tenant_id, user_id, role) values ($1, $2, 'viewer')", [
      owner.user.account.uuid,
      person.user.uuid,
    ]);
    await server.sql('update sessions set tenant_id = $1 where user_id = $2', [
      owner.user.account.uuid,
      person.user.uuid,
    ]);
    expect((await person.call(me)).account.uuid).toBe(owner.user.account.uuid);
    await owner.call(removeMember, uuidOf(person));
    expect((await person.refused(me)).code).toBe('session_expired');
    const back = await server.signIn(person);
    expect(back.user.account.uuid).toBe(person.user.account.uuid);
    expect((await back.call(listAccounts)).items).toHaveLength(1);
  });

  test('a viewer may leave', async () => {
    const { viewer, owner } = await team();
    await viewer.call(removeMember, uuidOf(viewer));
    expect((await viewer.refused(me)).code).toBe('session_expired');
    expect((await owner.call(listMembers)).total).toBe(3);
  });

  test('sessions of the same person in another account go on', async () => {
    const { owner, viewer } = await team();
    const other = await addAccount(server, viewer);
    const elsewhere = await server.signIn(viewer);
    await server.sql(
      'update sessions set tenant_id = $1 where user_id = $2 and created_at = (select max(created_at) from sessions where user_id = $2)',
      [other, viewer.user.uuid],
    );
    await owner.call(removeMember, uuidOf(viewer));
    expect((await viewer.refused(me)).code).toBe('session_expired');
    expect((await elsewhere.call(me)).account.uuid).toBe(other);
  });
});

describe('another account', () => {
  test('its members are as unknown as any', async () => {
    const [ours, theirs] = [await team(), await team()];
    const body = { role: 'viewer' as const };
    expect((await ours.owner.refused(changeMember, { ...uuidOf(theirs.admin), body })).code).toBe(
      'not_found',
    );
    expect((await ours.viewer.refused(removeMember, uuidOf(theirs.viewer))).code).toBe('not_found');
    const transfer = { userUuid: theirs.admin.user.uuid, password: ours.owner.password };
    expect((await ours.owner.refused(transferOwnership, { body: transfer })).code).toBe('not_found');
    expect((await theirs.owner.call(listMembers)).total).toBe(4);
  });
});

describe('transfer of ownership', () => {
  test('swaps the roles, tells both by mail, and needs the password', async () => {
    const { owner, viewer } = await team();
    const body = { userUuid: viewer.user.uuid };
    expect((await owner.refused(transferOwnership, { body })).code).toBe('wrong_password');
    const wrong = { body: { ...body, password: 'not the password' } };
    expect((await owner.refused(transferOwnership, wrong)).code).toBe('wrong_password');
    expect(await ownersOf(owner)).toEqual([{ id: owner.user.uuid }]);

    await owner.call(transferOwnership, { body: { ...body, password: owner.password } });
    expect(await ownersOf(owner)).toEqual([{ id: viewer.user.uuid }]);
    expect((await owner.call(me)).role).toBe('admin');
    expect((await viewer.call(me)).role).toBe('owner');
    for (const person of [owner, viewer]) {
      const [mail] = await mailsTo(server, person.user.email ?? '');
      expect(mail?.text).toContain(viewer.user.displayName);
      expect(mail?.text).toContain(owner.user.displayName);
    }
    await owner.call(removeMember, uuidOf(owner));
  });

  test('brings no free tokens again: the account that follows starts with none', async () => {
    const { owner, viewer } = await team();
    const body = { userUuid: viewer.user.uuid, password: owner.password };
    await owner.call(transferOwnership, { body });
    await owner.call(removeMember, uuidOf(owner));
    const back = await server.signIn(owner);
    expect(back.user).toMatchObject({ role: 'owner' });
    expect(back.user.account.uuid).not.toBe(owner.user.account.uuid);
    expect((await back.call(tokenHistory)).balance).toBe(0);
  });

  test('is not possible to oneself, nor by anybody but the owner', async () => {
    const { owner, admin, viewer } = await team();
    const oneself = { userUuid: owner.user.uuid, password: owner.password };
    expect(await owner.refused(transferOwnership, { body: oneself })).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'body.userUuid' }],
    });
    const body = { userUuid: viewer.user.uuid, password: admin.password };
    expect((await admin.refused(transferOwnership, { body })).code).toBe('forbidden');
  });

  test('two at the same moment, and removals beside them, leave exactly one owner who is a member', async () => {
    const { owner, admin, operator, viewer } = await team();
    const to = ({ user }: SignedIn) =>
      owner.raw('POST', '/api/user/transfer-ownership', {
        body: { userUuid: user.uuid, password: owner.password },
      });
    const out = (by: SignedIn, { user }: SignedIn) => by.raw('DELETE', `/api/user/member/${user.uuid}`);
    const answers = await Promise.all([
      to(admin),
      to(operator),
      to(viewer),
      out(admin, operator),
      out(owner, viewer),
      out(operator, operator),
    ]);
    for (const { status } of answers) expect([204, 401, 403, 404, 409]).toContain(status);
    const owners = await ownersOf(owner);
    expect(owners).toHaveLength(1);
    expect(answers.slice(0, 3).filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
  });

  test('the database itself allows no second owner', async () => {
    const { viewer } = await team();
    const promotion = server.sql("update memberships set role = 'owner' where user_id = $1", [
      viewer.user.uuid,
    ]);
    await expect(promotion).rejects.toThrow('memberships_owner');
  });
});

test('somebody who signs in while they are being taken out gets into no foreign account', async () => {
  const { owner, viewer } = await team();
  const [, session] = await Promise.all([
    owner.call(removeMember, uuidOf(viewer)),
    server.anonymous.raw('POST', login.path, {
      body: { identifier: viewer.user.username, password: viewer.password },
    }),
  ]);
  const jwt = session.status === 200 ? String(Object(session.body).jwt) : null;
  if (jwt) {
    const answer = await server.anonymous.raw('GET', '/api/user/members', {
      headers: { authorization: `Bearer ${jwt}` },
    });
    const seen = JSON.stringify(answer.body);
    expect(seen).not.toContain(owner.user.uuid);
  }
});
