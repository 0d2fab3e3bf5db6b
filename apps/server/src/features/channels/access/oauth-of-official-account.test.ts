import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import {
  actAsSimulatorFriend,
  type ChannelView,
  connectZalo,
  createSandboxChannel,
  finishConnecting,
  getChannel,
  getSimulator,
  reconnectChannel,
  refreshQuota,
} from '@hanasu/contract/channels';
import type { BotId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';
import { PATIENT_VENDOR } from '../testing/channel-stage.fixture.ts';

const APP = { appId: '1234567890123456789', appSecret: 'secretOfTheApp1234' };
let fake: FakeZalo;
let server: TestServer;
let owner: SignedIn;
let accounts = 0;

beforeAll(async () => {
  fake = await startFakeZalo(PATIENT_VENDOR);
  const settings = { ZALO_OAUTH_BASE_URL: fake.hosts.oauth, ZALO_API_BASE_URL: fake.hosts.api };
  server = await startTestServer(settings, undefined, { isReachable: true });
  fake.addApp({ ...APP, redirectUri: `${server.publicUrl}/Channel/connected` });
  owner = await server.register();
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

function newAccount(): string {
  accounts += 1;
  const oaId = String(2_388_613_280_878_808_000n + BigInt(accounts));
  fake.addAccount({ oaId, name: `Cửa hàng ${accounts}`, paidLeft: 400, paidTotal: 500 });
  return oaId;
}

/** As the owner does it: the form, the vendor's page, and back. */
async function connect(oaId: string, botUuid?: BotId): Promise<ChannelView> {
  const bot = { uuid: botUuid ?? (await addBot(owner)).uuid };
  const { url } = await owner.call(connectZalo, { body: { name: 'Hoa', ...APP, botUuid: bot.uuid } });
  const query = fake.grant(APP.appId, { url, oaId });
  return owner.call(finishConnecting, { body: { query: { ...query } } });
}

const tokenCalls = () => fake.calls.filter(({ path }) => path.startsWith('/v4/oa/access_token')).length;

describe('an official account by permission', () => {
  test('is connected with its name and what it may send', async () => {
    const channel = await connect(newAccount());
    expect(channel).toMatchObject({
      kind: 'zalo',
      status: 'connected',
      displayName: `Cửa hàng ${accounts}`,
      health: { webhook: 'unknown', access: 'ok' },
      quota: { limit: 500, used: 100 },
    });
    expect(channel.health.accessLapsesAt).not.toBeNull();
  });

  test('whose admin says no is not', async () => {
    const bot = await addBot(owner);
    const { url } = await owner.call(connectZalo, { body: { name: 'Hoa', ...APP, botUuid: bot.uuid } });
    const query = fake.grant(APP.appId, { url, oaId: newAccount(), allow: false });
    const problem = await owner.refused(finishConnecting, { body: { query: { ...query } } });
    expect(problem.code).toBe('channel_permission_refused');
  });

  test('with a wrong secret of the app is told so', async () => {
    const bot = await addBot(owner);
    const { url } = await owner.call(connectZalo, {
      body: { name: 'Hoa', ...APP, appSecret: 'anotherSecret', botUuid: bot.uuid },
    });
    const query = fake.grant(APP.appId, { url, oaId: newAccount() });
    const problem = await owner.refused(finishConnecting, { body: { query: { ...query } } });
    expect(problem.code).toBe('channel_permission_refused');
    expect(problem.errors?.[0]?.path).toBe('appSecret');
  });

  test('lets the console save its address, which sends no signature, and hears its friends from then on', async () => {
    const oaId = newAccount();
    const channel = await connect(oaId);
    expect(await fake.saveWebhook(APP.appId, channel.webhookUrl)).toBe(true);
    const minh = fake.addFriend(oaId, { displayName: 'Minh' });
    const { status } = await fake.friendSays(oaId, minh, { type: 'text', text: 'xin chào' });
    expect(status).toBe(200);
    const params = { uuid: channel.uuid };
    await eventually('the webhook is known to work', async () => {
      const { health } = await owner.call(getChannel, { params });
      return health.webhook === 'ok';
    });
  });

  test('is connected again with one click, without another word typed', async () => {
    const oaId = newAccount();
    const channel = await connect(oaId);
    const outcome = await owner.call(reconnectChannel, { params: { uuid: channel.uuid } });
    if (outcome.kind !== 'permission') throw new Error('no permission was wanted');
    const other = { ...fake.grant(APP.appId, { url: outcome.url, oaId: newAccount() }) };
    const problem = await owner.refused(finishConnecting, { body: { query: other } });
    expect(problem.code).toBe('channel_other_account');
    const again = await owner.call(reconnectChannel, { params: { uuid: channel.uuid } });
    if (again.kind !== 'permission') throw new Error('no permission was wanted');
    const query = { ...fake.grant(APP.appId, { url: again.url, oaId }) };
    expect((await owner.call(finishConnecting, { body: { query } })).uuid).toBe(channel.uuid);
  });
});

describe('access that ends', () => {
  test('is renewed once for many who want it', async () => {
    const oaId = newAccount();
    fake.addAccount({ oaId, name: 'Short', paidLeft: 1, paidTotal: 2, accessSeconds: 60 });
    const channel = await connect(oaId);
    const params = { uuid: channel.uuid };
    // What connecting gave is due at once; from now on it lasts.
    fake.addAccount({ oaId, name: 'Short', paidLeft: 1, paidTotal: 2, accessSeconds: 90_000 });
    const before = tokenCalls();
    await Promise.all(Array.from({ length: 5 }, () => owner.call(refreshQuota, { params })));
    await owner.call(refreshQuota, { params });
    expect(tokenCalls() - before).toBe(1);
    expect((await owner.call(getChannel, { params })).health.access).toBe('ok');
  });

  test('before it was due is renewed once for all who are answered, and each hears it once', async () => {
    const oaId = newAccount();
    const { bot } = await addBotWithKnowledge(owner);
    const channel = await connect(oaId, bot.uuid);
    fake.setWebhook(APP.appId, channel.webhookUrl);
    const friends = ['A', 'B', 'C'].map((displayName) => fake.addFriend(oaId, { displayName }));
    const { refreshToken } = fake.account(oaId);
    if (refreshToken === null) throw new Error('no access was given');
    const expiresAt = Date.now() + 90_000_000;
    fake.giveAccess(APP.appId, oaId, { accessToken: 'another', refreshToken, expiresAt });
    const before = tokenCalls();
    const question = { type: 'text', text: 'Is parking free?' } as const;
    await Promise.all(friends.map((friend) => fake.friendSays(oaId, friend, question)));
    const answersTo = (friend: string) => fake.chat(oaId, friend).filter(({ from }) => from === 'account');
    await eventually('all are answered', async () => friends.every((friend) => answersTo(friend).length > 0));
    await fake.idle();
    expect(friends.map((friend) => answersTo(friend).length)).toEqual([1, 1, 1]);
    expect(tokenCalls() - before).toBe(1);
    expect((await owner.call(getChannel, { params: { uuid: channel.uuid } })).status).toBe('connected');
  });

  test('for good is shown, until the account is connected again', async () => {
    const oaId = newAccount();
    fake.addAccount({ oaId, name: 'Gone', accessSeconds: 60 });
    const channel = await connect(oaId);
    const params = { uuid: channel.uuid };
    // Somebody minted tokens by hand: all that were given before are dead.
    const expiresAt = Date.now() + 60_000;
    fake.giveAccess(APP.appId, oaId, { accessToken: 'by-hand', refreshToken: 'by-hand-too', expiresAt });
    await eventually('it is known that access is lost', async () => {
      await owner.raw('POST', `/api/channel/${channel.uuid}/quota`);
      return (await owner.call(getChannel, { params })).health.access === 'lost';
    });
    const shown = await owner.call(getChannel, { params });
    expect(shown.attention).toContain('Connect it again');
    const calls = fake.calls.length;
    expect((await owner.refused(refreshQuota, { params })).code).toBe('channel_vendor_unreachable');
    expect(fake.calls.length).toBe(calls);
    expect((await connect(oaId)).health.access).toBe('ok');
  });
});

test('a sandbox of it answers like the account itself', async () => {
  const { bot } = await addBotWithKnowledge(owner);
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Try', kind: 'zalo', botUuid: bot.uuid },
  });
  expect(channel).toMatchObject({ sandbox: true, status: 'connected', health: { webhook: 'ok' } });
  const params = { uuid: channel.uuid, friend: 'minh' as const };
  await owner.call(actAsSimulatorFriend, {
    params,
    body: { action: 'text', text: 'Is parking free?' },
  });
  await eventually('the bot has answered', async () => {
    const { messages } = await owner.call(getSimulator, { params });
    return messages.some(({ from }) => from === 'account');
  });
  const again = await owner.call(reconnectChannel, { params: { uuid: channel.uuid } });
  expect(again.kind).toBe('connected');
});
