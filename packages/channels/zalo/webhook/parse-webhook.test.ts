import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InboundEvent } from '../../spec/channel.ts';
import { parseWebhook, verifySignature } from './parse-webhook.ts';

const NOW = 1_763_600_000_000;
const OA = '2388613280878808645';
const USER = '8468458835291979221';
const TO_OA = { sender: { id: USER }, recipient: { id: OA } };
const FROM_OA = { sender: { id: OA }, recipient: { id: USER } };

function events(body: object | string): readonly InboundEvent[] {
  const text = typeof body === 'string' ? body : JSON.stringify({ timestamp: '1750000000000', ...body });
  const parsed = parseWebhook(Buffer.from(text), NOW);
  if (parsed.kind !== 'events') throw new Error(parsed.detail);
  return parsed.events;
}
function read(body: object | string): InboundEvent {
  const [event, ...more] = events(body);
  if (!event || more.length > 0) throw new Error(`${more.length + 1} events`);
  return event;
}
const message = (more: object, type = 'text', from: object = TO_OA) =>
  read({ event_name: `user_send_${type}`, ...from, message: { msg_id: 'm1', ...more } });
const attached = (type: string, payload: object, more: object = {}) =>
  message({ ...more, attachments: [{ type, payload }] }, type).what;

describe('every event', () => {
  it('has the vendor’s time, which is text', () => {
    expect(message({ text: 'a' })).toMatchObject({
      occurredAt: 1_750_000_000_000,
      friendExternalId: USER,
      threadExternalId: USER,
      mayAnswer: true,
      replyToken: null,
      vendorEventId: 'user_send_text:m1',
    });
    expect(read({ event_name: 'follow', follower: { id: USER }, timestamp: 'soon' }).occurredAt).toBe(NOW);
  });
  it('keeps ids that no number can hold', () => {
    const event = read(
      `{"event_name":"follow","oa_id":2388613280878808645,"follower":{"id":8468458835291979221},"timestamp":1750000000000}`,
    );
    expect(event).toMatchObject({ friendExternalId: USER, occurredAt: 1_750_000_000_000 });
  });
  it('has an id that repeats share and others don’t', () => {
    const seen = { event_name: 'user_seen_message', ...FROM_OA, message: { msg_ids: ['m1'] } };
    const received = { ...seen, event_name: 'user_received_message', message: { msg_id: 'm1' } };
    expect(read(seen).vendorEventId).toBe(read({ ...seen }).vendorEventId);
    const ids = [seen, received, { ...seen, timestamp: '1750000000001' }].map(
      (body) => read(body).vendorEventId,
    );
    expect(new Set([...ids, message({ text: 'a' }).vendorEventId]).size).toBe(4);
  });
  it('holds nothing that can’t be stored', () => {
    expect(message({ text: 'a\u0000b\ud800' }).what).toMatchObject({ content: { text: 'ab\ufffd' } });
  });
  it('is not there when the console only checks the address', () => {
    expect(events('{}')).toEqual([]);
  });
});

describe('messages', () => {
  it('quote', () => {
    expect(message({ text: 'a', quote_msg_id: 'm0' }).what).toMatchObject({ quotes: 'm0' });
  });
  it('are what a tapped button holds', () => {
    expect(message({ text: 'postback:rate:5' }).what).toMatchObject({
      content: { kind: 'postback', text: 'rate:5', data: { data: 'rate:5' } },
    });
  });
  it.each([
    ['image', { url: 'https://a/b.jpg', thumbnail: 'https://a/s.jpg' }, 'image', 'https://a/s.jpg'],
    ['gif', { url: 'https://a/b.gif' }, 'image', null],
    ['audio', { url: 'https://a/b.amr' }, 'audio', null],
    ['video', { url: 'https://a/b.mp4', thumbnail: 'https://a/s.jpg' }, 'video', 'https://a/s.jpg'],
  ])('bring %s by its address', (type, payload, kind, previewUrl) => {
    expect(attached(type, payload)).toMatchObject({
      content: { kind, media: { from: 'url', url: payload.url, previewUrl } },
    });
  });
  it('bring a file with its name and its size, which is text', () => {
    expect(
      attached('file', { url: 'https://a/b', name: 'giá.pdf', size: '2048', type: 'pdf' }),
    ).toMatchObject({
      content: { kind: 'file', text: 'giá.pdf', data: { fileName: 'giá.pdf', bytes: 2048 } },
    });
  });
  it('bring a place whose coordinates are text', () => {
    const coordinates = { latitude: '21.0278', longitude: '105.8342' };
    expect(attached('location', { coordinates })).toMatchObject({
      content: { kind: 'location', data: { latitude: 21.0278, longitude: 105.8342 } },
    });
    expect(attached('location', {})).toMatchObject({ content: { kind: 'unsupported' } });
  });
  it('bring stickers, links and contacts', () => {
    expect(attached('sticker', { id: 22, url: 'https://a/s.png' })).toMatchObject({
      content: { kind: 'sticker', data: { stickerId: '22' } },
    });
    const url = 'https://example.com/menu';
    expect(attached('link', { url, description: 'Menu', thumbnail: '' }, { text: url })).toMatchObject({
      content: { kind: 'text', text: `${url}\nMenu`, data: { link: url } },
    });
    const description = '{"phone":"84901234567","caption":"Minh"}';
    expect(attached('business_card', { description })).toMatchObject({
      content: { kind: 'text', text: '84901234567\nMinh', data: { vendorType: 'business_card' } },
    });
  });
  it('take no address that isn’t the web’s', () => {
    expect(attached('image', { url: 'file:///etc/passwd' })).not.toHaveProperty('content.media');
  });
  it('hold several pictures, each told once', () => {
    const attachments = ['a', 'b'].map((name) => ({ type: 'image', payload: { url: `https://a/${name}` } }));
    const found = events({
      event_name: 'user_send_image',
      ...TO_OA,
      message: { msg_id: 'm1', text: 'hai ảnh', attachments },
    });
    expect(found.map(({ vendorEventId }) => vendorEventId)).toEqual([
      'user_send_image:m1',
      'user_send_image:m1#1',
    ]);
    expect(found.map(({ what }) => what)).toMatchObject([
      { vendorMessageId: 'm1', content: { text: 'hai ảnh' } },
      { vendorMessageId: 'm1#1', content: { text: '', media: { url: 'https://a/b' } } },
    ]);
  });
});

describe('visitors of a website', () => {
  const visitor = { sender: { id: '77' }, recipient: { id: OA } };
  it('are answered in their conversation', () => {
    const body = {
      event_name: 'anonymous_send_text',
      ...visitor,
      message: { msg_id: 'm', text: 'a', conversation_id: 'c9' },
    };
    expect(read(body)).toMatchObject({
      friendExternalId: 'anonymous:77',
      threadExternalId: 'anonymous:77:c9',
      mayAnswer: true,
      what: { kind: 'message' },
    });
    expect(read({ ...body, message: { msg_id: 'm', text: 'a' } }).mayAnswer).toBe(false);
  });
  it('hear echoes too', () => {
    const body = {
      event_name: 'oa_send_anonymous_text',
      sender: { id: OA },
      recipient: { id: '77' },
      message: { msg_id: 'm', text: 'a', conversation_id: 'c9' },
    };
    expect(read(body)).toMatchObject({ threadExternalId: 'anonymous:77:c9', what: { kind: 'echo' } });
  });
});

describe('groups', () => {
  const body = {
    event_name: 'user_send_group_text',
    oa_id: OA,
    sender: { id: USER },
    recipient: { id: '99' },
    message: { msg_id: 'm', text: 'chào' },
  };
  it('are threads of several people, where the account speaks when spoken to', () => {
    expect(read(body)).toMatchObject({
      friendExternalId: USER,
      threadExternalId: 'group:99',
      isGroup: true,
      mayAnswer: false,
    });
    expect(read({ ...body, message: { msg_id: 'm', text: `[@${OA}] chào` } }).mayAnswer).toBe(true);
    const mentions = [{ uid: OA }];
    expect(read({ ...body, message: { msg_id: 'm', text: 'chào', mentions } }).mayAnswer).toBe(true);
  });
  it.each([
    ['user_join_group', 'memberJoined'],
    ['create_group', 'join'],
  ])('tell of %s', (event_name, event) => {
    expect(read({ event_name, oa_id: OA, group_id: '99', user_id: USER })).toMatchObject({
      threadExternalId: 'group:99',
      what: { kind: 'happening', event },
    });
  });
});

describe('everything else', () => {
  const what = (event_name: string, more: object) => read({ event_name, ...more });
  it('follows and leaves', () => {
    expect(what('follow', { oa_id: OA, follower: { id: USER } })).toMatchObject({
      friendExternalId: USER,
      mayAnswer: true,
      what: { kind: 'follow', returning: false },
    });
    expect(what('unfollow', { follower: { id: USER } })).toMatchObject({
      mayAnswer: false,
      what: { kind: 'unfollow' },
    });
  });
  it('echoes what the account said, and who of its people did', () => {
    const said = { ...FROM_OA, message: { msg_id: 'm', text: 'a' } };
    expect(what('oa_send_text', said)).toMatchObject({
      friendExternalId: USER,
      mayAnswer: false,
      what: { kind: 'echo', vendorMessageId: 'm', byPerson: false },
    });
    for (const by of [{ admin_id: '5' }, { sender: { id: OA, admin_id: '5' } }]) {
      expect(what('oa_send_text', { ...said, ...by }).what).toMatchObject({ byPerson: true });
    }
  });
  it('receives and sees', () => {
    expect(what('user_received_message', { ...FROM_OA, message: { msg_id: 'm' } })).toMatchObject({
      friendExternalId: USER,
      what: { kind: 'receipt', state: 'received', vendorMessageIds: ['m'] },
    });
    expect(what('user_seen_message', { ...FROM_OA, message: { msg_ids: ['m', 'n'] } }).what).toEqual({
      kind: 'receipt',
      state: 'seen',
      vendorMessageIds: ['m', 'n'],
    });
  });
  it('makes no friend of a phone number', () => {
    const sent = {
      sender: { id: OA },
      recipient: { id: '84901234567' },
      message: { msg_id: 'm', tracking_id: 't' },
    };
    expect(what('user_received_message', sent).friendExternalId).toBeNull();
  });
  it.each([
    ['/-heart', 'good', '/-heart'],
    ['/-strong', 'good', '/-strong'],
    [':-((', 'bad', ':-(('],
    [':o', 'neutral', ':o'],
    ['/-remove', 'neutral', null],
  ])('reacts with %s', (icon, mood, reaction) => {
    expect(
      what('user_reacted_message', { ...TO_OA, message: { msg_id: 'm', react_icon: icon } }).what,
    ).toEqual({
      kind: 'reaction',
      vendorMessageId: 'm',
      reaction,
      mood,
    });
  });
  it('gives details in both forms', () => {
    const info = { name: 'Minh', phone: 84901234567, address: '', city: 'Hà Nội' };
    expect(what('user_submit_info', { ...TO_OA, info }).what).toEqual({
      kind: 'details',
      details: { name: 'Minh', phone: '84901234567', city: 'Hà Nội' },
    });
    const newer = {
      name: 'Minh',
      user_dob: '01/02/1990',
      full_address: { user_city: 'Hà Nội', user_ward: 'A' },
    };
    expect(what('user_submit_info', { ...TO_OA, info: newer }).what).toMatchObject({
      details: { dob: '01/02/1990', city: 'Hà Nội', ward: 'A' },
    });
  });
  it('wants to be forgotten', () => {
    expect(what('user_withdraw', TO_OA)).toMatchObject({ friendExternalId: USER, what: { kind: 'erase' } });
  });
  it('tags several people at once', () => {
    const found = events({
      event_name: 'add_user_to_tag',
      oa_id: OA,
      tag: { name: 'VIP', user_ids: [USER, '2'] },
    });
    expect(found).toMatchObject([
      { friendExternalId: USER, what: { kind: 'happening', event: 'tagAdded', data: { tag: 'VIP' } } },
      { friendExternalId: '2' },
    ]);
    expect(found[0]?.vendorEventId).not.toBe(found[1]?.vendorEventId);
  });
  it('calls, consents and opens the chat', () => {
    const named = (name: string, parties: object) => read({ event_name: name, ...parties }).what;
    expect(named('user_call_oa', TO_OA)).toMatchObject({ event: 'call', data: { from: 'friend' } });
    expect(named('oa_call_user', FROM_OA)).toMatchObject({ event: 'call', data: { from: 'account' } });
    expect(named('oa_send_consent', FROM_OA)).toMatchObject({ event: 'consentAsked' });
    expect(named('user_reply_consent', TO_OA)).toMatchObject({ event: 'consentGiven' });
    expect(named('user_click_chatnow', { oa_id: OA, user_id: USER })).toMatchObject({ event: 'chatOpened' });
  });
  it.each(['change_template_status', 'something_new', 'user_send_text', 'toString'])(
    'keeps %s raw',
    (name) => {
      expect(read({ event_name: name, oa_id: OA }).what).toEqual({ kind: 'other', vendorType: name });
    },
  );
});

const AT = 1_750_000_000_000;
const HOUR = 60 * 60 * 1000;
const KEYS = {
  appId: '1234567890123456789',
  appSecret: 'another-secret',
  webhookSecret: 'test-oa-secret',
  oaId: '388613280878808645',
};
const BODY = `{"app_id":"1234567890123456789","sender":{"id":"246845883529197922"},"user_id_by_app":"552177279717587730","recipient":{"id":"388613280878808645"},"event_name":"user_send_text","message":{"text":"xin chào","msg_id":"96d3cdf3af150460909"},"timestamp":"1750000000000"}`;
const SIGNATURE = 'mac=c7bf8db616462dbe70f65be5769b634db8d9f09fcc3051af064396460b3ee6d4';

const signed = (body: string, { first = KEYS.appId, secret = KEYS.webhookSecret, time = String(AT) } = {}) =>
  `mac=${createHash('sha256').update(`${first}${body}${time}${secret}`).digest('hex')}`;
const verify = (body: string, signature: string | string[] | undefined, keys: object = {}, now = AT) =>
  verifySignature(Buffer.from(body), { ...KEYS, ...keys }, { signature, now });

describe('the signature', () => {
  it('is a plain SHA-256 of app, raw body, timestamp and secret', () => {
    expect(verify(BODY, SIGNATURE)).toBe(true);
    expect(verify(BODY, SIGNATURE.replace('mac=', ''))).toBe(true);
  });
  it('may begin with the official account instead of the app', () => {
    expect(verify(BODY, signed(BODY, { first: KEYS.oaId }))).toBe(true);
    expect(verify(BODY, signed(BODY, { first: '1' }))).toBe(false);
  });
  it('is no HMAC', () => {
    const hmac = createHmac('sha256', KEYS.webhookSecret).update(BODY).digest('hex');
    expect(verify(BODY, `mac=${hmac}`)).toBe(false);
  });
  it('is made with the app’s secret where the webhook has none of its own', () => {
    const own = signed(BODY, { secret: KEYS.appSecret });
    expect(verify(BODY, own)).toBe(false);
    expect(verify(BODY, own, { webhookSecret: undefined })).toBe(true);
  });
  it('covers the bytes, not what they mean', () => {
    expect(verify(BODY.replace('xin chào', 'xin cha\u0300o'), SIGNATURE)).toBe(false);
    expect(verify(BODY.replace(',"sender"', ', "sender"'), SIGNATURE)).toBe(false);
  });
  it.each([[undefined], [''], ['mac='], [`${SIGNATURE}00`], [[SIGNATURE, SIGNATURE]], ['mac=★']])(
    'is refused as %j',
    (signature) => {
      expect(verify(BODY, signature)).toBe(false);
    },
  );
  it('takes the timestamp as it is written, quoted or not', () => {
    const body = BODY.replace('"1750000000000"', '1750000000000');
    expect(verify(body, signed(body))).toBe(true);
  });
});

describe('what is signed and not taken', () => {
  it('is too old, or of a time to come', () => {
    expect(verify(BODY, SIGNATURE, {}, AT + 2 * HOUR)).toBe(true);
    expect(verify(BODY, SIGNATURE, {}, AT + 5 * HOUR)).toBe(false);
    expect(verify(BODY, SIGNATURE, {}, AT - HOUR)).toBe(false);
  });
  it('has no timestamp, or is no JSON', () => {
    for (const body of ['{}', '[]', 'x', '{"timestamp":""}']) {
      expect(verify(body, signed(body, { time: '' }))).toBe(false);
    }
  });
  it('is of another official account of the same app', () => {
    expect(verify(BODY, SIGNATURE, { oaId: '9' })).toBe(false);
    const follow = `{"oa_id":"9","follower":{"id":"1"},"event_name":"follow","timestamp":"${AT}"}`;
    expect(verify(follow, signed(follow))).toBe(false);
    const ours = follow.replace('"9"', '388613280878808645');
    expect(verify(ours, signed(ours))).toBe(true);
  });
});
