import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../../spec/outgoing.ts';
import type { SendRequest } from '../../spec/sending.ts';
import { CREDENTIALS, OA_ID, type Stage, setStage } from '../testing.ts';
import { createZaloChannel } from '../zalo.channel.ts';
import { gifSize } from './send.ts';

const HOUR = 60 * 60 * 1000;
const CS = '/v3.0/oa/message/cs';
const connection = { credentials: CREDENTIALS };
const HELLO = [{ text: 'Xin chào' }];
const GIF = Buffer.from('474946383961200010000000', 'hex');

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

const adapter = () => createZaloChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
const send = (messages: readonly Record<string, unknown>[], more: Partial<SendRequest> = {}) =>
  adapter().send(connection, {
    to: stage.minh,
    messages,
    how: { method: 'push', retryKey: randomUUID() },
    ...more,
  });
const say = (part: OutgoingPart, more: Partial<SendRequest> = {}) =>
  send(adapter().toMessages([part], DEFAULT_MESSAGE_OPTIONS), more);
const last = (to = stage.minh) => stage.fake.chat(OA_ID, to).at(-1);
const posted = () => stage.fake.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe('a message', () => {
  it('is one call, and has the vendor’s id', async () => {
    const outcome = await send(HELLO);
    expect(outcome).toMatchObject({ kind: 'sent', vendorMessageIds: [last()?.id] });
    expect(posted()).toEqual([CS]);
    expect(await send([...HELLO, ...HELLO])).toMatchObject({ reason: 'message_invalid' });
    expect(await send([])).toMatchObject({ reason: 'message_invalid' });
  });
  it('quotes one of the chat', async () => {
    await send(HELLO);
    const quote = last()?.id ?? '';
    const look = { ...DEFAULT_MESSAGE_OPTIONS, quote };
    expect((await send(adapter().toMessages([{ kind: 'text', text: 'đây' }], look))).kind).toBe('sent');
    expect(last()?.payload).toMatchObject({ quote_message_id: quote });
  });
  it('is free for two days, paid for a week, and then not sent', async () => {
    stage.fake.addAccount({ oaId: OA_ID, name: 'Hoa', paidLeft: 1 });
    stage.clock.advance(48 * HOUR - 1);
    stage.fake.giveAccess(CREDENTIALS.appId, OA_ID, {
      ...CREDENTIALS,
      expiresAt: stage.clock.now() + 999 * HOUR,
    });
    await send(HELLO);
    expect(stage.fake.account(OA_ID).paidLeft).toBe(1);
    stage.clock.advance(2);
    expect((await send(HELLO)).kind).toBe('sent');
    expect(stage.fake.account(OA_ID).paidLeft).toBe(0);
    expect(await send(HELLO)).toMatchObject({ reason: 'quota_exceeded' });
    stage.fake.addAccount({ oaId: OA_ID, name: 'Hoa', canPay: false });
    expect(await send(HELLO)).toMatchObject({ reason: 'payment_needed' });
    stage.clock.advance(5 * 24 * HOUR);
    expect(await send(HELLO)).toMatchObject({ reason: 'window_closed', retryable: false });
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'còn đó không?' });
    expect((await send(HELLO)).kind).toBe('sent');
  });
  it('does not reach who left', async () => {
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'unfollow' });
    expect(await send(HELLO)).toMatchObject({ reason: 'recipient_refuses' });
  });
  it('says that new access may help when access has lapsed', async () => {
    stage.clock.advance(26 * HOUR);
    expect(await send(HELLO)).toMatchObject({
      reason: 'credentials_rejected',
      renewable: true,
      detail: expect.stringContaining('-220'),
    });
  });
  it('is in doubt after a breakdown of the vendor, who may have sent it', async () => {
    stage.fake.fault({ path: CS, status: 502 });
    expect((await send(HELLO)).kind).toBe('unknown');
  });
  it('is never a reply', async () => {
    expect(await send(HELLO, { how: { method: 'reply', replyToken: 'x' } })).toMatchObject({
      kind: 'reply-token-invalid',
    });
    expect(posted()).toEqual([]);
  });
});

describe('other places', () => {
  it('are conversations with visitors of a website', async () => {
    const place = 'anonymous:77:c9';
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'a' }, { in: place });
    expect((await send(HELLO, { to: place })).kind).toBe('sent');
    expect(posted().at(-1)).toBe('/v2.0/oa/message');
    expect(last(place)?.text).toBe('Xin chào');
    expect(await send(HELLO, { to: 'anonymous:77:gone' })).toMatchObject({ kind: 'rejected' });
    expect(await send(HELLO, { to: 'anonymous:77' })).toMatchObject({ reason: 'recipient_unknown' });
  });
  it('are groups, where words of others call nobody', async () => {
    const group = stage.fake.addGroup(OA_ID, '99', [stage.minh]);
    expect((await send([{ text: 'Chào [@99] và [@123]' }], { to: group })).kind).toBe('sent');
    expect(last(group)?.text).toBe('Chào 99 và 123');
    expect(await send(HELLO, { to: 'group:1' })).toMatchObject({ reason: 'recipient_unknown' });
  });
});

describe('a form the vendor refuses', () => {
  it('is replaced by words', async () => {
    const list = '- ![a](https://a.vn/a.jpg) Phở\n- ![b](https://a.vn/b.jpg) Bún';
    const cards = {
      kind: 'answer',
      markdown: list,
      sources: '',
      hiddenMarks: [],
    } as const;
    expect((await say(cards)).kind).toBe('sent');
    expect(last()?.kind).toBe('list');
    stage.fake.fault({ path: CS, status: 200, body: { error: -233, message: 'not support' } });
    expect((await say(cards)).kind).toBe('sent');
    expect(last()).toMatchObject({ kind: 'text', text: expect.stringContaining('Phở') });
  });
  it('is not, when nobody knows what became of it', async () => {
    stage.fake.fault({ path: CS, status: 'reset-after-accept' });
    const place = { kind: 'ask-details', title: 'Thông tin', text: 'Cho biết tên' } as const;
    expect((await say(place)).kind).toBe('unknown');
    expect(stage.fake.chat(OA_ID, stage.minh)).toHaveLength(1);
  });
});

describe('a file', () => {
  const pdf = {
    kind: 'file',
    mediaId: 'm',
    url: 'https://a.vn/a.pdf',
    name: 'a.pdf',
    contentType: 'application/pdf',
    bytes: 9,
  } as const;
  const readMedia = async () => Buffer.from('%PDF-1.7');
  it('is uploaded, and sent by its token', async () => {
    expect((await say(pdf, { readMedia })).kind).toBe('sent');
    expect(posted()).toEqual(['/v2.0/oa/upload/file', CS]);
    expect(last()?.kind).toBe('file');
  });
  it('is a link when it is gone, or not taken', async () => {
    await say(pdf, { readMedia: async () => null });
    expect(last()?.text).toBe('a.pdf\nhttps://a.vn/a.pdf');
    stage.fake.fault({
      path: '/v2.0/oa/upload/file',
      status: 200,
      body: { error: -201, message: 'file is invalid' },
    });
    await say(pdf, { readMedia });
    expect(last()?.text).toBe('a.pdf\nhttps://a.vn/a.pdf');
  });
  it('has certainly not been sent when its upload was lost', async () => {
    stage.fake.fault({ path: '/v2.0/oa/upload/file', status: 'reset' });
    expect(await say(pdf, { readMedia })).toMatchObject({ reason: 'vendor_error', retryable: true });
    expect(stage.fake.chat(OA_ID, stage.minh)).toEqual([]);
  });
  it('that moves tells its size', async () => {
    expect(gifSize(GIF)).toEqual({ width: 32, height: 16 });
    expect(gifSize(Buffer.from('GIF'))).toBeNull();
    const gif = {
      ...pdf,
      kind: 'image',
      contentType: 'image/gif',
      url: 'https://a.vn/a.gif',
      previewUrl: 'https://a.vn/s',
    } as const;
    await say(gif, { readMedia: async () => GIF });
    expect(last()?.kind).toBe('gif');
    await say(gif, { readMedia: async () => Buffer.from('no gif') });
    expect(last()?.text).toBe('a.pdf\nhttps://a.vn/a.gif');
  });
});

describe('asking for details', () => {
  it('shows the vendor’s form with the account’s picture', async () => {
    await say({ kind: 'ask-details', title: 'Thông tin', text: 'Cho biết tên' });
    expect(last()?.payload).toMatchObject({
      attachment: {
        payload: {
          template_type: 'request_user_info',
          elements: [
            { title: 'Thông tin', subtitle: 'Cho biết tên', image_url: expect.stringMatching(/^https:/) },
          ],
        },
      },
    });
  });
  it('is words where the account has no picture', async () => {
    stage.fake.addAccount({ oaId: OA_ID, name: 'Hoa', pictureUrl: 'none' });
    await say({ kind: 'ask-details', title: 'Thông tin', text: 'Cho biết tên' });
    expect(last()).toMatchObject({ kind: 'text', text: 'Cho biết tên' });
  });
});

describe('what became of a message', () => {
  const find = (messages: readonly Record<string, unknown>[], since = stage.clock.now()) =>
    adapter().findSent?.(connection, { to: stage.minh, messages, since });
  it('is in the history', async () => {
    await send(HELLO);
    expect(await find(HELLO)).toBe('arrived');
    expect(await find([{ text: 'khác' }])).toBe('absent');
  });
  it('is not what was said before, or by the friend', async () => {
    await send(HELLO);
    stage.clock.advance(60_000);
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'Xin chào' });
    expect(await find(HELLO)).toBe('absent');
  });
  it('is found behind whatever the friend wrote since, within reason', async () => {
    const since = stage.clock.now();
    await send(HELLO);
    const chatter = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: `${time}` });
      }
    };
    await chatter(35);
    expect(await find(HELLO, since)).toBe('arrived');
    expect(await find([{ text: 'khác' }], since)).toBe('absent');
    await chatter(265);
    expect(await find(HELLO, since)).toBe('unknown');
    expect(stage.fake.calls.filter(({ path }) => path.endsWith('conversation'))).toHaveLength(4 + 4 + 30);
  });
  it('is told by its kind where it has no words', async () => {
    const picture = adapter().toMessages(
      [
        {
          kind: 'image',
          mediaId: 'm',
          url: 'https://a.vn/a.jpg',
          name: 'a',
          contentType: 'image/jpeg',
          bytes: 9,
          previewUrl: 'https://a.vn/s',
        },
      ],
      DEFAULT_MESSAGE_OPTIONS,
    );
    await send(HELLO);
    expect(await find(picture)).toBe('absent');
    await send(picture);
    expect(await find(picture)).toBe('arrived');
  });
  it('is unknown when the vendor does not answer, or has no history', async () => {
    stage.fake.fault({ path: '/v2.0/oa/conversation', status: 'reset' });
    expect(await find(HELLO)).toBe('unknown');
    const anonymous = { to: 'anonymous:1:2', messages: HELLO, since: 0 };
    expect(await adapter().findSent?.(connection, anonymous)).toBe('unknown');
  });
});
