import { createApiKey, listApiKeys } from '@hanasu/contract/api-keys';
import { listChannels } from '@hanasu/contract/channels';
import { createKnowledge } from '@hanasu/contract/knowledge';
import {
  changeMember,
  listAudit,
  listBelongings,
  removeMember,
  transferOwnership,
} from '@hanasu/contract/team';
import { createWebHook, listWebHooks } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox } from '../../../testing/test-shop.ts';
import { addMember, mailsTo } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const SCOPES = ['chat', 'models', 'mcp', 'knowledge'] as const;

/** An account whose admin has made a key, a web hook and a channel. */
async function shop() {
  const owner = await server.register();
  const admin = await addMember(server, owner, 'admin');
  const bot = await addBot(owner);
  const { key } = await admin.call(createApiKey, { body: { name: 'Sync', scopes: [...SCOPES] } });
  const body = {
    url: 'https://hooks.example/a?token=secret',
    description: '',
    events: ['message.received' as const],
  };
  await admin.call(createWebHook, { body });
  const channel = await addSandbox(admin, bot.uuid);
  return { owner, admin, bot, key, channel };
}

const withKey =
  (key: string) =>
  (method: string, path: string, body?: unknown, accept = 'application/json') =>
    server.anonymous.raw(method, path, {
      headers: { authorization: `Bearer ${key}`, accept },
      ...(body === undefined ? {} : { body }),
    });
const ask = async (key: string, model: string) =>
  (await withKey(key)('POST', '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hi' }] }))
    .status;
const models = async (key: string) => (await withKey(key)('GET', '/v1/models')).status;
const addBase = async (key: string) =>
  (await withKey(key)('POST', '/api/user/knowledge', { name: 'Base' })).status;
const initialise = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const mcp = async (key: string, bot: string) =>
  (await withKey(key)('POST', `/mcp/${bot}`, initialise, 'application/json, text/event-stream')).status;
const uuidOf = ({ user }: SignedIn) => ({ uuid: user.uuid });

describe('an API key never has more than its maker', () => {
  test('it may what they may now, at each use, and gets it back with the role', async () => {
    const { owner, admin, bot, key } = await shop();
    expect(await addBase(key)).toBe(200);
    expect(await ask(key, bot.uuid)).toBe(200);
    const allowed = await mcp(key, bot.uuid);
    expect(allowed).toBe(200);
    await owner.call(changeMember, { params: uuidOf(admin), body: { role: 'operator' } });
    expect(await addBase(key)).toBe(403);
    expect(await ask(key, bot.uuid)).toBe(200);
    await owner.call(changeMember, { params: uuidOf(admin), body: { role: 'viewer' } });
    expect(await ask(key, bot.uuid)).toBe(403);
    expect(await mcp(key, bot.uuid)).toBe(403);
    expect(await models(key)).toBe(200);
    await owner.call(changeMember, { params: uuidOf(admin), body: { role: 'admin' } });
    expect(await addBase(key)).toBe(200);
  });

  test('it reads the role where it is stored: a key that was never used before knows of the change, too', async () => {
    const { admin, key } = await shop();
    await server.sql("update memberships set role = 'viewer' where user_id = $1", [admin.user.uuid]);
    expect(await addBase(key)).toBe(403);
    const other = await shop();
    await server.sql('delete from memberships where user_id = $1', [other.admin.user.uuid]);
    expect(await ask(other.key, other.bot.uuid)).toBe(401);
    const { items } = await other.owner.call(listApiKeys);
    expect(items[0]).toMatchObject({ makerRole: null, revokedAt: null });
  });

  test('the key of an owner who handed the account over is an admin, and never was more', async () => {
    const owner = await server.register();
    const heir = await addMember(server, owner, 'viewer');
    const { key } = await owner.call(createApiKey, { body: { name: 'Old', scopes: ['knowledge'] } });
    await owner.call(transferOwnership, { body: { userUuid: heir.user.uuid, password: owner.password } });
    expect(await addBase(key)).toBe(200);
    const [mail] = await mailsTo(server, heir.user.email ?? '');
    expect(mail?.text).toContain('Old');
    await heir.call(removeMember, { params: uuidOf(owner) });
    expect(await addBase(key)).toBe(401);
  });
});

describe('what a member made when they go', () => {
  test('is listed for admins and themselves, without secrets', async () => {
    const { owner, admin, channel } = await shop();
    const list = await owner.call(listBelongings, { params: uuidOf(admin) });
    expect(list).toMatchObject({
      apiKeys: [{ name: 'Sync' }],
      webHooks: [{ name: 'hooks.example' }],
      channels: [{ uuid: channel.uuid, kind: 'line' }],
    });
    expect(await admin.call(listBelongings, { params: uuidOf(admin) })).toEqual(list);
    const viewer = await addMember(server, owner, 'viewer');
    expect((await viewer.refused(listBelongings, { params: uuidOf(admin) })).code).toBe('forbidden');
    const stranger = await server.register();
    expect((await stranger.refused(listBelongings, { params: uuidOf(admin) })).code).toBe('not_found');
  });

  test('ends, but for the channels, when nobody says otherwise; the owner is told and the log knows', async () => {
    const { owner, admin, bot, key, channel } = await shop();
    await owner.call(removeMember, { params: uuidOf(admin) });
    expect(await ask(key, bot.uuid)).toBe(401);
    expect((await owner.call(listApiKeys)).items[0]?.revokedAt).not.toBeNull();
    expect((await owner.call(listWebHooks)).items).toEqual([]);
    expect((await owner.call(listChannels)).items.map(({ uuid }) => uuid)).toContain(channel.uuid);
    expect((await owner.call(listBelongings, { params: uuidOf(owner) })).channels).toHaveLength(1);
    const [mail] = await mailsTo(server, owner.user.email ?? '');
    for (const part of ['Sync', 'hooks.example', admin.user.displayName]) expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('secret');
    const { items } = await owner.call(listAudit, { query: { q: 'member.removed' } });
    expect(items[0]?.data).toMatchObject({
      belongings: { apiKeys: { fate: 'end', names: ['Sync'] }, channels: { fate: 'take_over' } },
    });
  });

  test('is the owner’s, or ends, as whoever takes them out says', async () => {
    const { owner, admin, bot, key, channel } = await shop();
    const query = { apiKeys: 'take_over', webHooks: 'take_over', channels: 'end' } as const;
    await owner.call(removeMember, { params: uuidOf(admin), query });
    expect(await ask(key, bot.uuid)).toBe(200);
    expect((await owner.call(listApiKeys)).items[0]).toMatchObject({ makerRole: 'owner', revokedAt: null });
    expect((await owner.call(listWebHooks)).items).toHaveLength(1);
    expect((await owner.call(listChannels)).items.map(({ uuid }) => uuid)).not.toContain(channel.uuid);
  });

  test('cannot be kept running by who leaves', async () => {
    const { owner, admin, bot, key } = await shop();
    const query = { apiKeys: 'take_over', webHooks: 'take_over' } as const;
    await admin.call(removeMember, { params: uuidOf(admin), query });
    expect(await ask(key, bot.uuid)).toBe(401);
    expect((await owner.call(listWebHooks)).items).toEqual([]);
    const [mail] = await mailsTo(server, owner.user.email ?? '');
    expect(mail?.text).toContain('Sync');
  });

  test('is told to the owner when a member may do less', async () => {
    const { owner, admin } = await shop();
    await owner.call(changeMember, { params: uuidOf(admin), body: { role: 'operator' } });
    const [mail] = await mailsTo(server, owner.user.email ?? '');
    expect(mail?.text).toContain('Sync');
    expect(await owner.call(createKnowledge, { body: { name: 'Base' } })).toBeTruthy();
  });
});
