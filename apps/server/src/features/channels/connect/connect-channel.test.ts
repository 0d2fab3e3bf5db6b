import { generateKeyPairSync } from 'node:crypto';
import { connectLine, getChannel, testChannel } from '@hanasu/contract/channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBot, openAccount, openShop, type Stage, setStage } from '../testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const SECRET = '0'.repeat(32);
const TOKEN = 'x'.repeat(40);

describe('connecting an official account', () => {
  test('the vendor calls our address from then on, and the channel is shown with its name', async () => {
    const { channel, credentials } = await openShop(stage);
    expect(channel).toMatchObject({ status: 'connected', attention: null, sandbox: false });
    expect(channel.webhookUrl.startsWith(`${stage.publicUrl}/hooks/`)).toBe(true);
    expect(stage.fake.channel(credentials.channelId).webhookUrl).toBe(channel.webhookUrl);
    expect(channel.displayName).toMatch(/^Shop /);
  });

  test('no answer of ours holds a secret, and no secret is stored in the clear', async () => {
    const { channel, credentials } = await openShop(stage);
    const view = JSON.stringify(await stage.owner.call(getChannel, { params: { uuid: channel.uuid } }));
    const [row] = await stage.server.sql<{ stored: string }>(
      `select encode(credentials, 'escape') as stored from channels where id = '${channel.uuid}'`,
    );
    for (const secret of [credentials.channelSecret, credentials.channelAccessToken]) {
      expect(view).not.toContain(secret);
      expect(row?.stored).not.toContain(secret);
    }
  });

  test('without a token, tokens are asked for as they are needed', async () => {
    const bot = await makeBot(stage);
    const { channelAccessToken: _, ...credentials } = openAccount(stage.fake);
    const body = { name: 'No token', botUuid: bot.uuid, ...credentials };
    const channel = await stage.owner.call(connectLine, { body });
    expect(channel).toMatchObject({ status: 'connected', health: { webhook: 'ok', access: 'ok' } });
    expect(stage.fake.channel(credentials.channelId).webhookUrl).toBe(channel.webhookUrl);
  });

  test('with an assertion key, a token is issued with it; a key that is none is named', async () => {
    const bot = await makeBot(stage);
    const { channelAccessToken: _, ...credentials } = openAccount(stage.fake);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { kid: `key-${credentials.channelId}`, alg: 'RS256', use: 'sig' };
    const assertionKeys = [{ ...publicKey.export({ format: 'jwk' }), ...key }];
    stage.fake.addChannel({
      ...credentials,
      channelAccessToken: 'unused',
      displayName: 'Keyed',
      assertionKeys,
    });
    const assertionKey = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...key });
    const body = { name: 'Keyed', botUuid: bot.uuid, ...credentials };
    const channel = await stage.owner.call(connectLine, { body: { ...body, assertionKey } });
    expect(channel).toMatchObject({ status: 'connected', health: { access: 'ok', accessLapsesAt: null } });
    const wrong = await stage.owner.refused(connectLine, { body: { ...body, assertionKey: 'no key' } });
    expect(wrong.errors?.map(({ path }) => path)).toEqual(['body.assertionKey']);
    expect(JSON.stringify([channel, wrong])).not.toContain(String(privateKey.export({ format: 'jwk' }).d));
  });

  test.each([
    ['channelAccessToken', { channelAccessToken: TOKEN }],
    ['channelSecret', { channelSecret: SECRET }],
    ['channelId', { channelId: '9999999999' }],
  ])('a wrong %s is named, and nothing is stored', async (field, wrong) => {
    const bot = await makeBot(stage);
    const credentials = openAccount(stage.fake);
    const problem = await stage.owner.refused(connectLine, {
      body: { name: 'Wrong', botUuid: bot.uuid, ...credentials, ...wrong },
    });
    expect(problem.code).toBe('channel_credentials_rejected');
    expect(problem.errors?.map(({ path }) => path)).toEqual([`body.${field}`]);
    expect(await stage.server.sql("select 1 from channels where name = 'Wrong'")).toEqual([]);
  });

  test('the token of another official account is the wrong one', async () => {
    const bot = await makeBot(stage);
    const other = openAccount(stage.fake);
    const credentials = { ...openAccount(stage.fake), channelAccessToken: other.channelAccessToken };
    const problem = await stage.owner.refused(connectLine, {
      body: { name: 'Mixed', botUuid: bot.uuid, ...credentials },
    });
    expect(problem.errors?.map(({ path }) => path)).toEqual(['body.channelAccessToken']);
  });

  test.each([500, 429, 'reset'] as const)(
    'a vendor in trouble (%s) is not the owner’s mistake',
    async (status) => {
      const bot = await makeBot(stage);
      const credentials = openAccount(stage.fake);
      stage.fake.fault({ path: '/v2/bot/info', status });
      const body = { name: 'Later', botUuid: bot.uuid, ...credentials };
      const problem = await stage.owner.refused(connectLine, { body });
      expect(problem.code).toBe('channel_vendor_unreachable');
      expect((await stage.owner.call(connectLine, { body })).status).toBe('connected');
    },
  );

  test('a webhook the vendor can’t reach keeps the channel, asking for attention, until it can', async () => {
    const bot = await makeBot(stage);
    const credentials = openAccount(stage.fake);
    stage.fake.fault({ path: '/v2/bot/channel/webhook/test', status: 500 });
    const channel = await stage.owner.call(connectLine, {
      body: { name: 'Attention', botUuid: bot.uuid, ...credentials },
    });
    expect(channel.status).toBe('attention');
    expect(channel.attention).toContain('500');
    const tested = await stage.owner.call(testChannel, { params: { uuid: channel.uuid } });
    expect(tested).toMatchObject({ status: 'connected', attention: null });
  });

  test('one that another account has connected is refused', async () => {
    const { credentials } = await openShop(stage);
    const rival = await stage.server.register();
    const bot = await makeBot({ ...stage, owner: rival });
    const problem = await rival.refused(connectLine, {
      body: { name: 'Mine', botUuid: bot.uuid, ...credentials },
    });
    expect(problem.code).toBe('channel_exists');
  });

  test('connecting again renews credentials and bot, and keeps the channel', async () => {
    const shop = await openShop(stage);
    const credentials = { ...shop.credentials, channelSecret: SECRET, channelAccessToken: TOKEN };
    stage.fake.addChannel({ ...credentials, displayName: 'Renewed' });
    const bot = await makeBot(stage);
    const again = await stage.owner.call(connectLine, {
      body: { name: 'Renewed', botUuid: bot.uuid, ...credentials },
    });
    expect(again).toMatchObject({ uuid: shop.channel.uuid, name: 'Renewed', botUuid: bot.uuid });
    expect(await shop.says('signed with the new secret')).toBe(200);
    expect(await shop.post('{"events":[]}')).toBe(401);
  });

  test('a bot of somebody else can’t be chosen', async () => {
    const stranger = await stage.server.register();
    const bot = await makeBot({ ...stage, owner: stranger });
    const problem = await stage.owner.refused(connectLine, {
      body: { name: 'Theft', botUuid: bot.uuid, ...openAccount(stage.fake) },
    });
    expect(problem.errors?.map(({ path }) => path)).toEqual(['body.botUuid']);
  });
});
