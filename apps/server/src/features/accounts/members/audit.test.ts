import { createBot, deleteBot } from '@hanasu/contract/bots';
import { createSandboxChannel, deleteChannel, updateChannel } from '@hanasu/contract/channels';
import { createDocument, createKnowledge, deleteDocument, deleteKnowledge } from '@hanasu/contract/knowledge';
import * as team from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addInvitation, addMember, codeMailedTo } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const auditOf = async (person: SignedIn) =>
  (await person.call(team.listAudit, { query: { pageSize: 100 } })).items;

/** Does it, and returns the line that it left, the newest one. */
async function leftBy(person: SignedIn, act: () => Promise<unknown>) {
  await act();
  const [line] = await auditOf(person);
  if (!line) throw new Error('nothing was written');
  expect(line.actor).toEqual({ uuid: person.user.uuid, name: person.user.displayName });
  expect(line.address).toMatch(/127\.0\.0\.1|::1/);
  return line;
}

describe('every change of access leaves a line with who and where from', () => {
  test('members and invitations', async () => {
    const owner = await server.register();
    const viewer = await addMember(server, owner, 'viewer');
    const { uuid } = viewer.user;
    const body = { email: 'new@example.com', role: 'viewer' as const };
    const sent = await leftBy(owner, () => owner.call(team.createInvitation, { body }));
    expect(sent).toMatchObject({ action: 'invitation.sent', target: body.email, data: { role: 'viewer' } });
    const params = { uuid: String(sent.data.uuid) } as never;
    expect(await leftBy(owner, () => owner.call(team.resendInvitation, { params }))).toMatchObject({
      action: 'invitation.resent',
    });
    const code = await codeMailedTo(server, body.email);
    expect(JSON.stringify(await auditOf(owner))).not.toContain(code);
    expect(await leftBy(owner, () => owner.call(team.deleteInvitation, { params }))).toMatchObject({
      action: 'invitation.withdrawn',
    });
    const change = { params: { uuid }, body: { role: 'admin' as const } };
    expect(await leftBy(owner, () => owner.call(team.changeMember, change))).toMatchObject({
      action: 'member.role_changed',
      target: viewer.user.username,
      data: { from: 'viewer', to: 'admin' },
    });
    const before = (await auditOf(owner)).length;
    await owner.call(team.changeMember, change);
    expect(await auditOf(owner)).toHaveLength(before);
    expect(await leftBy(owner, () => owner.call(team.removeMember, { params: { uuid } }))).toMatchObject({
      action: 'member.removed',
      target: viewer.user.username,
    });
  });

  test('joining, leaving and the transfer', async () => {
    const owner = await server.register();
    const person = await server.register();
    const { code, email } = await addInvitation(server, owner.user.account.uuid, 'admin');
    const joined = await leftBy(person, () => person.call(team.acceptInvitation, { body: { code } }));
    expect(joined).toMatchObject({ action: 'member.joined', target: person.user.username, data: { email } });
    const transfer = { userUuid: person.user.uuid, password: owner.password };
    expect(await leftBy(owner, () => owner.call(team.transferOwnership, { body: transfer }))).toMatchObject({
      action: 'ownership.transferred',
      data: { from: owner.user.uuid, to: person.user.uuid },
    });
    await owner.call(team.removeMember, { params: { uuid: owner.user.uuid } });
    expect((await auditOf(person))[0]).toMatchObject({ action: 'member.left', target: owner.user.username });
  });

  test('accounts', async () => {
    const owner = await server.register();
    const changed = await leftBy(owner, () =>
      owner.call(team.changeAccount, { body: { name: 'Quán Bích' } }),
    );
    expect(changed).toMatchObject({ action: 'account.changed', data: { to: { name: 'Quán Bích' } } });
    const made = await leftBy(owner, () => owner.call(team.createAccount, { body: { name: 'Second' } }));
    expect(made).toMatchObject({ action: 'account.created', target: 'Second' });
  });

  test('channels, bots and knowledge', async () => {
    const owner = await server.register();
    const bot = await owner.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
    const body = { name: 'Counter', kind: 'line' as const, botUuid: bot.uuid };
    const connected = await leftBy(owner, () => owner.call(createSandboxChannel, { body }));
    expect(connected).toMatchObject({ action: 'channel.connected', target: 'Counter' });
    expect(JSON.stringify(connected)).not.toMatch(/secret|token/i);
    const params = { uuid: String(connected.data.uuid) } as never;
    const pause = { params, body: { paused: true } };
    expect(await leftBy(owner, () => owner.call(updateChannel, pause))).toMatchObject({
      action: 'channel.changed',
      data: { from: { paused: false }, to: { paused: true } },
    });
    const removed = await leftBy(owner, () => owner.call(deleteChannel, { params }));
    expect(removed).toMatchObject({ action: 'channel.deleted', target: 'Counter' });
    const deleted = await leftBy(owner, () => owner.call(deleteBot, { params: { uuid: bot.uuid } }));
    expect(deleted).toMatchObject({ action: 'bot.deleted', target: 'Clerk' });
    const { uuid } = await owner.call(createKnowledge, { body: { name: 'Menu' } });
    const document = await owner.call(createDocument, {
      params: { uuid },
      body: { title: 'Note', text: 'Open on Sunday.' },
    });
    const gone = { params: { uuid, document: document.uuid } };
    const lost = await leftBy(owner, () => owner.call(deleteDocument, gone));
    expect(lost).toMatchObject({ action: 'document.deleted', target: 'Note' });
    const base = await leftBy(owner, () => owner.call(deleteKnowledge, { params: { uuid } }));
    expect(base).toMatchObject({ action: 'knowledge.deleted', target: 'Menu' });
  });
});

describe('the list', () => {
  test('is newest first, in pages, and found by word, person and time', async () => {
    const owner = await server.register();
    const admin = await addMember(server, owner, 'admin');
    await owner.call(team.changeAccount, { body: { name: '100% Café' } });
    await admin.call(team.changeAccount, { body: { name: 'Second name' } });
    await owner.call(team.changeAccount, { body: { name: 'Third name' } });
    const list = (query: Record<string, unknown>) => owner.call(team.listAudit, { query: query as never });
    const targets = async (query: Record<string, unknown>) =>
      (await list(query)).items.map(({ target }) => target);
    const named = { q: 'account.changed' };
    expect(await targets(named)).toEqual(['Third name', 'Second name', '100% Café']);
    expect(await targets({ ...named, pageSize: 1, page: 2 })).toEqual(['Second name']);
    expect((await list({ ...named, pageSize: 1 })).total).toBe(3);
    expect(await targets({ ...named, userUuid: admin.user.uuid })).toEqual(['Second name']);
    expect(await targets({ q: '100% c' })).toEqual(['100% Café']);
    expect(await targets({ q: '%name' })).toEqual([]);
    const [, second] = (await list(named)).items;
    expect(await targets({ ...named, from: second?.createdAt })).toEqual(['Third name', 'Second name']);
    expect(await targets({ ...named, to: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  test('shows nothing of another account, and nothing to operators', async () => {
    const [owner, stranger] = [await server.register(), await server.register()];
    await stranger.call(team.changeAccount, { body: { name: 'Foreign' } });
    const query = { q: 'Foreign', userUuid: stranger.user.uuid };
    expect((await owner.call(team.listAudit, { query })).total).toBe(0);
    const operator = await addMember(server, owner, 'operator');
    expect((await operator.refused(team.listAudit)).code).toBe('forbidden');
  });
});

describe('the database', () => {
  test('changes and deletes no line, unless the account it belongs to is erased', async () => {
    const [owner, other] = [await server.register(), await server.register()];
    for (const { call } of [owner, other]) await call(team.changeAccount, { body: { name: 'Renamed' } });
    const ids = [owner.user.account.uuid, other.user.account.uuid];
    const refused = 'the audit log is append-only';
    await expect(server.sql("update audit_events set action = 'nothing'")).rejects.toThrow(refused);
    await expect(server.sql('delete from audit_events where account_id = $1', [ids[0]])).rejects.toThrow(
      refused,
    );
    await expect(server.sql('truncate audit_events')).rejects.toThrow(refused);
    const erase = (named: string | undefined, deleted: string | undefined) =>
      server.sql(
        "with named as materialized (select set_config('app.erasing', $1, true)) delete from audit_events using named where account_id = $2",
        [named, deleted],
      );
    await expect(erase(ids[0], ids[1])).rejects.toThrow(refused);
    await erase(ids[0], ids[0]);
    expect(await auditOf(owner)).toEqual([]);
    expect(await auditOf(other)).not.toEqual([]);
  });
});
