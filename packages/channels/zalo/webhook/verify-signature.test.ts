import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './verify-signature.ts';

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
  verifySignature(Buffer.from(body), { ...KEYS, ...keys }, signature, now);

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
