import {
  connectLine,
  createSandboxChannel,
  deleteChannel,
  disconnectChannel,
  getChannel,
  listChannels,
  reconnectChannel,
  replaceCredentials,
} from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { type MessageView, resendMessage, sendOperatorMessage } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  echo,
  makeBot,
  openAccount,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../testing/channel-stage.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const paramsOf = ({ channel }: Shop) => ({ params: { uuid: channel.uuid } });

/** A shop whose friend was answered, disconnected. */
async function closedShop(): Promise<Shop> {
  const shop = await openShop(stage);
  await shop.says('Are you open?');
  await shop.until('the answer is there', (messages) => textsOf(messages, 'bot').length > 0);
  await expect.poll(() => shop.received()).toEqual([echo('Are you open?')]);
  const closed = await stage.owner.call(disconnectChannel, paramsOf(shop));
  expect(closed).toMatchObject({ uuid: shop.channel.uuid, status: 'disconnected', attention: null });
  return shop;
}

describe('a channel that was disconnected', () => {
  test('keeps its conversations and friends, takes in nothing and sends nothing', async () => {
    const shop = await closedShop();
    expect(await shop.says('Still there?')).toBe(404);
    const { uuid } = await shop.conversation();
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['Are you open?']);
    const friends = await stage.owner.call(listFriends, {
      query: { channelUuid: shop.channel.uuid } as never,
    });
    expect(friends.items).toHaveLength(1);
    const sending = stage.owner.call(sendOperatorMessage, {
      params: { uuid },
      body: { text: 'One moment' } as never,
    });
    await expect(sending).rejects.toThrow('channel_disconnected');
    expect(textsOf(await shop.messages(), 'operator')).toEqual([]);
    expect(shop.received()).toEqual([echo('Are you open?')]);
  });

  test('sends what had failed only once it is connected again', async () => {
    const shop = await openShop(stage);
    stage.fake.fault({ path: '/v2/bot/message/reply', status: 400 });
    await shop.says('Are you open?');
    const isStuck = ({ delivery }: MessageView) => delivery.state === 'failed';
    const stuck = (await shop.until('the answer was refused', (all) => all.some(isStuck))).find(isStuck);
    if (!stuck) throw new Error('no answer');
    await stage.owner.call(disconnectChannel, paramsOf(shop));
    const params = { uuid: stuck.conversationUuid, message: stuck.uuid };
    expect((await stage.owner.refused(resendMessage, { params })).code).toBe('channel_disconnected');
    expect((await shop.messages()).filter(isStuck)).toHaveLength(1);
    const input = { ...shop.credentials };
    await stage.owner.call(replaceCredentials, { ...paramsOf(shop), body: { input } });
    await stage.owner.call(resendMessage, { params });
    await expect.poll(() => shop.received()).toEqual([echo('Are you open?')]);
  });

  test('was answered today, by a bot and not by staff', async () => {
    const shop = await closedShop();
    const { today } = await stage.owner.call(getChannel, paramsOf(shop));
    expect(today).toEqual({ answers: 1, staffReplies: 0 });
  });

  test('has no credentials any more', async () => {
    const shop = await openShop(stage);
    const stored = async (): Promise<number> => {
      const rows = await stage.server.sql<{ bytes: number }>(
        'select octet_length(credentials) as bytes from channels where id = $1',
        [shop.channel.uuid],
      );
      return rows[0]?.bytes ?? 0;
    };
    const before = await stored();
    await stage.owner.call(disconnectChannel, paramsOf(shop));
    // Sealed as an empty object: not even the length of a secret is left.
    expect(await stored()).toBeLessThan(before - shop.credentials.channelAccessToken.length);
    const refused = await stage.owner.refused(reconnectChannel, paramsOf(shop));
    expect(refused.code).toBe('channel_needs_credentials');
  });

  test('is the same channel again once its official account is connected', async () => {
    const shop = await closedShop();
    const body = { name: 'Again', botUuid: shop.bot.uuid, ...shop.credentials };
    expect(await stage.owner.call(connectLine, { body })).toMatchObject({
      uuid: shop.channel.uuid,
      name: 'Again',
      status: 'connected',
    });
    expect(await shop.says('Open again?')).toBe(200);
    await expect.poll(() => shop.received()).toContain(echo('Open again?'));
  });

  test('takes new credentials on its own page, of the same official account only', async () => {
    const shop = await closedShop();
    const other = await stage.owner.refused(replaceCredentials, {
      ...paramsOf(shop),
      body: { input: { ...openAccount(stage.fake) } },
    });
    expect(other.code).toBe('channel_other_account');
    expect((await stage.owner.call(getChannel, paramsOf(shop))).status).toBe('disconnected');
    const input = { ...shop.credentials };
    const outcome = await stage.owner.call(replaceCredentials, { ...paramsOf(shop), body: { input } });
    expect(outcome).toMatchObject({ kind: 'connected', channel: { status: 'connected' } });
    expect(await shop.says('Open again?')).toBe(200);
  });

  test('gives its official account to whoever connects it next', async () => {
    const shop = await closedShop();
    const rival = await stage.server.register();
    const bot = await makeBot({ ...stage, owner: rival });
    const theirs = await rival.call(connectLine, {
      body: { name: 'Theirs', botUuid: bot.uuid, ...shop.credentials },
    });
    expect(theirs.uuid).not.toBe(shop.channel.uuid);
    const body = { name: 'Mine', botUuid: shop.bot.uuid, ...shop.credentials };
    expect((await stage.owner.refused(connectLine, { body })).code).toBe('channel_exists');
    const input = { ...shop.credentials };
    const refused = await stage.owner.refused(replaceCredentials, { ...paramsOf(shop), body: { input } });
    expect(refused.code).toBe('channel_exists');
  });

  test('is deleted with everything afterwards', async () => {
    const shop = await closedShop();
    await stage.owner.call(deleteChannel, paramsOf(shop));
    const { items } = await stage.owner.call(listChannels, { query: {} as never });
    expect(items.map(({ uuid }) => uuid)).not.toContain(shop.channel.uuid);
    expect(await shop.messages()).toEqual([]);
  });
});

test('a sandbox comes back with one click', async () => {
  const bot = await makeBot(stage);
  const { uuid } = await stage.owner.call(createSandboxChannel, {
    body: { kind: 'line', name: 'Practice', botUuid: bot.uuid },
  });
  await stage.owner.call(disconnectChannel, { params: { uuid } });
  const again = await stage.owner.call(reconnectChannel, { params: { uuid } });
  expect(again).toMatchObject({ kind: 'connected', channel: { uuid, status: 'connected' } });
});

test('disconnecting twice changes and records nothing twice', async () => {
  const shop = await closedShop();
  await stage.owner.call(disconnectChannel, paramsOf(shop));
  const events = await stage.server.sql(
    "select action from audit_events where data->>'uuid' = $1 and action = 'channel.disconnected'",
    [shop.channel.uuid],
  );
  expect(events).toHaveLength(1);
});
