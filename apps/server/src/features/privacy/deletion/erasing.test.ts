import { login, me } from '@hanasu/contract/accounts';
import { sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { deleteAccount, keepAccount } from '@hanasu/contract/privacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { messagesOf } from '../../../testing/test-shop.ts';
import { findUnfinished } from '../../channels/testing/channel-stage.fixture.ts';
import { fillAccount, type PrivacyFixture, startPrivacyFixture } from '../testing/privacy.fixture.ts';
import { filesIn, rowsOf, tracesIn } from '../testing/traces.ts';

let fixture: PrivacyFixture;
beforeAll(async () => {
  fixture = await startPrivacyFixture();
});
afterAll(() => fixture.stop());

const asked = (person: Awaited<ReturnType<PrivacyFixture['server']['register']>>) => ({
  body: { name: person.user.username, password: person.password },
});

const mailsTo = (email: string) =>
  fixture.server.sql<{ subject: string; text: string }>(
    'select subject, text from mails where recipient = $1 order by created_at',
    [email],
  );

describe('asking', () => {
  test('the deletion is due in seven days; until then nothing changes and it can be cancelled', async () => {
    const person = await fixture.server.register();
    const { deleteAt } = await person.call(deleteAccount, asked(person));
    expect(Date.parse(deleteAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1000);
    const again = await fixture.server.signIn(person);
    expect((await again.call(me)).deleteAt).toBe(deleteAt);
    expect(await again.call(deleteAccount, asked(person))).toEqual({ deleteAt });
    const [receipt, ...others] = (await mailsTo(`${person.user.username}@example.com`)).filter(
      ({ subject }) => subject.includes('will be deleted'),
    );
    expect(receipt?.text).toContain('bots keep answering');
    expect(others).toEqual([]);

    await person.call(keepAccount);
    expect((await person.call(me)).deleteAt).toBeNull();
    const mails = await mailsTo(`${person.user.username}@example.com`);
    expect(mails.at(-1)?.subject).toBe('Account deletion canceled');
    const log = await fixture.server.sql<{ action: string }>(
      'select action from audit_events where account_id = $1 order by created_at',
      [person.user.account.uuid],
    );
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.deletion_requested', 'account.deletion_cancelled']),
    );
  });

  test('taking back what nobody asked for does nothing and writes no mail', async () => {
    const person = await fixture.server.register();
    const before = await mailsTo(`${person.user.username}@example.com`);
    await person.call(keepAccount);
    expect(await mailsTo(`${person.user.username}@example.com`)).toEqual(before);
  });

  test.each(['Somebody', '', ' '])('refuses the name %j', async (name) => {
    const person = await fixture.server.register();
    const problem = await person.refused(deleteAccount, { body: { name, password: person.password } });
    expect(problem).toMatchObject({ code: 'name_differs', errors: [{ path: 'body.name' }] });
  });

  test('the name is accepted with spaces around it and in another Unicode form', async () => {
    const person = await fixture.server.register({ username: 'Hà-Nội-1', email: 'ha-noi@example.com' });
    const name = `  ${person.user.username.normalize('NFD')} `;
    await person.call(deleteAccount, { body: { name, password: person.password } });
  });

  test.each([{ password: 'wrong' }, {}])('refuses without the right password: %j', async (given) => {
    const person = await fixture.server.register();
    const problem = await person.refused(deleteAccount, { body: { name: person.user.username, ...given } });
    expect(problem).toMatchObject({ code: 'wrong_password', errors: [{ path: 'body.password' }] });
    expect((await person.call(me)).deleteAt).toBeNull();
  });

  test('refuses while others use an account of the person', async () => {
    const owner = await fixture.server.register();
    const other = await fixture.server.register();
    await join(owner, other, 'viewer');
    expect((await owner.refused(deleteAccount, asked(owner))).code).toBe('transfer_first');
    expect((await owner.call(me)).deleteAt).toBeNull();
  });
});

const join = (
  owner: { user: { account: { uuid: string } } },
  person: { user: { uuid: string } },
  role: string,
) =>
  fixture.server.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    owner.user.account.uuid,
    person.user.uuid,
    role,
  ]);

describe('being erased', () => {
  test('no row of the person and the account is left; another account keeps everything', async () => {
    const { server, dataDir } = fixture;
    const person = await server.register({ username: 'erased-person' });
    const neighbour = await server.register({ username: 'neighbour' });
    const device = await server.signIn(person);
    const { channel, avatarKey, logoKey } = await fillAccount(fixture, person);
    const neighbours = await fillAccount(fixture, neighbour);
    await fixture.makeDue(person);
    await eventually('nothing that was done is still under way', async () => {
      const due = await server.sql('select 1 from customer_events where due_at is not null');
      return due.length === 0 && (await findUnfinished(server.sql)).length === 0;
    });
    const before = await rowsOf(server, neighbour.user.account.uuid);
    const filesBefore = filesIn(dataDir).filter((file) => file.includes(neighbour.user.account.uuid));
    const own = await rowsOf(server, person.user.account.uuid);
    const empty = Object.entries(own).filter(([, rows]) => rows === 0);
    // Token holds live for a second and exports have their own test; all else must be there to be erased.
    expect(empty.map(([table]) => table).filter((table) => !FLEETING.has(table))).toEqual([]);
    expect(filesIn(dataDir).join()).toContain(person.user.account.uuid);

    expect(await fixture.erase(person)).toEqual({ kind: 'erased' });

    const words = [person.user.uuid, person.user.account.uuid, person.user.username, channel.uuid];
    const traces = await tracesIn(server, words);
    // The receipt is addressed to the person; it says how much has gone, nothing else.
    expect(traces).toEqual(['public.mails.recipient: 1']);
    const mails = await mailsTo('erased-person@example.com');
    expect(mails).toMatchObject([{ subject: 'Your Hanasu account was deleted' }]);
    expect(mails[0]?.text).toContain('Accounts: 1. Bots: 1. Documents: 1. Conversations: 1. Messages: 2.');
    const files = filesIn(dataDir).join();
    expect(files).not.toContain(person.user.account.uuid);
    for (const key of [avatarKey, logoKey]) expect(files).not.toContain(key);
    for (const key of [neighbours.avatarKey, neighbours.logoKey]) expect(files).toContain(key);
    // The log of calls is written a moment after them.
    const after = await rowsOf(server, neighbour.user.account.uuid);
    expect({ ...after, channel_calls: before.channel_calls }).toEqual(before);
    expect(after.channel_calls).toBeGreaterThanOrEqual(before.channel_calls ?? 0);
    expect(filesIn(dataDir).filter((file) => file.includes(neighbour.user.account.uuid))).toEqual(
      filesBefore,
    );
    const body = { identifier: person.user.username, password: person.password };
    expect((await server.anonymous.refused(login, { body })).code).toBe('wrong_credentials');
    // Another process remembers a session for seconds at most (SESSION_CACHE_MS); this one never asked before.
    expect((await device.refused(me)).code).toBe('session_expired');
    const hook = `/hooks/${person.user.account.uuid}/${channel.uuid}`;
    // The process that just used the channel remembers it for three seconds (channel-directory.ts).
    await eventually('the hook is gone', async () => {
      const { status } = await server.anonymous.raw('POST', hook, { body: '{}' });
      return status === 404;
    });
  });

  const STEPS = ['closed', 'files', 'jobs', 'outbox', 'conversations', 'channels', 'audit_events', 'left'];
  test('the deletion continues after a crash at any step, and sends one confirmation', async () => {
    const { server } = fixture;
    const person = await server.register({ username: 'crashing-person' });
    await fillAccount(fixture, person);
    await fixture.makeDue(person);
    for (const step of STEPS) {
      const afterStep = (done: string): void => {
        if (done === step) throw new Error(`crash after ${step}`);
      };
      await expect(fixture.erase(person, { afterStep })).rejects.toThrow(`crash after ${step}`);
    }
    expect(await fixture.erase(person)).toEqual({ kind: 'erased' });
    expect(await tracesIn(server, [person.user.uuid, person.user.account.uuid])).toEqual([]);
    const mails = await mailsTo('crashing-person@example.com');
    expect(mails).toHaveLength(1);
    // Counted before the first crash.
    expect(mails[0]?.text).toContain('Messages: 2.');
  });

  test('two processes at once erase once', async () => {
    const person = await fixture.server.register({ username: 'twice-person' });
    await fillAccount(fixture, person);
    await fixture.makeDue(person);
    await Promise.all([fixture.erase(person), fixture.erase(person), fixture.erase(person)]);
    await fixture.erase(person);
    expect(await tracesIn(fixture.server, [person.user.uuid, person.user.account.uuid])).toEqual([]);
    expect(await mailsTo('twice-person@example.com')).toHaveLength(1);
  });

  test('the deletion waits for running work elsewhere, then deletes its results too', async () => {
    const { server } = fixture;
    const person = await server.register({ username: 'settling-person' });
    await fixture.makeDue(person);
    const outcome = await fixture.erase(person, { settleMs: 60_000 });
    expect(outcome.kind).toBe('settling');
    expect((await server.anonymous.refused(login, { body: credentials(person) })).code).toBe(
      'wrong_credentials',
    );
    await server.sql(`insert into customers (account_id, id, name) values ($1, gen_random_uuid(), 'late')`, [
      person.user.account.uuid,
    ]);
    expect(await fixture.erase(person)).toEqual({ kind: 'erased' });
    expect(await tracesIn(server, [person.user.uuid, person.user.account.uuid])).toEqual([]);
  });

  test('nothing is deleted before the due time, or after it was cancelled', async () => {
    const person = await fixture.server.register();
    expect(await fixture.erase(person)).toEqual({ kind: 'not_due' });
    await person.call(deleteAccount, asked(person));
    expect(await fixture.erase(person)).toEqual({ kind: 'not_due' });
    await fixture.makeDue(person);
    await fixture.server.sql('update users set delete_at = null where id = $1', [person.user.uuid]);
    expect(await fixture.erase(person)).toEqual({ kind: 'not_due' });
    expect((await person.call(me)).username).toBe(person.user.username);
  });

  test('messages in other people’s accounts stay, without the name', async () => {
    const { server } = fixture;
    const owner = await server.register();
    const operator = await server.register({ username: 'leaving-operator' });
    const { conversation } = await fillAccount(fixture, owner);
    await join(owner, operator, 'operator');
    await server.sql('update sessions set tenant_id = $1 where user_id = $2', [
      owner.user.account.uuid,
      operator.user.uuid,
    ]);
    const there = await server.signIn(operator);
    await server.sql('update sessions set tenant_id = $1 where user_id = $2', [
      owner.user.account.uuid,
      operator.user.uuid,
    ]);
    const params = { uuid: conversation };
    await there.call(setHandling, { params, body: { handling: 'operator' } });
    await there.call(sendOperatorMessage, { params, body: { text: 'We park for you.' } });
    await server.sql(
      `insert into ledger_entries (account_id, id, kind, tokens, balance, input, output, user_id)
       values ($1, gen_random_uuid(), 'call', -7, 0, 1, 1, $2)`,
      [owner.user.account.uuid, operator.user.uuid],
    );
    await fixture.makeDue(operator);
    expect(await fixture.erase(operator)).toEqual({ kind: 'erased' });
    const message = (await messagesOf(owner, conversation)).find(({ text }) => text === 'We park for you.');
    expect(message).toMatchObject({ sender: 'operator', operator: null });
    const [row] = await server.sql<{ handling: string }>(
      'select handling from conversations where id = $1 and operator_id is null',
      [conversation],
    );
    expect(row?.handling).toBe('waiting');
    const traces = await tracesIn(server, [operator.user.uuid, operator.user.username]);
    // What happened in somebody else's account stays in its log, by an id that names nobody any more.
    expect(traces.filter((trace) => !trace.startsWith('public.audit_events.'))).toEqual([
      'public.mails.recipient: 1',
    ]);
  });

  test('a member who joined after the request keeps the account', async () => {
    const { server } = fixture;
    const owner = await server.register({ username: 'leaving-owner' });
    const heir = await server.register();
    await fixture.makeDue(owner);
    await join(owner, heir, 'operator');
    expect(await fixture.erase(owner)).toEqual({ kind: 'erased' });
    const roles = await server.sql('select user_id, role from memberships where tenant_id = $1', [
      owner.user.account.uuid,
    ]);
    expect(roles).toEqual([{ user_id: heir.user.uuid, role: 'owner' }]);
    const accounts = await server.sql('select delete_at from accounts where id = $1', [
      owner.user.account.uuid,
    ]);
    expect(accounts).toEqual([{ delete_at: null }]);
  });
});

const FLEETING = new Set([
  'token_reservations',
  'token_waits',
  'chat_turns',
  'chat_parts',
  'data_exports',
  'conversation_reads',
]);
const credentials = ({ user, password }: { user: { username: string }; password: string }) => ({
  identifier: user.username,
  password,
});
