import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWebhook, verifySignature } from './parse-webhook.ts';

const NOW = 1_790_000_000_000;
const USER = `U${'1'.repeat(32)}`;
const GROUP = `C${'2'.repeat(32)}`;

function event(body: Record<string, unknown>): Record<string, unknown> {
  return {
    type: 'message',
    mode: 'active',
    timestamp: 1_700_000_000_000,
    source: { type: 'user', userId: USER },
    webhookEventId: '01H00000000000000000000000',
    deliveryContext: { isRedelivery: false },
    replyToken: 'a'.repeat(32),
    ...body,
  };
}

function parse(...events: unknown[]) {
  const parsed = parseWebhook(Buffer.from(JSON.stringify({ destination: USER, events })), NOW);
  if (parsed.kind !== 'events') throw new Error(parsed.detail);
  return parsed.events;
}

const message = (body: Record<string, unknown>) => event({ message: { id: '77', ...body } });

const STORED = ['image', 'video', 'audio', 'file'];
const mediaOf = (kind: unknown, data: object) =>
  'url' in data ? 'url' : STORED.includes(String(kind)) ? 'vendor' : undefined;

describe('messages', () => {
  it.each([
    [
      { type: 'text', text: 'やあ $', emojis: [{ index: 3, length: 1 }] },
      'text',
      'やあ $',
      { emojis: [{ index: 3, length: 1 }] },
    ],
    [{ type: 'image', contentProvider: { type: 'line' } }, 'image', '', { provider: 'stored' }],
    [
      { type: 'image', contentProvider: { type: 'external', originalContentUrl: 'https://x.jp/a.jpg' } },
      'image',
      '',
      { provider: 'external', url: 'https://x.jp/a.jpg' },
    ],
    [
      { type: 'video', duration: 5, contentProvider: { type: 'line' } },
      'video',
      '',
      { provider: 'stored', durationMs: 5 },
    ],
    [
      { type: 'audio', duration: 7, contentProvider: { type: 'line' } },
      'audio',
      '',
      { provider: 'stored', durationMs: 7 },
    ],
    [{ type: 'file', fileName: 'a.pdf', fileSize: 9 }, 'file', 'a.pdf', { fileName: 'a.pdf', bytes: 9 }],
    [
      { type: 'location', title: '駅', address: '東京', latitude: 35.5, longitude: 139.5 },
      'location',
      '駅\n東京',
      { title: '駅', address: '東京', latitude: 35.5, longitude: 139.5 },
    ],
    [
      {
        type: 'sticker',
        packageId: '1',
        stickerId: '2',
        stickerResourceType: 'NEW',
        keywords: ['Hi', 'Sun'],
      },
      'sticker',
      'Hi, Sun',
      { packageId: '1', stickerId: '2', resourceType: 'NEW', keywords: ['Hi', 'Sun'] },
    ],
    [
      { type: 'sticker', packageId: '1', stickerId: '2', text: 'おはよ' },
      'sticker',
      'おはよ',
      { packageId: '1', stickerId: '2' },
    ],
    [{ type: 'hologram' }, 'unsupported', '', { vendorType: 'hologram' }],
    [{ type: 'location', latitude: 'north' }, 'unsupported', '', { vendorType: 'location' }],
  ])('reads %j', (body, kind, text, data) => {
    const [read] = parse(message(body));
    const { media, ...content } = read?.what.kind === 'message' ? read.what.content : Object();
    expect(content).toEqual({ kind, text, data });
    expect(media?.from).toBe(mediaOf(kind, data));
    expect(read?.what).toMatchObject({ kind: 'message', vendorMessageId: '77' });
    expect(read).toMatchObject({ friendExternalId: USER, threadExternalId: USER, mayAnswer: true });
  });

  it('reads a postback with its parameters', () => {
    const [read] = parse(
      event({ type: 'postback', postback: { data: 'a=1', params: { date: '2026-11-20' } } }),
    );
    expect(read?.what).toMatchObject({
      kind: 'message',
      content: { kind: 'postback', text: 'a=1', data: { data: 'a=1', params: { date: '2026-11-20' } } },
    });
  });
});

describe('other events', () => {
  it('tells a returning friend from a new one', () => {
    expect(parse(event({ type: 'follow', follow: { isUnblocked: true } }))[0]?.what).toEqual({
      kind: 'follow',
      returning: true,
    });
    expect(parse(event({ type: 'follow' }))[0]?.what).toEqual({ kind: 'follow', returning: false });
  });
  it('reads unfollow and unsend', () => {
    expect(parse(event({ type: 'unfollow' }))[0]).toMatchObject({
      what: { kind: 'unfollow' },
      mayAnswer: false,
    });
    expect(parse(event({ type: 'unsend', unsend: { messageId: '77' } }))[0]?.what).toEqual({
      kind: 'unsend',
      vendorMessageId: '77',
    });
  });
  const people = { members: [{ type: 'user', userId: USER }, { type: 'user' }, 7] };
  it.each([
    [{ type: 'join' }, {}],
    [{ type: 'leave' }, {}],
    [{ type: 'memberJoined', joined: people }, { members: [USER] }],
    [{ type: 'memberLeft', left: people }, { members: [USER] }],
    [
      { type: 'beacon', beacon: { hwid: 'd41d8cd98f', type: 'enter', dm: '0a' } },
      { hwid: 'd41d8cd98f', type: 'enter', deviceMessage: '0a' },
    ],
    [
      { type: 'accountLink', link: { result: 'ok', nonce: 'n' } },
      { result: 'ok', nonce: 'n' },
    ],
    [
      { type: 'membership', membership: { type: 'renewed', membershipId: 3 } },
      { change: 'renewed', membershipId: 3 },
    ],
    [{ type: 'videoPlayComplete', videoPlayComplete: { trackingId: 't' } }, { trackingId: 't' }],
    [
      { type: 'module', module: { type: 'attached', botId: 'U1' } },
      { change: 'attached', botId: 'U1' },
    ],
    [{ type: 'activated', chatControl: { expireAt: 5 } }, { expiresAt: 5 }],
    [{ type: 'botSuspended' }, {}],
    [{ type: 'botResumed' }, {}],
    [{ type: 'deactivated' }, {}],
    [{ type: 'delivery', delivery: { data: '15034' } }, { data: '15034' }],
    [{ type: 'beacon', beacon: 'broken' }, {}],
    [{ type: 'memberJoined', joined: { members: 'all' } }, { members: [] }],
  ])('tells of %j', (body, data) => {
    expect(parse(event(body))[0]?.what).toEqual({ kind: 'happening', event: body.type, data });
  });
  it.each(['somethingNew', 'constructor', '__proto__'])('keeps %s raw', (type) => {
    const [read] = parse(event({ type, news: 1 }));
    expect(read?.what).toEqual({ kind: 'other', vendorType: type });
    expect(read?.raw).toMatchObject({ news: 1 });
  });
  it('reads an edited text under its old id', () => {
    const edited = { type: 'messageEdited', message: { id: '77', type: 'text', text: 'b', quoteToken: 'q' } };
    expect(parse(event(edited))[0]).toMatchObject({
      what: { kind: 'edited', vendorMessageId: '77', content: { kind: 'text', text: 'b' } },
      quoteToken: 'q',
      readToken: null,
    });
  });
  it('reads an event without a source', () => {
    expect(parse(event({ type: 'accountLink', source: undefined }))[0]).toMatchObject({
      friendExternalId: null,
      threadExternalId: null,
    });
  });
});

describe('tokens and places', () => {
  it('come with the message they belong to', () => {
    const text = { type: 'text', text: 'a', quoteToken: 'q', markAsReadToken: 'r', quotedMessageId: '5' };
    expect(parse(message(text))[0]).toMatchObject({
      quoteToken: 'q',
      readToken: 'r',
      what: { quotes: '5' },
    });
    const none = parse(message({ type: 'audio' }))[0];
    expect(none).toMatchObject({ quoteToken: null, readToken: null });
    expect(none?.what).not.toHaveProperty('quotes');
    expect(none).not.toHaveProperty('isGroup');
  });
  it('tell where the bytes are', () => {
    const external = { type: 'external', originalContentUrl: 'https://x.jp/a.mp4' };
    expect(parse(message({ type: 'video', contentProvider: external }))[0]?.what).toMatchObject({
      content: { media: { from: 'url', url: 'https://x.jp/a.mp4', previewUrl: null } },
    });
    expect(parse(message({ type: 'file', fileName: 'a.pdf' }))[0]?.what).toMatchObject({
      content: { media: { from: 'vendor', vendorMessageId: '77' } },
    });
  });
  it('keep the set a picture belongs to, also of an old phone', () => {
    const imageSet = { id: 'S', index: 2, total: 3 };
    expect(parse(message({ type: 'image', imageSet }))[0]?.what).toMatchObject({
      content: { data: { imageSet } },
    });
    expect(parse(message({ type: 'image', imageSet: { id: 'S' } }))[0]?.what).toMatchObject({
      content: { data: { imageSet: { id: 'S' } } },
    });
  });
  it.each([
    ['STATIC', '51626494', true],
    ['POPUP_SOUND', '51626494', true],
    ['MESSAGE', '51626494', false],
    ['CUSTOM', '51626494', false],
    ['HOLOGRAM', '51626494', false],
    ['STATIC', '../../x', false],
  ])('give a %s sticker %s its picture: %s', (stickerResourceType, stickerId, isShown) => {
    const [read] = parse(message({ type: 'sticker', packageId: '1', stickerId, stickerResourceType }));
    const data = read?.what.kind === 'message' ? read.what.content.data : {};
    const url = `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`;
    expect(data.pictureUrl).toBe(isShown ? url : undefined);
  });
});

describe('who may be answered', () => {
  it('is nobody while another module is in charge', () => {
    expect(parse({ ...message({ type: 'text', text: 'a' }), mode: 'standby' })[0]).toMatchObject({
      mayAnswer: false,
      replyToken: null,
    });
  });
  it('is a group only when the account is mentioned', () => {
    const source = { type: 'group', groupId: GROUP, userId: USER };
    const plain = { ...message({ type: 'text', text: 'a' }), source };
    const mention = { mentionees: [{ index: 0, length: 1, type: 'user', isSelf: true }] };
    const called = { ...message({ type: 'text', text: '@a', mention }), source };
    const other = {
      ...message({ type: 'text', text: '@b', mention: { mentionees: [{ type: 'all' }] } }),
      source,
    };
    expect(parse(plain, called, other).map((each) => each.mayAnswer)).toEqual([false, true, false]);
    expect(parse(plain)[0]).toMatchObject({
      friendExternalId: USER,
      threadExternalId: GROUP,
      isGroup: true,
    });
    expect(parse(called)[0]?.what).toMatchObject({
      content: {
        text: '@a',
        data: { mentionsAccount: true, mentions: [{ index: 0, length: 1, isAccount: true }] },
      },
    });
    const others = parse(other)[0]?.what;
    expect(others).toMatchObject({ content: { data: { mentions: [{ everyone: true }] } } });
    expect(others).not.toMatchObject({ content: { data: { mentionsAccount: true } } });
  });
  it('is a room by the same rule', () => {
    const source = { type: 'room', roomId: `R${'4'.repeat(32)}`, userId: USER };
    expect(parse({ ...message({ type: 'text', text: 'a' }), source })[0]).toMatchObject({
      threadExternalId: source.roomId,
      isGroup: true,
      mayAnswer: false,
    });
  });
});

describe('a call of several events', () => {
  it('gives each its own sender, and loses none to a broken neighbour', () => {
    const second = `U${'3'.repeat(32)}`;
    const read = parse(
      message({ type: 'text', text: 'a' }),
      null,
      7,
      { noType: true },
      event({ message: { type: 'text' } }),
      { ...message({ type: 'text', text: 'b' }), source: { type: 'user', userId: second } },
    );
    expect(read.map((each) => each.friendExternalId)).toEqual([USER, null, null, null, USER, second]);
    expect(read.map((each) => each.what.kind)).toEqual([
      'message',
      'other',
      'other',
      'other',
      'other',
      'message',
    ]);
    expect(read[1]).toMatchObject({ mayAnswer: false, what: { vendorType: 'unreadable' } });
  });
  it('may hold none', () => {
    expect(parse()).toEqual([]);
  });
});

describe('ids of events', () => {
  it('are made from the event when the vendor gives none, and survive a redelivery', () => {
    const bare = { ...message({ type: 'text', text: 'a' }), webhookEventId: undefined };
    const again = { ...bare, deliveryContext: { isRedelivery: true } };
    const other = { ...bare, timestamp: 5 };
    const [first, second, third] = parse(bare, again, other);
    expect(first?.vendorEventId).toMatch(/^hash-[0-9a-f]{32}$/);
    expect(second).toMatchObject({ vendorEventId: first?.vendorEventId, redelivered: true });
    expect(third?.vendorEventId).not.toBe(first?.vendorEventId);
  });
});

describe('hostile bodies', () => {
  it('keeps what can be stored', () => {
    const parsed = parseWebhook(
      Buffer.from(
        '{"events":[{"type":"message","message":{"id":"1","type":"text","text":"a\\u0000b\\ud83d"}}]}',
      ),
      NOW,
    );
    expect(parsed).toMatchObject({
      events: [{ what: { content: { text: 'ab\ufffd' } }, raw: { message: { text: 'ab\ufffd' } } }],
    });
  });
  it('refuses endless nesting', () => {
    const deep = `{"events":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`;
    expect(parseWebhook(Buffer.from(deep), NOW).kind).toBe('malformed');
  });
  it('never throws', () => {
    const anyEvent = fc.oneof(
      fc.anything({ withNullPrototype: false }),
      fc.record({
        type: fc.constantFrom('message', 'postback', 'follow', 'unsend', 'x'),
        source: fc.anything(),
        message: fc.oneof(
          fc.anything(),
          fc.record({
            id: fc.string(),
            type: fc.constantFrom('text', 'sticker', 'image'),
            text: fc.anything(),
            mention: fc.anything(),
            keywords: fc.anything(),
          }),
        ),
        postback: fc.anything(),
        timestamp: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const parsed = parseWebhook(Buffer.from(JSON.stringify({ events })), NOW);
        expect(parsed.kind === 'events' && parsed.events.length).toBe(events.length);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseWebhook(Buffer.from(bytes), NOW)));
  });
});

// The first is the vendor's own sample; the second holds characters outside ASCII.
const VECTORS = [
  [
    '8c570fa6dd201bb328f1c1eac23a96d8',
    '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}',
    'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=',
  ],
  [
    'test-channel-secret',
    '{"destination":"U00000000000000000000000000000001","events":[{"type":"message","message":{"type":"text","id":"1","text":"こんにちは 👋"}}]}',
    'radV6jRD/gn3WKACnTJKdDcf2HovBKo0p7Y48HHIMIw=',
  ],
] as const;

it.each(VECTORS)('takes the known signature under %s', (secret, body, signature) => {
  const raw = Buffer.from(body);
  expect(verifySignature(raw, secret, signature)).toBe(true);
  expect(verifySignature(raw, `${secret}x`, signature)).toBe(false);
  expect(verifySignature(Buffer.from(`${body} `), secret, signature)).toBe(false);
  expect(verifySignature(raw, secret, [signature])).toBe(false);
  expect(verifySignature(raw, secret, undefined)).toBe(false);
});
