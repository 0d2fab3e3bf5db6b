import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';
import { verifySignature } from '../webhook/parse-webhook.ts';
import { startFakeLine } from './fake-line.ts';
import { fakeUserId } from './state.ts';

const { channelId, channelSecret, channelAccessToken } = CREDENTIALS;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

interface Raw {
  readonly host?: 'api' | 'data';
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function call(path: string, { host = 'api', method, body, headers = {} }: Raw = {}) {
  const response = await fetch(`${stage.fake.hosts[host]}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${channelAccessToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text;
  return { status: response.status, body: json, headers: response.headers };
}

const push = (messages: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  call('/v2/bot/message/push', { body: { to: stage.hanako, messages, ...more }, headers });
const received = (index = -1) => JSON.parse(stage.receiver.received.at(index)?.rawBody.toString() ?? '{}');
const says = (text: string, options = {}) =>
  stage.fake.friendSays(channelId, stage.hanako, { type: 'text', text }, options);

describe('the HTTP rules', () => {
  it('refuses what the vendor refuses', async () => {
    expect((await call('/v2/bot/info', { host: 'data' })).status).toBe(404);
    expect((await call('/v2/bot/nothing')).body).toEqual({ message: 'Not found' });
    expect((await call('/v2/bot/info', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    expect(await push([], {}, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { message: 'The content type, text/plain, is not supported' },
    });
    expect((await call('/v2/bot/message/push', { body: '{' })).body.message).toMatch(
      /could not be parsed as JSON/,
    );
    expect((await push([{ type: 'text', text: 'a'.repeat(3_000_000) }])).status).toBe(413);
  });
  it('takes a retry key on push only, and only a UUID', async () => {
    const retry = { 'x-line-retry-key': randomUUID() };
    const body = { replyToken: 'x', messages: [{ type: 'text', text: 'a' }] };
    const replied = await call('/v2/bot/message/reply', { body, headers: retry });
    expect(replied).toMatchObject({
      status: 400,
      body: { message: 'The retry key is not supported by this API' },
    });
    expect((await push([{ type: 'text', text: 'a' }], {}, { 'x-line-retry-key': 'again' })).status).toBe(400);
  });
  it('answers a repeated key with 409 and the accepted request, each with its own id', async () => {
    const retry = { 'x-line-retry-key': randomUUID() };
    const first = await push([{ type: 'text', text: 'a' }], {}, retry);
    const second = await push([{ type: 'text', text: 'a' }], {}, retry);
    expect(second).toMatchObject({ status: 409, body: { sentMessages: first.body.sentMessages } });
    expect(second.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'));
    expect(second.headers.get('x-line-request-id')).not.toBe(first.headers.get('x-line-request-id'));
  });
  it('keeps retry keys of channels apart', async () => {
    const other = { ...CREDENTIALS, channelId: '2', channelAccessToken: 'second', displayName: 'b' };
    stage.fake.addChannel(other);
    stage.fake.addFriend('2', { displayName: '花子' });
    const retry = { 'x-line-retry-key': randomUUID() };
    expect((await push([{ type: 'text', text: 'a' }], {}, retry)).status).toBe(200);
    expect(
      (await push([{ type: 'text', text: 'a' }], {}, { ...retry, authorization: 'Bearer second' })).status,
    ).toBe(200);
  });
});

describe('too many calls', () => {
  it('are refused route by route and channel by channel, and pass with time', async () => {
    const other = { ...CREDENTIALS, channelId: '2', channelAccessToken: 'second', displayName: 'b' };
    stage.fake.addChannel(other);
    const test = (token: string = channelAccessToken) =>
      call('/v2/bot/channel/webhook/test', { body: {}, headers: { authorization: `Bearer ${token}` } });
    for (let index = 0; index < 60; index += 1) await test();
    expect(await test()).toMatchObject({
      status: 429,
      body: { message: 'The API rate limit has been exceeded. Try again later.' },
    });
    expect((await test('second')).status).toBe(404);
    expect((await call('/v2/bot/info')).status).toBe(200);
    stage.clock.advance(60_000);
    expect((await test()).status).toBe(200);
    expect((await test()).status).toBe(429);
  });
});

describe('message objects', () => {
  const text = { type: 'text', text: 'a' };
  const detail = (message: string, property: string) => ({
    message: 'The request body has 1 error(s)',
    details: [{ message, property }],
  });
  it.each([
    [[], detail('Size must be between 1 and 5', 'messages')],
    [[text, text, text, text, text, text], detail('Size must be between 1 and 5', 'messages')],
    [[{ type: 'text', text: '' }], detail('May not be empty', 'messages[0].text')],
    [[{ type: 'text' }], detail('May not be empty', 'messages[0].text')],
    [[{ text: 'a' }], detail('May not be empty', 'messages[0].type')],
    [
      [{ type: 'text', text: 'あ'.repeat(5001) }],
      detail('Length must be between 0 and 5000', 'messages[0].text'),
    ],
    [
      [{ type: 'image', originalContentUrl: 'http://x.jp/a', previewImageUrl: 'https://x.jp/a' }],
      detail('invalid uri', 'messages[0].originalContentUrl'),
    ],
    [
      [
        {
          ...text,
          quickReply: {
            items: Array(14).fill({ type: 'action', action: { type: 'message', label: 'a', text: 'b' } }),
          },
        },
      ],
      detail('Size must be between 1 and 13', 'messages[0].quickReply.items'),
    ],
    [
      [{ ...text, bold: true }],
      { message: 'The property, messages[0].bold, in the request body is invalid (line: -, column: -)' },
    ],
    [
      [{ type: 'text', text: 5 }],
      { message: 'The property, messages[0].text, in the request body is invalid (line: -, column: -)' },
    ],
  ])('refuses %j', async (messages, body) => {
    expect(await push(messages)).toMatchObject({ status: 400, body });
  });
  it('names the types it knows', async () => {
    expect((await push([{ type: 'video-call' }])).body.details[0].message).toMatch(
      /^Must be one of the following values: \[text, /,
    );
  });
  it.each([
    [{ type: 'sticker', packageId: '446', stickerId: '1988' }],
    [{ type: 'location', title: 'a', address: 'b', latitude: 35, longitude: 139 }],
    [
      {
        type: 'flex',
        altText: 'a',
        contents: { type: 'bubble', body: { type: 'box', layout: 'vertical', contents: [] } },
      },
    ],
    [
      {
        type: 'template',
        altText: 'a',
        template: {
          type: 'confirm',
          text: 'ok?',
          actions: [
            { type: 'message', label: 'y', text: 'y' },
            { type: 'uri', label: 'n', uri: 'https://x.jp' },
          ],
        },
      },
    ],
    [
      {
        type: 'imagemap',
        altText: 'a',
        baseUrl: 'https://x.jp/m',
        baseSize: { width: 1040, height: 700 },
        actions: [],
      },
    ],
    [{ ...text, quickReply: { items: [{ type: 'action', action: { type: 'camera', label: 'c' } }] } }],
  ])('takes %j', async (message) => {
    expect((await push([message])).status).toBe(200);
    expect((await call('/v2/bot/message/validate/push', { body: { messages: [message] } })).status).toBe(200);
  });
});

describe('webhooks', () => {
  it('are signed, and can be tampered with', async () => {
    expect(await says('やあ')).toMatchObject({
      status: 200,
      eventIds: [expect.stringMatching(/^[0-9A-Z]{26}$/)],
    });
    await says('やあ', { tamperSignature: true });
    const signed = stage.receiver.received.map(({ rawBody, headers }) =>
      verifySignature(rawBody, channelSecret, headers['x-line-signature']),
    );
    expect(signed).toEqual([true, false]);
  });
  it('can be doubled, batched and turned round', async () => {
    await says('twice', { times: 2 });
    expect(stage.receiver.received.map((each) => String(each.rawBody))).toEqual(
      Array(2).fill(JSON.stringify(received())),
    );
    const taro = stage.fake.addFriend(channelId, { displayName: '太郎' });
    const events = [stage.hanako, taro].map((id) =>
      stage.fake.friendEvent(channelId, id, { type: 'text', text: id }),
    );
    await stage.fake.deliver(channelId, events, { reversed: true });
    expect(received().events.map((each: { message: { text: string } }) => each.message.text)).toEqual([
      taro,
      stage.hanako,
    ]);
  });
  it('are delivered again after a failure when that is switched on', async () => {
    stage.fake.setRedelivery({ attempts: 3, delayMs: 1 });
    stage.receiver.answerWith(500, 503, 200);
    expect((await says('a')).status).toBe(500);
    await stage.fake.idle();
    expect(stage.fake.webhooks.map((each) => [each.status, each.isRedelivery])).toEqual([
      [500, false],
      [503, true],
      [200, true],
    ]);
    expect(received().events[0].deliveryContext).toEqual({ isRedelivery: true });
    expect(received().events[0].webhookEventId).toBe(received(0).events[0].webhookEventId);
  });
  it('are lost otherwise, as with the vendor', async () => {
    stage.receiver.answerWith(500);
    await says('a');
    await stage.fake.idle();
    expect(stage.receiver.received).toHaveLength(1);
  });
  it('report an endpoint that is not there', async () => {
    stage.fake.setWebhook(channelId, 'http://127.0.0.1:1/');
    expect((await says('a')).status).toBe(null);
  });
});

describe('reply tokens', () => {
  const reply = (replyToken: unknown) =>
    call('/v2/bot/message/reply', { body: { replyToken, messages: [{ type: 'text', text: 'a' }] } });
  it('live a minute, and a minute more from a redelivery, for twenty', async () => {
    const { events } = await says('a');
    stage.clock.advance(61_000);
    expect((await reply(events[0]?.replyToken)).body).toEqual({ message: 'Invalid reply token' });
    await stage.fake.deliver(channelId, events, { isRedelivery: true });
    stage.clock.advance(59_000);
    expect((await reply(events[0]?.replyToken)).status).toBe(200);
    const late = (await says('b')).events;
    stage.clock.advance(21 * 60_000);
    await stage.fake.deliver(channelId, late, { isRedelivery: true });
    expect((await reply(late[0]?.replyToken)).status).toBe(400);
  });
});

describe('friends', () => {
  it('block and come back', async () => {
    await stage.fake.friendSays(channelId, stage.hanako, { type: 'unfollow' });
    expect(received().events[0]).not.toHaveProperty('replyToken');
    expect((await call(`/v2/bot/profile/${stage.hanako}`)).status).toBe(404);
    expect((await push([{ type: 'text', text: 'unseen' }])).status).toBe(200);
    await stage.fake.friendSays(channelId, stage.hanako, { type: 'follow' });
    expect(received().events[0].follow).toEqual({ isUnblocked: true });
    expect((await call(`/v2/bot/profile/${stage.hanako}`)).body).toMatchObject({
      displayName: '花子',
      language: 'ja',
    });
    expect(stage.fake.chat(channelId, stage.hanako).map((entry) => entry.kind)).toEqual([
      'unfollow',
      'follow',
    ]);
  });
  it('who never added the account can be written to for a week', async () => {
    const mika = stage.fake.addFriend(channelId, { displayName: '美香', relation: 'stranger' });
    await stage.fake.friendSays(channelId, mika, { type: 'text', text: 'a' });
    await push([{ type: 'text', text: 'seen' }], { to: mika });
    stage.clock.advance(8 * 24 * 60 * 60 * 1000);
    expect((await push([{ type: 'text', text: 'unseen' }], { to: mika })).status).toBe(200);
    expect(stage.fake.chat(channelId, mika).map((entry) => entry.text)).toEqual(['a', 'seen']);
  });
  it('send pictures that can be fetched until they are unsent', async () => {
    const { events } = await stage.fake.friendSays(channelId, stage.hanako, { type: 'video' });
    const { id, markAsReadToken } = Object(events[0]?.message);
    const path = `/v2/bot/message/${id}/content`;
    expect((await call(path)).status).toBe(404);
    expect((await call(path, { host: 'data' })).status).toBe(202);
    expect((await call(`${path}/transcoding`, { host: 'data' })).body).toEqual({ status: 'succeeded' });
    expect((await call(path, { host: 'data' })).headers.get('content-type')).toBe('video/mp4');
    expect((await call('/v2/bot/chat/markAsRead', { body: { markAsReadToken } })).status).toBe(200);
    await stage.fake.friendSays(channelId, stage.hanako, { type: 'unsend', messageId: id });
    expect(await call(path, { host: 'data' })).toMatchObject({
      status: 410,
      body: { message: 'The content is gone' },
    });
  });
  it('in a group are counted one by one', async () => {
    const group = `C${'0'.repeat(32)}`;
    const message = [{ type: 'text', text: 'all' }];
    expect((await push(message, { to: group })).body).toEqual({ message: 'Failed to send messages' });
    stage.fake.addGroup(channelId, group, [stage.hanako, fakeUserId('x'), fakeUserId('y')]);
    expect((await push(message, { to: group })).status).toBe(200);
    expect((await call('/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 3 });
    const said = await stage.fake.friendSays(
      channelId,
      stage.hanako,
      { type: 'text', text: '@x', mentionsAccount: true },
      { in: group },
    );
    expect(said.events[0]).toMatchObject({ source: { type: 'group', groupId: group, userId: stage.hanako } });
  });
});

describe('the loading animation', () => {
  it('is for people only, and ends by itself', async () => {
    const start = (body: object) => call('/v2/bot/chat/loading/start', { body });
    expect((await start({ chatId: stage.hanako, loadingSeconds: 7 })).body.details).toHaveLength(1);
    expect((await start({ chatId: `C${'0'.repeat(32)}` })).status).toBe(400);
    expect((await start({ chatId: stage.hanako, loadingSeconds: 10 })).status).toBe(202);
    expect(stage.fake.isTyping(channelId, stage.hanako)).toBe(true);
    stage.clock.advance(10_001);
    expect(stage.fake.isTyping(channelId, stage.hanako)).toBe(false);
  });
});

describe('a restart', () => {
  it('keeps channels, friends, chats, quota and retry keys', async () => {
    const retry = { 'x-line-retry-key': randomUUID() };
    await says('before');
    await push([{ type: 'text', text: 'after' }], {}, retry);
    const stored = stage.fake.snapshot();
    const next = await startFakeLine({ now: stage.clock.now });
    next.restore(stored);
    await stage.fake.close();
    stage = { ...stage, fake: next };
    expect(next.chat(channelId, stage.hanako).map((entry) => entry.text)).toEqual(['before', 'after']);
    expect(next.channel(channelId)).toMatchObject({ webhookUrl: stage.receiver.url, quotaUsed: 1 });
    expect((await push([{ type: 'text', text: 'after' }], {}, retry)).status).toBe(409);
    expect((await says('again')).status).toBe(200);
  });
  it('forgets a removed channel', async () => {
    stage.fake.removeChannel(channelId);
    expect((await call('/v2/bot/info')).status).toBe(401);
    expect(() => stage.fake.channel(channelId)).toThrow();
  });
});

describe('stateless tokens', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  it('are issued for the right pair and lapse', async () => {
    const body = `grant_type=client_credentials&client_id=${channelId}&client_secret=${channelSecret}`;
    const { access_token: token } = (await call('/oauth2/v3/token', { body, headers: form })).body;
    const info = () => call('/v2/bot/info', { headers: { authorization: `Bearer ${token}` } });
    expect((await info()).status).toBe(200);
    expect((await call(`/oauth2/v2.1/verify?access_token=${token}`)).body).toMatchObject({
      client_id: channelId,
      expires_in: 900,
    });
    stage.clock.advance(901_000);
    expect((await info()).status).toBe(401);
    expect((await call('/oauth2/v3/token', { body: `${body}0`, headers: form })).body.error).toBe(
      'invalid_request',
    );
  });
});
