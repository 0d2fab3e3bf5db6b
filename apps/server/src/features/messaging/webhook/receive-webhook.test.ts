import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import {
  echo,
  hookPath,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../../channels/testing/channel-stage.fixture.ts';

let stage: Stage;
let shop: Shop;

beforeAll(async () => {
  stage = await setStage();
  shop = await openShop(stage);
});
afterAll(() => stage.close());

const countEvents = async (): Promise<number> =>
  (await stage.server.sql<{ n: number }>('select count(*)::int as n from inbound_events'))[0]?.n ?? -1;

const textEvent = (text: string, friend = shop.friend) =>
  stage.fake.friendEvent(shop.credentials.channelId, friend, { type: 'text', text });

const bodyOf = (...events: readonly object[]): string => JSON.stringify({ destination: 'U0', events });

describe('who may call', () => {
  test.each([
    ['signed with another secret', { secret: 'f'.repeat(32) }],
    ['not signed', { secret: null }],
  ])('a call %s is refused, and nothing of it is stored', async (_, options) => {
    const before = await countEvents();
    expect(await shop.post(bodyOf(textEvent('let me in')), options)).toBe(401);
    expect(await countEvents()).toBe(before);
  });

  test('a body that was changed after signing is refused', async () => {
    const { credentials, friend } = shop;
    const before = await countEvents();
    const { status } = await stage.fake.friendSays(
      credentials.channelId,
      friend,
      { type: 'text', text: 'tampered' },
      { tamperSignature: true },
    );
    expect(status).toBe(401);
    expect(await countEvents()).toBe(before);
    expect(textsOf(await shop.messages(), 'customer')).not.toContain('tampered');
  });

  test('the secret of another channel does not open this one', async () => {
    const other = await openShop(stage);
    const status = await shop.post(bodyOf(textEvent('x')), { secret: other.credentials.channelSecret });
    expect(status).toBe(401);
  });

  test('nobody is at an address that was never given out', async () => {
    const unknown = '0190b9a0-0000-7000-8000-000000000000';
    expect(await shop.post(bodyOf(), { path: hookPath(unknown, stage.owner) })).toBe(404);
    expect(await shop.post(bodyOf(), { path: `/hooks/${unknown}/${shop.channel.uuid}` })).toBe(404);
    expect(await shop.post(bodyOf(), { path: '/hooks/x/y' })).toBe(404);
  });
});

describe('what a call may hold', () => {
  test('no events, as the console sends to verify', async () => {
    expect(await shop.post(bodyOf())).toBe(200);
  });

  test('something else than events is the caller’s mistake', async () => {
    expect(await shop.post('not json')).toBe(400);
    expect(await shop.post('{"events": 5}')).toBe(400);
  });

  test('any content type, since the body is read as bytes', async () => {
    const { createHmac } = await import('node:crypto');
    const body = bodyOf();
    const signature = createHmac('sha256', shop.credentials.channelSecret).update(body).digest('base64');
    for (const type of ['text/plain', 'application/json; charset=utf-8', 'application/octet-stream']) {
      const answer = await stage.server.anonymous.raw('POST', hookPath(shop.channel.uuid, stage.owner), {
        body,
        headers: { 'x-line-signature': signature, 'content-type': type },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('a broken event beside others costs none of them', async () => {
    const friend = stage.fake.addFriend(shop.credentials.channelId, { displayName: 'Broken' });
    const good = textEvent('I am fine', friend);
    const source = { type: 'user', userId: friend };
    const broken = [
      { nothing: true },
      { type: 'message', webhookEventId: 'B1', source, timestamp: 1.5, message: { id: 'b1' } },
      { type: 'message', webhookEventId: 'B2', source, timestamp: 9e99, message: null },
      { type: 'message', webhookEventId: 'B'.repeat(9_000), source, message: { id: 'b3', type: 'text' } },
      { type: 'message', webhookEventId: 'B4', source: { type: 'user', userId: 'U'.repeat(9_000) } },
      { ...textEvent('long id', friend), message: { type: 'text', id: 'm'.repeat(9_000), text: 'long id' } },
      {
        type: 'message',
        webhookEventId: 'B5',
        source,
        message: { id: 'b5', type: 'text', text: 'a\u0000b\ud800' },
      },
      { type: 'something-new', webhookEventId: 'B6', source, timestamp: 3 },
    ];
    expect(await shop.post(bodyOf(...broken, good))).toBe(200);
    const messages = await shop.until(
      'the good one is answered',
      (all) => textsOf(all, 'bot').length > 0,
      'Broken',
    );
    expect(textsOf(messages, 'customer')).toContain('I am fine');
    expect(textsOf(messages, 'customer')).toContain('long id');
    expect(messages.find((message) => message.data.vendorType === 'something-new')?.kind).toBe('event');
    await eventually('nothing is left open', async () => {
      const open = await stage.server.sql('select 1 from inbound_events where done_at is null');
      return open.length === 0;
    });
  });
});

describe('the same event more than once', () => {
  const onlyOnce = async (name: string, text: string): Promise<void> => {
    const isAnswered = (all: readonly { sender: string }[]) => all.some(({ sender }) => sender === 'bot');
    await shop.until('it is answered', isAnswered, name);
    await shop.untilIdle();
    const messages = await shop.messages(name);
    expect(textsOf(messages, 'customer')).toEqual([text]);
    expect(textsOf(messages, 'bot')).toEqual([echo(text)]);
    const friend = (await shop.conversation(name)).friend;
    expect(friend?.name).toBe(name);
  };
  const friendNamed = (displayName: string) =>
    stage.fake.addFriend(shop.credentials.channelId, { displayName });

  test('in one call', async () => {
    const friend = friendNamed('Once');
    const event = textEvent('once?', friend);
    expect(await shop.post(bodyOf(event, event, event))).toBe(200);
    await onlyOnce('Once', 'once?');
    expect(shop.received(friend)).toEqual([echo('once?')]);
  });

  test('in twenty calls at the same time, in any order and grouping', async () => {
    const friend = friendNamed('Twenty');
    const event = textEvent('twenty?', friend);
    const others = ['a', 'b', 'c'].map((name) => textEvent(`from ${name}`, friendNamed(`Crowd ${name}`)));
    const calls = Array.from({ length: 20 }, (_, index) =>
      shop.post(index % 2 === 0 ? bodyOf(event, ...others) : bodyOf(...others.toReversed(), event)),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    await onlyOnce('Twenty', 'twenty?');
    await onlyOnce('Crowd a', 'from a');
    await onlyOnce('Crowd c', 'from c');
  });

  test('again after it was answered, marked as a redelivery', async () => {
    const friend = friendNamed('Again');
    const event = textEvent('again?', friend);
    await stage.fake.deliver(shop.credentials.channelId, [event]);
    await onlyOnce('Again', 'again?');
    await stage.fake.deliver(shop.credentials.channelId, [event], { isRedelivery: true, times: 3 });
    await onlyOnce('Again', 'again?');
  });
});

describe('batches', () => {
  test('what came in the wrong order is shown in order of time', async () => {
    const friend = stage.fake.addFriend(shop.credentials.channelId, { displayName: 'Order' });
    const start = Date.now() - 10_000;
    const events = ['one', 'two', 'three', 'four'].map((text, index) =>
      stage.fake.friendEvent(
        shop.credentials.channelId,
        friend,
        { type: 'text', text },
        { timestamp: start + index },
      ),
    );
    await stage.fake.deliver(shop.credentials.channelId, events, { reversed: true });
    const messages = await shop.until(
      'four messages',
      (all) => textsOf(all, 'customer').length === 4,
      'Order',
    );
    expect(textsOf(messages, 'customer')).toEqual(['one', 'two', 'three', 'four']);
  });

  test('every event goes to its own sender', async () => {
    const names = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve'];
    const friends = names.map((displayName) =>
      stage.fake.addFriend(shop.credentials.channelId, { displayName }),
    );
    const events = friends.map((friend, index) => textEvent(`I am ${names[index]}`, friend));
    await stage.fake.deliver(shop.credentials.channelId, events);
    for (const [index, friend] of friends.entries()) {
      await eventually(`${names[index]} is answered`, async () => shop.received(friend).length > 0);
      expect(shop.received(friend)).toEqual([echo(`I am ${names[index]}`)]);
    }
  });
});
