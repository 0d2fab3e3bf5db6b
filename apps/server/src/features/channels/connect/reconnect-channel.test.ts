import { randomBytes } from 'node:crypto';
import {
  connectChannel,
  connectLine,
  deleteChannel,
  finishConnecting,
  getChannel,
  reconnectChannel,
  refreshQuota,
  replaceCredentials,
} from '@hanasu/contract/channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBot, openAccount, openShop, type Stage, setStage } from '../testing/channel-stage.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const newToken = (): string => randomBytes(32).toString('base64url');

describe('any kind by one address', () => {
  test('connects what is typed, and sets the webhook', async () => {
    const bot = await makeBot(stage);
    const input = openAccount(stage.fake);
    const outcome = await stage.owner.call(connectChannel, {
      body: { kind: 'line', name: 'Counter', botUuid: bot.uuid, input: { ...input } },
    });
    if (outcome.kind !== 'connected') throw new Error('a permission was wanted');
    expect(outcome.channel).toMatchObject({ status: 'connected', health: { webhook: 'ok', access: 'ok' } });
    expect(stage.fake.channel(input.channelId).webhookUrl).toBe(outcome.channel.webhookUrl);
  });

  test.each([
    [
      'the vendor refuses',
      { channelSecret: '0'.repeat(32) },
      'channelSecret',
      'channel_credentials_rejected',
    ],
    ['nobody asked for', { surprise: 'x' }, 'surprise', 'validation_failed'],
    ['is needed and empty', { channelSecret: '' }, 'channelSecret', 'validation_failed'],
  ])('names the field that %s', async (_, wrong, field, code) => {
    const bot = await makeBot(stage);
    const input = { ...openAccount(stage.fake), ...wrong };
    const problem = await stage.owner.refused(connectChannel, {
      body: { kind: 'line', name: 'Wrong', botUuid: bot.uuid, input },
    });
    expect(problem).toMatchObject({ code, errors: [{ path: `body.input.${field}` }] });
  });
});

describe('one click', () => {
  test('uses what is stored, and what went wrong is over', async () => {
    const { channel, credentials } = await openShop(stage);
    const params = { uuid: channel.uuid };
    await stage.server.sql('update channels set access_lost = true, attention = $2 where id = $1', [
      channel.uuid,
      'gone',
    ]);
    expect(await stage.owner.call(getChannel, { params })).toMatchObject({
      status: 'attention',
      health: { access: 'lost' },
    });
    const outcome = await stage.owner.call(reconnectChannel, { params });
    expect(outcome).toMatchObject({
      kind: 'connected',
      channel: { uuid: channel.uuid, name: channel.name, status: 'connected', health: { access: 'ok' } },
    });
    expect(stage.fake.channel(credentials.channelId).webhookUrl).toBe(channel.webhookUrl);
  });

  test('says when the vendor does not take them any more, or does not answer', async () => {
    const { channel, credentials } = await openShop(stage);
    const params = { uuid: channel.uuid };
    stage.fake.fault({ path: '/v2/bot/info', status: 500 });
    const away = await stage.owner.refused(reconnectChannel, { params });
    expect(away.code).toBe('channel_vendor_unreachable');
    stage.fake.addChannel({ ...credentials, channelAccessToken: newToken(), displayName: 'Moved' });
    const refused = await stage.owner.refused(reconnectChannel, { params });
    expect(refused.code).toBe('channel_credentials_rejected');
  });
});

describe('new credentials', () => {
  test('of the same official account are used from then on', async () => {
    const shop = await openShop(stage);
    const params = { uuid: shop.channel.uuid };
    const renewed = { ...shop.credentials, channelAccessToken: newToken(), channelSecret: '1'.repeat(32) };
    stage.fake.addChannel({ ...renewed, displayName: 'Renewed' });
    const outcome = await stage.owner.call(replaceCredentials, { params, body: { input: { ...renewed } } });
    expect(outcome).toMatchObject({
      kind: 'connected',
      channel: { uuid: shop.channel.uuid, name: shop.channel.name, botUuid: shop.bot.uuid },
    });
    expect(JSON.stringify(outcome)).not.toContain(renewed.channelAccessToken);
    expect(await shop.says('signed with the new secret')).toBe(200);
    expect(await shop.post('{"events":[]}')).toBe(401);
    const [audit] = await stage.server.sql<{ action: string }>(
      "select action from audit_events where data->>'uuid' = $1 order by id desc limit 1",
      [shop.channel.uuid],
    );
    expect(audit?.action).toBe('channel.reconnected');
  });

  test('of another official account are refused, and nothing changes', async () => {
    const shop = await openShop(stage);
    const params = { uuid: shop.channel.uuid };
    const problem = await stage.owner.refused(replaceCredentials, {
      params,
      body: { input: { ...openAccount(stage.fake) } },
    });
    expect(problem.code).toBe('channel_other_account');
    expect(await stage.owner.call(getChannel, { params })).toEqual(shop.channel);
    expect(await shop.says('still signed with the old secret')).toBe(200);
  });

  test('that the vendor refuses are named', async () => {
    const { channel, credentials } = await openShop(stage);
    const problem = await stage.owner.refused(replaceCredentials, {
      params: { uuid: channel.uuid },
      body: { input: { ...credentials, channelAccessToken: newToken() } },
    });
    expect(problem).toMatchObject({
      code: 'channel_credentials_rejected',
      errors: [{ path: 'body.input.channelAccessToken' }],
    });
  });
});

test('a channel of another account is nobody’s', async () => {
  const { channel, credentials } = await openShop(stage);
  const rival = await stage.server.register();
  const params = { uuid: channel.uuid };
  for (const problem of [
    await rival.refused(reconnectChannel, { params }),
    await rival.refused(refreshQuota, { params }),
    await rival.refused(replaceCredentials, { params, body: { input: { ...credentials } } }),
  ])
    expect(problem.code).toBe('not_found');
});

test('nobody comes back who was never sent away', async () => {
  const query = { code: 'x', state: 'y' };
  const problem = await stage.owner.refused(finishConnecting, { body: { query } });
  expect(problem.code).toBe('channel_permission_unknown');
});

test('the same official account can be connected anew once it was disconnected', async () => {
  const { channel, credentials, bot } = await openShop(stage);
  await stage.owner.call(deleteChannel, { params: { uuid: channel.uuid } });
  const body = { name: 'Again', botUuid: bot.uuid, ...credentials };
  expect((await stage.owner.call(connectLine, { body })).uuid).not.toBe(channel.uuid);
});

test('the first event shows that a webhook works which could not be tested', async () => {
  const shop = await openShop(stage);
  await stage.server.sql("update channels set webhook_state = 'unknown' where id = $1", [shop.channel.uuid]);
  await shop.says('hello');
  await shop.conversation();
  await expect
    .poll(async () => {
      const { health } = await stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
      return health.webhook;
    })
    .toBe('ok');
});
