import { getChannel } from '@hanasu/contract/channels';
import {
  listConversations,
  type MessageView,
  resendMessage,
  sendOperatorMessage,
  type Undelivered,
} from '@hanasu/contract/inbox';
import { home } from '@hanasu/contract/insights';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { echo, openShop, type Shop, type Stage, setStage } from '../testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => {
  stage.fake.clearFaults();
  stage.models.reset();
});
afterAll(() => stage.close());

const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';

/** Calls to the vendor that send to this shop's friends, in order. */
const sends = (since: number) =>
  stage.fake.calls.slice(since).filter((call) => call.path === REPLY || call.path === PUSH);

const vias = (shop: Shop) =>
  stage.fake
    .chat(shop.credentials.channelId, shop.friend)
    .filter((entry) => entry.from === 'account')
    .map((entry) => entry.via);

const settled = (shop: Shop, state: MessageView['delivery']['state']) =>
  shop.until(`the delivery is ${state}`, (all) =>
    all.some((message) => message.sender !== 'customer' && message.delivery.state === state),
  );

const outgoing = (messages: readonly MessageView[]) => {
  const message = messages.findLast(({ sender }) => sender === 'bot' || sender === 'operator');
  if (!message) throw new Error('nothing was sent');
  return message;
};

/** The reply token is over, as after a long wait. */
const expireReplyTokens = (shop: Shop) =>
  stage.server.sql(
    `update conversations set reply_token_expires_at = now() - interval '1 second'
     where channel_id = '${shop.channel.uuid}'`,
  );

/** An operator's message in a conversation whose reply token is used up: always a push. */
async function operatorSays(shop: Shop, text: string): Promise<void> {
  const { uuid } = await shop.conversation();
  await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text } });
}

async function talked(options: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  const shop = await openShop(stage, options);
  await shop.says('hello');
  await settled(shop, 'sent');
  return shop;
}

/** The conversations that the number on the home page leads to. */
const undelivered = async (delivery: Undelivered) => {
  const { items } = await stage.owner.call(listConversations, {
    query: { origin: 'channel', delivery, pageSize: 100 } as never,
  });
  return items.map(({ uuid }) => uuid);
};

describe('the way a message goes', () => {
  test('an answer is a free reply', async () => {
    const shop = await talked();
    expect(vias(shop)).toEqual(['reply']);
    expect(outgoing(await shop.messages()).delivery).toEqual({
      state: 'sent',
      reason: null,
      detail: null,
      method: 'reply',
    });
    expect(stage.fake.channel(shop.credentials.channelId).quotaUsed).toBe(0);
  });

  test('what follows is pushed, because a token works once', async () => {
    const shop = await talked();
    await operatorSays(shop, 'and one more thing');
    await eventually('it arrives', async () => shop.received().length === 2);
    expect(vias(shop)).toEqual(['reply', 'push']);
  });

  test('after the token is over it is pushed', async () => {
    const shop = await openShop(stage);
    stage.models.behave('gpt-4o-mini', 'held');
    await shop.says('slow one?');
    await eventually('the model writes', async () => stage.models.requests.length > 0);
    await expireReplyTokens(shop);
    stage.models.release();
    await settled(shop, 'sent');
    expect(vias(shop)).toEqual(['push']);
  });

  test('a refused token is followed by one push with a retry key', async () => {
    const shop = await openShop(stage);
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: REPLY, status: 400, body: { message: 'Invalid reply token' } });
    await shop.says('hello');
    const messages = await settled(shop, 'sent');
    expect(sends(since).map((call) => [call.path, call.result])).toEqual([
      [REPLY, 400],
      [PUSH, 200],
    ]);
    expect(sends(since)[1]?.retryKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(outgoing(messages).delivery.method).toBe('push');
    expect(shop.received()).toEqual([echo('hello')]);
  });

  test('a long answer is packed into calls of at most five, in order, as readable text', async () => {
    const shop = await openShop(stage);
    stage.models.behave('gpt-4o-mini', 'bench-1400-0');
    const since = stage.fake.calls.length;
    await shop.says('tell me all');
    await settled(shop, 'sent');
    const sizes = sends(since).map((call) => (call.body as { messages: unknown[] }).messages.length);
    expect(sizes.every((size) => size <= 5)).toBe(true);
    expect(shop.received().length).toBeGreaterThan(1);
    expect(shop.received().every((text) => text.length <= 5_000)).toBe(true);
    expect(shop.received().join(' ')).toMatch(/^token0 [\s\S]*token1399$/);
  });

  test('parts of one message go one after the other; when one fails the rest is not sent', async () => {
    const shop = await talked();
    const message = outgoing(await shop.messages());
    await stage.server.sql(
      `insert into outbox (account_id, id, channel_id, conversation_id, message_id, recipient, messages, retry_key,
         state, next_attempt_at)
       select account_id, ('ffffffff-0000-7000-8000-00000000000' || part)::uuid, channel_id, conversation_id,
         message_id, recipient, json_build_array(json_build_object('type', 'text', 'text', 'part ' || part)),
         gen_random_uuid(), 'pending', now()
       from outbox, generate_series(1, 3) part where message_id = '${message.uuid}'`,
    );
    stage.fake.fault({ path: PUSH, status: 500, times: 1 });
    await operatorSays(shop, 'wake up');
    await eventually('all parts arrive', async () => shop.received().length === 5);
    expect(shop.received().filter((text) => text.startsWith('part'))).toEqual(['part 1', 'part 2', 'part 3']);
  });
});

describe('a vendor in trouble', () => {
  test('an error is followed by another try with the same key', async () => {
    const shop = await talked();
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: PUSH, status: 500, times: 2 });
    await operatorSays(shop, 'again and again');
    await eventually('it arrives', async () => shop.received().length === 2);
    const calls = sends(since);
    expect(calls.map((call) => call.result)).toEqual([500, 500, 200]);
    expect(new Set(calls.map((call) => call.retryKey)).size).toBe(1);
    await settled(shop, 'sent');
  });

  test('an outage of some seconds costs no free reply while its token lives', {
    tags: ['long'],
  }, async () => {
    const shop = await openShop(stage);
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: REPLY, status: 503, times: 7 });
    await shop.says('hello');
    await eventually('its token lives for longer than seven tries take', async () => {
      const rows = await stage.server.sql(
        `update outbox set reply_token_expires_at = now() + interval '1 hour'
         where channel_id = '${shop.channel.uuid}' and reply_token is not null returning 1`,
      );
      return rows.length > 0;
    });
    await settled(shop, 'sent');
    expect(sends(since).filter(({ result }) => result === 503)).toHaveLength(7);
    expect(vias(shop)).toEqual(['reply']);
    expect(await shop.conversation()).toMatchObject({ handling: 'bot' });
  });

  test('a push outlives an outage of many tries under one key', { tags: ['long'] }, async () => {
    const shop = await talked();
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: PUSH, status: 503, times: 7 });
    await operatorSays(shop, 'through it all');
    await eventually('it arrives', async () => shop.received().length === 2);
    expect(sends(since).filter(({ result }) => result === 503)).toHaveLength(7);
    expect(new Set(sends(since).map((call) => call.retryKey)).size).toBe(1);
    await settled(shop, 'sent');
  });

  test('when a vendor stays away, what staff wrote is given up after 23 hours and an answer after 20 minutes', async () => {
    const shop = await talked();
    const stored = () =>
      stage.server.sql<{ state: string; reason: string; attempts: number; isUnderWay: boolean }>(
        `select state, reason, attempts, lease_until is not null as "isUnderWay" from outbox
         where channel_id = '${shop.channel.uuid}' order by id desc limit 1`,
      );
    const age = (interval: string) =>
      stage.server.sql<{ attempts: number }>(
        `update outbox set trying_since = now() - interval '${interval}', next_attempt_at = now()
         where channel_id = '${shop.channel.uuid}' and state in ('pending', 'sending') and attempts > 0
         returning attempts`,
      );
    stage.fake.fault({ path: PUSH, status: 503, times: 1_000 });
    await operatorSays(shop, 'for a day');
    const { attempts } = await eventually('it was tried', async () => (await age('22 hours'))[0]);
    const later = await eventually('it is tried again after 22 hours', async () => {
      const row = (await stored())[0];
      return row && row.attempts > attempts && !row.isUnderWay && row;
    });
    expect(later.state).toBe('pending');
    await eventually('it is given up', async () => {
      await age('23 hours');
      return (await stored())[0]?.state === 'failed';
    });
    expect(outgoing(await shop.messages()).delivery).toMatchObject({
      state: 'failed',
      reason: 'vendor_error',
    });
  });

  test('too much haste is followed by a pause', async () => {
    const shop = await talked();
    stage.fake.fault({ path: PUSH, status: 429 });
    await operatorSays(shop, 'slowly now');
    await eventually('it arrives', async () => shop.received().length === 2);
  });

  test('a push that was taken, its answer lost, is not sent twice', async () => {
    const shop = await talked();
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: PUSH, status: 'reset-after-accept' });
    await operatorSays(shop, 'only once');
    await eventually('it is known', async () => sends(since).length === 2);
    await shop.until('it is sent', (all) => outgoing(all).delivery.state === 'sent');
    expect(sends(since).map((call) => call.result)).toEqual(['reset-after-accept', 409]);
    expect(shop.received()).toEqual([echo('hello'), 'only once']);
  });

  test('a reply that was taken, its answer lost, is not sent twice', async () => {
    const shop = await openShop(stage);
    const since = stage.fake.calls.length;
    stage.fake.fault({ path: REPLY, status: 'reset-after-accept' });
    await shop.says('hello');
    await settled(shop, 'sent');
    await shop.untilIdle();
    expect(sends(since).map((call) => [call.path, call.result])).toEqual([
      [REPLY, 'reset-after-accept'],
      [REPLY, 400],
    ]);
    expect(shop.received()).toEqual([echo('hello')]);
  });

  test('a connection that broke before is no reason not to arrive', async () => {
    const shop = await openShop(stage);
    stage.fake.fault({ path: REPLY, status: 'reset' });
    await shop.says('hello');
    await settled(shop, 'sent');
    expect(vias(shop)).toEqual(['reply']);
  });

  test('a call that hangs holds up no other call', { tags: ['long'] }, async () => {
    const stuck = await talked();
    const quick = await talked();
    stage.fake.fault({ path: PUSH, status: 'hang-after-accept' });
    await operatorSays(stuck, 'hanging');
    await eventually('it hangs', async () => stuck.received().length === 2);
    await operatorSays(quick, 'right through');
    await eventually('the other arrives', async () => quick.received().length === 2);
    expect(outgoing(await stuck.messages()).delivery.state).toBe('pending');
    await eventually('the hanging one is known', async () => {
      return outgoing(await stuck.messages()).delivery.state === 'sent';
    });
    expect(stuck.received()).toEqual([echo('hello'), 'hanging']);
  });
});

describe('what can’t be delivered', () => {
  test.each([
    ['refused', 400, undefined, 'message_invalid'],
    ['refused for its credentials', 403, undefined, 'credentials_rejected'],
    ['sent to nobody', 400, { message: 'Failed to send messages' }, 'recipient_unknown'],
  ])('an answer that was %s makes its customer wait for a person', async (_, status, body, reason) => {
    const shop = await openShop(stage);
    stage.fake.fault({ path: REPLY, status, ...(body ? { body } : {}) });
    await shop.says('hello');
    await settled(shop, 'failed');
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: reason });
    const { items } = await stage.owner.call(listConversations, { query: { handling: 'waiting' } as never });
    expect(items.map(({ channel }) => channel?.uuid)).toContain(shop.channel.uuid);
  });

  test('so does one of which nobody knows whether it arrived, and it is counted', async () => {
    const shop = await openShop(stage);
    stage.fake.fault({ path: REPLY, status: 'reset', times: 100 });
    await shop.says('hello');
    await eventually('it was tried', async () => {
      const rows =
        await stage.server.sql(`update outbox set reply_token_expires_at = now(), next_attempt_at = now()
        where channel_id = '${shop.channel.uuid}' and state = 'sending' and lease_until is null returning 1`);
      return rows.length > 0;
    });
    await settled(shop, 'unconfirmed');
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: 'unconfirmed' });
    const channel = await stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
    expect(channel).toMatchObject({ failedDeliveries: 0, unconfirmedDeliveries: 1 });
    const { attention } = await stage.owner.call(home);
    const behind = await undelivered('unconfirmed');
    expect(behind).toContain((await shop.conversation()).uuid);
    expect(attention.unconfirmedDeliveries).toBe(behind.length);
  });

  test('an answer that is refused for its form arrives in plain words', async () => {
    const shop = await openShop(stage);
    const kinds = () =>
      stage.fake
        .chat(shop.credentials.channelId, shop.friend)
        .filter(({ from }) => from === 'account')
        .map(({ kind, via }) => [kind, via]);
    const table = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |';
    await shop.says(`this\n\n${table}\n\nthat`);
    await settled(shop, 'sent');
    expect(kinds()).toContainEqual(['flex', 'reply']);
    const before = kinds().length;
    const details = [{ message: 'is invalid', property: 'messages[0].contents' }];
    const refusal = { message: 'A message (messages[0]) in the request body is invalid', details };
    stage.fake.fault({ path: REPLY, status: 400, body: refusal });
    await shop.says(`again\n\n${table}\n\nthat`);
    await eventually('it arrives', async () => kinds().length > before);
    const plain = kinds().slice(before);
    expect(plain.every(([kind, via]) => kind === 'text' && via === 'reply')).toBe(true);
    expect(shop.received().slice(before).join(' ')).toMatch(/a b[\s\S]*1 2[\s\S]*3 4/);
    expect(await shop.conversation()).toMatchObject({ handling: 'bot' });
  });

  test('an empty quota is shown on the message, and it can be sent when there is quota again', async () => {
    const shop = await talked({ monthlyQuota: 0 });
    // Nobody has asked what is left, so the vendor says.
    await stage.server.sql('update channels set quota_at = null where id = $1', [shop.channel.uuid]);
    await operatorSays(shop, 'for later');
    const failed = outgoing(await settled(shop, 'failed'));
    expect(failed.delivery.reason).toBe('quota_exceeded');
    expect(failed.delivery.detail).toContain('monthly limit');
    const { uuid } = shop.channel;
    expect((await stage.owner.call(getChannel, { params: { uuid } })).failedDeliveries).toBe(1);
    const behind = await undelivered('failed');
    expect(behind).toContain(failed.conversationUuid);
    expect((await stage.owner.call(home)).attention.failedDeliveries).toBe(behind.length);

    stage.fake.addChannel({ ...shop.credentials, displayName: 'Paid', monthlyQuota: 10 });
    const params = { uuid: failed.conversationUuid, message: failed.uuid };
    const again = await stage.owner.call(resendMessage, { params });
    expect(again.delivery).toMatchObject({ state: 'pending', reason: null });
    await shop.until('it is sent', (all) => outgoing(all).delivery.state === 'sent');
    expect(shop.received()).toEqual([echo('hello'), 'for later']);
    expect((await stage.owner.refused(resendMessage, { params })).code).toBe('message_not_failed');
  });

  test('withdrawn credentials are shown on the message and on the channel', async () => {
    const shop = await talked();
    stage.fake.addChannel({
      ...shop.credentials,
      channelSecret: 'f'.repeat(32),
      channelAccessToken: 'another-token-of-this-account',
      displayName: 'Locked',
    });
    await operatorSays(shop, 'locked out');
    const failed = outgoing(await settled(shop, 'failed'));
    expect(failed.delivery.reason).toBe('credentials_rejected');
    const channel = await stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
    expect(channel.status).toBe('attention');
  });

  test('a message in doubt that is sent again by hand does not arrive twice', async () => {
    const shop = await talked();
    await operatorSays(shop, 'in doubt');
    await eventually('it arrives', async () => shop.received().length === 2);
    await shop.until('it is sent', (all) => outgoing(all).delivery.state === 'sent');
    const message = outgoing(await shop.messages());
    await stage.server.sql(`update outbox set state = 'unconfirmed' where message_id = '${message.uuid}'`);
    await stage.server.sql(`update messages set delivery_state = 'unconfirmed' where id = '${message.uuid}'`);
    const params = { uuid: message.conversationUuid, message: message.uuid };
    await stage.owner.call(resendMessage, { params });
    await shop.until('it is sent', (all) => outgoing(all).delivery.state === 'sent');
    expect(shop.received()).toEqual([echo('hello'), 'in doubt']);
  });

  test('a row that nobody can bring to an end is given up and shown', async () => {
    const shop = await talked();
    stage.fake.fault({ path: PUSH, status: 500 });
    await operatorSays(shop, 'never');
    await eventually('it was tried', async () => {
      const rows = await stage.server.sql(`update outbox set attempts = 50, next_attempt_at = now()
        where channel_id = '${shop.channel.uuid}' and state = 'pending' and attempts > 0 and lease_until is null returning 1`);
      return rows.length > 0;
    });
    const failed = outgoing(await settled(shop, 'failed'));
    expect(failed.delivery.reason).toBe('internal_error');
  });
});
