import { getChannel, reconnectChannel, replaceCredentials } from '@hanasu/contract/channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FireShop,
  type FireStage,
  openLineShop,
  openZaloShop,
  setFireStage,
  settled,
  storedMessages,
  type ZaloShop,
} from '../../../chaos/fire-stage.fixture.ts';
import { eventually } from '../../../testing/test-server.ts';
import { echo } from '../testing/channel-stage.fixture.ts';

/** Keys and access that stop working at the vendor while the product runs. */
let stage: FireStage;
beforeAll(async () => {
  stage = await setFireStage();
});
afterAll(() => stage.close());

const channelOf = (shop: FireShop) => stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
const arrives = (shop: FireShop, friend: string, question: string) =>
  eventually('it is answered', async () => shop.reads(friend).includes(echo(question)));
const troubles = (shop: FireShop, body: string) =>
  stage.server.sql<{ count: number }>(
    `select count(*)::int as count from notifications where event = 'channel_failed'
       and body = '${body}' and path like '%${shop.channel.uuid}'`,
  );
const isShown = (shop: FireShop, body: string) =>
  eventually(`somebody is told of ${body}`, async () => ((await troubles(shop, body))[0]?.count ?? 0) > 0);
/** A call of the webhook without a valid signature. */
const postJunk = (shop: FireShop, body: string, headers: Record<string, string>) =>
  stage.server.anonymous.raw('POST', new URL(shop.channel.webhookUrl).pathname, { body, headers });

describe('LINE', () => {
  test('a token issued anew in the console silences nothing, and the owner is told', async () => {
    const shop = await openLineShop(stage.owner, stage.line);
    const friend = shop.addFriend('token');
    const { credentials } = shop;
    stage.line.addChannel({ ...credentials, channelAccessToken: 'issued-anew', displayName: 'Shop' });
    await shop.says(friend, 'first?');
    await arrives(shop, friend, 'first?');
    await shop.says(friend, 'second?');
    await arrives(shop, friend, 'second?');
    await isShown(shop, 'token_refused');
    expect(await channelOf(shop)).toMatchObject({
      status: 'attention',
      attentionCode: 'token_refused',
      health: { access: 'ok' },
      failedDeliveries: 0,
    });
    const { calls } = stage.line;
    const since = calls.length;
    await shop.says(friend, 'third?');
    await arrives(shop, friend, 'third?');
    expect(calls.slice(since).filter(({ result }) => result === 401)).toEqual([]);
  });

  test('a new secret is noticed at the first refused call, shown, and over with the new one', async () => {
    const shop = await openLineShop(stage.owner, stage.line);
    const friend = shop.addFriend('secret');
    const { credentials } = shop;
    const channelSecret = 'd'.repeat(32);
    stage.line.addChannel({ ...credentials, channelSecret, displayName: 'Shop' });
    expect(await shop.says(friend, 'anybody there?')).toBe(401);
    await isShown(shop, 'secret_wrong');
    expect(await channelOf(shop)).toMatchObject({ status: 'attention', attentionCode: 'secret_wrong' });
    const input = { ...credentials, channelSecret };
    await stage.owner.call(replaceCredentials, { params: { uuid: shop.channel.uuid }, body: { input } });
    // The vendor delivers again what was refused.
    await arrives(shop, friend, 'anybody there?');
    expect(await channelOf(shop)).toMatchObject({ status: 'connected', attentionCode: null });
  });

  test('junk raises no alarm while the secret is right, and asks the vendor once', async () => {
    const shop = await openLineShop(stage.owner, stage.line);
    const asked = () =>
      stage.line.calls.filter(
        ({ path, body }) =>
          path === '/oauth2/v3/token' && JSON.stringify(body).includes(shop.credentials.channelId),
      ).length;
    const before = asked();
    const junk = (of: FireShop) => postJunk(of, '{"events":[]}', { 'x-line-signature': 'junk' });
    for (let call = 0; call < 50; call += 1) expect([401, 429]).toContain((await junk(shop)).status);
    await eventually('the vendor was asked', async () => asked() > before);
    // Where the secret is wrong, a later call raises the alarm: an earlier one would have raised it by now.
    const other = await openLineShop(stage.owner, stage.line);
    stage.line.addChannel({ ...other.credentials, channelSecret: 'e'.repeat(32), displayName: 'Shop' });
    await junk(other);
    await isShown(other, 'secret_wrong');
    expect(asked()).toBe(before + 1);
    expect(await channelOf(shop)).toMatchObject({ status: 'connected', attentionCode: null });
    expect((await troubles(shop, 'secret_wrong'))[0]?.count).toBe(0);
  });
});

const CS = '/v3.0/oa/message/cs';
const TOKENS = '/v4/oa/access_token';
const EXPIRED = { error: -216, message: 'Access token is invalid' };

describe('Zalo', () => {
  const openShop = () => openZaloShop(stage.owner, stage.zalo, stage.server.publicUrl);
  const reconnect = (shop: FireShop) =>
    stage.owner.call(reconnectChannel, { params: { uuid: shop.channel.uuid } });

  test('an OAuth host that fails loses nothing; one click tries the stored token and sends what is owed', async () => {
    const shop = await openShop();
    const friend = shop.addFriend('oauth');
    stage.zalo.fault({ path: CS, status: 200, body: EXPIRED, containing: 'owed?' });
    stage.zalo.fault({ path: TOKENS, status: 503, times: 3 });
    await shop.says(friend, 'owed?');
    await eventually('the owner can see it', async () => (await channelOf(shop)).attentionCode !== null);
    expect(await channelOf(shop)).toMatchObject({
      attentionCode: 'renewal_failing',
      health: { access: 'ok' },
      failedDeliveries: 0,
    });
    stage.zalo.clearFaults();
    expect(await reconnect(shop)).toMatchObject({
      kind: 'connected',
      channel: { status: 'connected', attentionCode: null },
    });
    await arrives(shop, friend, 'owed?');
    // While access is in order, the owner wants the vendor's page.
    expect(await reconnect(shop)).toMatchObject({ kind: 'permission' });
  });

  test('answers refused while access was lost go out once it is there again, and the bot goes on', async () => {
    const shop = await openShop();
    const friend = shop.addFriend('lost');
    const late = shop.addFriend('late');
    stage.zalo.fault({ path: CS, status: 200, body: EXPIRED, times: 4 });
    const refusal = { error: -14014, error_name: 'Invalid refresh token' };
    stage.zalo.fault({ path: TOKENS, status: 200, body: refusal });
    await Promise.all([shop.says(friend, 'in vain?'), shop.says(late, 'too late?')]);
    const stored = () => storedMessages(stage.server.sql, shop.channel.uuid);
    const failed = async () => (await stored()).filter(({ reason }) => reason === 'credentials_rejected');
    await eventually('both are refused', async () => (await failed()).length === 2);
    const waiting = () =>
      stage.server.sql<{ friend: string }>(
        `select thread_external_id as friend from conversations where channel_id = $1
           and handling = 'waiting' and waiting_reason = 'credentials_rejected' order by 1`,
        [shop.channel.uuid],
      );
    expect(await waiting()).toHaveLength(2);
    stage.zalo.clearFaults();
    expect(await channelOf(shop)).toMatchObject({ health: { access: 'lost' } });
    await stage.server.sql(
      `update conversations set last_customer_at = now() - interval '8 days' where thread_external_id = $1`,
      [late],
    );
    expect(await reconnect(shop)).toMatchObject({ kind: 'connected' });
    await arrives(shop, friend, 'in vain?');
    await settled(stage.server.sql, stage.zalo);
    expect(shop.reads(late)).toEqual([]);
    expect(await waiting()).toEqual([{ friend: late }]);
  });

  test('a send that failed in an unknown way is looked for before it is sent again', async () => {
    const shop = await openShop();
    const friend = shop.addFriend('unknown');
    const body = { error: -200, message: 'Send message failed' };
    stage.zalo.fault({ path: CS, status: 200, body, containing: 'carried', isCarriedOut: true });
    stage.zalo.fault({ path: CS, status: 200, body, containing: 'failed' });
    const other = shop.addFriend('failed');
    await Promise.all([shop.says(friend, 'carried out?'), shop.says(other, 'failed?')]);
    await arrives(shop, other, 'failed?');
    await settled(stage.server.sql, stage.zalo);
    expect([...shop.reads(friend), ...shop.reads(other)]).toEqual([echo('carried out?'), echo('failed?')]);
    const states = (await storedMessages(stage.server.sql, shop.channel.uuid)).map(({ state }) => state);
    expect(states).not.toContain('unconfirmed');
  });

  const UNSIGNED = { 'content-type': 'application/json', 'x-zevent-signature': 'mac=00' };
  /**
   * The vendor's own calls, which are signed with another secret, raise the alarm. `beside` is called before each of them:
   * what it does has been looked at as often by then.
   */
  const untilAlarm = (shop: ZaloShop, friend: string, text: string, beside: () => Promise<unknown>) =>
    eventually('the owner can see it', async () => {
      await beside();
      await stage.zalo.friendSays(shop.oaId, friend, { type: 'text', text }, { tamperSignature: true });
      return (await channelOf(shop)).attentionCode === 'secret_wrong';
    });

  test('a webhook secret that was wrong from the first day is shown, but not because of junk', {
    tags: ['long'],
  }, async () => {
    const [shop, junked] = [await openShop(), await openShop()];
    const friend = shop.addFriend('first day');
    await untilAlarm(shop, friend, 'hello?', () =>
      postJunk(junked, '{"sender":{"id":"1234567890123"}}', UNSIGNED),
    );
    expect(await channelOf(junked)).toMatchObject({ status: 'connected', attentionCode: null });
    await isShown(shop, 'secret_wrong');
    await shop.says(friend, 'signed?');
    await arrives(shop, friend, 'signed?');
    await eventually('it is over', async () => (await channelOf(shop)).attentionCode === null);
  });

  test('a wrong webhook secret is shown when calls name people whom only the vendor knows', async () => {
    const [shop, junked] = [await openShop(), await openShop()];
    const friend = shop.addFriend('known');
    for (const [of, from] of [
      [shop, friend],
      [junked, junked.addFriend('known')],
    ] as const) {
      await of.says(from, 'hello?');
      await arrives(of, from, 'hello?');
    }
    let calls = 0;
    const post = () => {
      const sender = `99${calls}`;
      calls += 1;
      const sent = {
        recipient: { id: junked.oaId },
        sender: { id: sender },
        event_name: 'user_send_text',
        app_id: '1',
        message: { text: 'x', msg_id: sender },
        timestamp: String(Date.now()),
      };
      return postJunk(junked, JSON.stringify(sent), UNSIGNED);
    };
    for (let call = 0; call < 20; call += 1) expect((await post()).status).toBe(200);
    await untilAlarm(shop, friend, 'again?', post);
    expect(await channelOf(junked)).toMatchObject({ status: 'connected', attentionCode: null });
    await isShown(shop, 'secret_wrong');
    await shop.says(friend, 'signed?');
    await arrives(shop, friend, 'signed?');
    await eventually('it is over', async () => (await channelOf(shop)).attentionCode === null);
  });
});
