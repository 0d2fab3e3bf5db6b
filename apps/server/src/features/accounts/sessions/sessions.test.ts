import { login, logout, me } from '@hanasu/contract/accounts';
import {
  listSessions,
  renewSession,
  revokeOtherSessions,
  revokeSession,
  type SessionItem,
} from '@hanasu/contract/sessions';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createCaller,
  type SignedIn,
  sessionOf,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SESSION_DAYS: '14', TRUST_PROXY: '1' });
});
afterAll(() => server.stop());

const DAY = 24 * 60 * 60;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0';

const expiryIn = (jwt: string): number => decodeJwt(jwt).exp ?? 0;
const age = (person: SignedIn, interval: string, column = 'expires_at') =>
  server.sql(`update sessions set ${column} = now() + $2::interval where id = $1`, [
    sessionOf(person),
    interval,
  ]);
const seenAt = async (person: SignedIn): Promise<Date | undefined> => {
  const [row] = await server.sql<{ at: Date }>('select last_seen_at as at from sessions where id = $1', [
    sessionOf(person),
  ]);
  return row?.at;
};
const remembered = async ({ user, password }: SignedIn) => {
  const body = { identifier: user.username, password, remember: true };
  return server.anonymous.call(login, { body });
};

describe('the list of sessions', () => {
  test('says with what and from where, this one first', async () => {
    const here = await server.register();
    const body = { identifier: here.user.username, password: here.password };
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '133.11.0.1' };
    await server.anonymous.raw('POST', login.path, { body, headers });
    const { items } = await here.call(listSessions);
    const [first, second] = items;
    expect(items).toHaveLength(2);
    expect(first).toMatchObject({ uuid: sessionOf(here), current: true, place: { country: null } });
    expect(second).toMatchObject({
      current: false,
      device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
      place: { address: '133.11.0.1', country: 'JP' },
    } satisfies Partial<SessionItem>);
  });

  test('leaves out what has ended and what is somebody else’s', async () => {
    const here = await server.register();
    const [revoked, expired] = [await server.signIn(here), await server.signIn(here)];
    await revoked.call(logout);
    await age(expired, '-1 second');
    await server.register();
    expect((await here.call(listSessions)).items.map(({ uuid }) => uuid)).toEqual([sessionOf(here)]);
  });

  test('knows when a session was last seen, written once in five minutes', async () => {
    const person = await server.register();
    await age(person, '-4 minutes', 'last_seen_at');
    const recent = await seenAt(person);
    await person.call(me);
    expect(await seenAt(person)).toEqual(recent);
    const later = await server.signIn(person);
    await age(later, '-6 minutes', 'last_seen_at');
    const old = await seenAt(later);
    await later.call(me);
    expect(await seenAt(later)).not.toEqual(old);
  });
});

describe('ending sessions', () => {
  test('one of one’s own ends at once, the others stay', async () => {
    const here = await server.register();
    const [lost, other] = [await server.signIn(here), await server.signIn(here)];
    await lost.call(me);
    await here.call(revokeSession, { params: { uuid: sessionOf(lost) } });
    expect((await lost.refused(me)).code).toBe('session_expired');
    expect((await other.call(me)).uuid).toBe(here.user.uuid);
    expect((await here.refused(revokeSession, { params: { uuid: sessionOf(lost) } })).code).toBe('not_found');
  });

  test('somebody else’s is unknown, also of a colleague in the same account', async () => {
    const [one, other] = [await server.register(), await server.register()];
    await server.sql("insert into memberships (tenant_id, user_id, role) values ($1, $2, 'admin')", [
      one.user.account.uuid,
      other.user.uuid,
    ]);
    const refusal = await other.refused(revokeSession, { params: { uuid: sessionOf(one) } });
    expect(refusal.code).toBe('not_found');
    expect((await one.call(me)).uuid).toBe(one.user.uuid);
  });

  test('all others end, this one and other people’s stay', async () => {
    const [here, stranger] = [await server.register(), await server.register()];
    const others = [await server.signIn(here), await server.signIn(here)];
    for (const other of others) await other.call(me);
    expect(await here.call(revokeOtherSessions)).toEqual({ revoked: 2 });
    for (const other of others) expect((await other.refused(me)).code).toBe('session_expired');
    expect((await here.call(me)).uuid).toBe(here.user.uuid);
    expect((await stranger.call(me)).uuid).toBe(stranger.user.uuid);
    expect(await here.call(revokeOtherSessions)).toEqual({ revoked: 0 });
  });

  test('is in the audit log', async () => {
    const here = await server.register();
    const other = await server.signIn(here);
    await here.call(revokeSession, { params: { uuid: sessionOf(other) } });
    await here.call(revokeOtherSessions);
    const lines = await server.sql<{ action: string; address: string }>(
      'select action, address from audit_events where account_id = $1 order by id',
      [here.user.account.uuid],
    );
    const address = '127.0.0.1';
    expect(lines).toEqual([
      { action: 'session.revoked', address },
      { action: 'session.others_revoked', address },
    ]);
  });

  test('the token of a person who was deleted is worth nothing', async () => {
    const person = await server.register();
    await server.sql('delete from users where id = $1', [person.user.uuid]);
    expect((await person.refused(me)).code).toBe('session_expired');
    expect((await person.refused(renewSession)).code).toBe('session_expired');
  });
});

describe('renewing', () => {
  test('gives a later token for the same session, which still can be revoked', async () => {
    const person = await server.register();
    await age(person, '1 hour');
    const renewed = await person.call(renewSession);
    expect(sessionOf(renewed)).toBe(sessionOf(person));
    expect(expiryIn(renewed.jwt)).toBe(Math.floor(Date.parse(renewed.expiresAt) / 1000));
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.now() + (DAY - 60) * 1000);
    const fresh = createCaller(server.address, renewed.jwt);
    expect((await fresh.call(me)).uuid).toBe(person.user.uuid);
    await fresh.call(logout);
    expect((await fresh.refused(me)).code).toBe('session_expired');
    expect((await person.refused(renewSession)).code).toBe('session_expired');
  });

  test('lasts a day, or as long as is set when it was asked to be remembered', async () => {
    const person = await server.register();
    const kept = await remembered(person);
    const lasts = (jwt: string): number => (expiryIn(jwt) - Date.now() / 1000) / DAY;
    expect(lasts(person.jwt)).toBeCloseTo(1, 1);
    expect(lasts(kept.jwt)).toBeCloseTo(14, 1);
    await server.sql("update sessions set expires_at = now() + interval '1 hour' where user_id = $1", [
      person.user.uuid,
    ]);
    const again = await createCaller(server.address, kept.jwt).call(renewSession);
    expect(again.remember).toBe(true);
    expect(lasts(again.jwt)).toBeCloseTo(14, 1);
    expect(lasts((await person.call(renewSession)).jwt)).toBeCloseTo(1, 1);
  });

  test.each([
    ['expired', '-1 second', 'expires_at'],
    ['revoked', '0 seconds', 'revoked_at'],
  ])('a session that is %s stays so', async (_what, interval, column) => {
    const person = await server.register();
    await age(person, interval, column);
    expect((await person.refused(renewSession)).code).toBe('session_expired');
    const [row] = await server.sql<{ live: boolean }>(
      'select revoked_at is null and expires_at > now() as live from sessions where id = $1',
      [sessionOf(person)],
    );
    expect(row?.live).toBe(false);
  });

  test('a token that is not ours renews nothing', async () => {
    const stranger = createCaller(server.address, 'not.a.token');
    expect((await stranger.refused(renewSession)).code).toBe('session_expired');
    expect((await server.anonymous.refused(renewSession)).code).toBe('not_signed_in');
  });
});
