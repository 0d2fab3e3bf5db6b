import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendManyRequest, SendRequest } from '../../spec/sending.ts';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';

const { channelId } = CREDENTIALS;
const HELLO = [{ type: 'text', text: 'こんにちは' }];

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

function send(how: SendRequest['how'], more: Partial<SendRequest> = {}) {
  const { fake, clock, hanako } = stage;
  const adapter = createLineChannel({ hosts: fake.hosts, now: clock.now });
  return adapter.send({ credentials: CREDENTIALS }, { to: hanako, messages: HELLO, how, ...more });
}
const push = (more: Partial<SendRequest> = {}, retryKey: string = randomUUID()) =>
  send({ method: 'push', retryKey }, more);

async function replyToken(): Promise<string> {
  const { events } = await stage.fake.friendSays(channelId, stage.hanako, { type: 'text', text: 'a' });
  return String(events[0]?.replyToken);
}

describe('push', () => {
  it('takes a repeated key as sent, under the request id of the first', async () => {
    const key = randomUUID();
    const first = await push({}, key);
    const second = await push({}, key);
    expect(first).toMatchObject({
      kind: 'sent',
      vendorMessageIds: [expect.any(String)],
      requestId: expect.any(String),
    });
    expect(second).toEqual(first);
    expect(stage.fake.chat(channelId, stage.hanako)).toHaveLength(1);
    expect(stage.fake.channel(channelId).quotaUsed).toBe(1);
  });
  it('is counted under a unit, which is a part of the body', async () => {
    const unit = 'autumn_a';
    const outcome = await push({ how: { method: 'push', retryKey: randomUUID(), unit } });
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(stage.fake.calls.at(-1)?.body).toMatchObject({ customAggregationUnits: [unit] });
    expect(stage.fake.lookAt(channelId, stage.hanako, { unit })).toBe(true);
    await push();
    expect(stage.fake.calls.at(-1)?.body).not.toHaveProperty('customAggregationUnits');
  });
  it('sends again after the vendor forgot the key', async () => {
    const key = randomUUID();
    await push({}, key);
    stage.clock.advance(25 * 60 * 60 * 1000);
    await push({}, key);
    expect(stage.fake.chat(channelId, stage.hanako)).toHaveLength(2);
  });
  it('meets the real quota, and a blocked friend costs none', async () => {
    stage.fake.addChannel({ ...CREDENTIALS, displayName: 'テスト商店', monthlyQuota: 1 });
    const left = stage.fake.addFriend(channelId, { displayName: '太郎', relation: 'blocked' });
    expect(await push({ to: left })).toMatchObject({ kind: 'sent' });
    expect(stage.fake.chat(channelId, left)).toEqual([]);
    expect(await push()).toMatchObject({ kind: 'sent' });
    expect(await push()).toMatchObject({ kind: 'rejected', reason: 'quota_exceeded', retryable: false });
    stage.clock.advance(31 * 24 * 60 * 60 * 1000);
    expect(await push()).toMatchObject({ kind: 'sent' });
  });
  it('knows an id that is no id', async () => {
    expect(await push({ to: 'hanako' })).toMatchObject({ kind: 'rejected', reason: 'recipient_unknown' });
  });
  it('tells which part of a message is not taken', async () => {
    expect(await push({ messages: [{ type: 'text', text: 'a'.repeat(5001) }] })).toMatchObject({
      reason: 'message_invalid',
      detail:
        'HTTP 400: The request body has 1 error(s); messages[0].text: Length must be between 0 and 5000',
    });
  });
  it.each([
    [404, 'message_invalid', false],
    [413, 'message_invalid', false],
    [502, 'vendor_error', true],
    [302, 'vendor_error', true],
  ])('maps HTTP %i', async (status, reason, retryable) => {
    stage.fake.fault({ path: '/v2/bot/message/push', status });
    expect(await push()).toMatchObject({ kind: 'rejected', reason, retryable });
  });
  it('is rejected, not in doubt, when the name of the host leads nowhere', async () => {
    const adapter = createLineChannel({ hosts: { api: 'http://no-such-host.invalid' }, now: Date.now });
    const request = {
      to: stage.hanako,
      messages: HELLO,
      how: { method: 'push', retryKey: randomUUID() },
    } as const;
    expect(await adapter.send({ credentials: CREDENTIALS }, request)).toMatchObject({
      reason: 'vendor_error',
      retryable: true,
      detail: expect.stringContaining('not sent'),
    });
  });
});

describe('reply', () => {
  it('is free and ends the loading animation', async () => {
    const token = await replyToken();
    const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
    await adapter.showTyping({ credentials: CREDENTIALS }, stage.hanako);
    expect(stage.fake.isTyping(channelId, stage.hanako)).toBe(true);
    expect(await send({ method: 'reply', replyToken: token })).toMatchObject({ kind: 'sent' });
    expect(stage.fake.isTyping(channelId, stage.hanako)).toBe(false);
    expect(stage.fake.channel(channelId).quotaUsed).toBe(0);
    expect(stage.fake.chat(channelId, stage.hanako).at(-1)).toMatchObject({
      via: 'reply',
      text: 'こんにちは',
    });
  });
  it('carries no retry key, which the vendor would refuse', async () => {
    await send({ method: 'reply', replyToken: await replyToken() });
    expect(stage.fake.calls.at(-1)).toMatchObject({
      path: '/v2/bot/message/reply',
      retryKey: null,
      result: 200,
    });
  });
  it('is in doubt after a breakdown of the vendor, who may have sent it', async () => {
    const token = await replyToken();
    stage.fake.fault({ path: '/v2/bot/message/reply', status: 500, times: 1 });
    expect(await send({ method: 'reply', replyToken: token })).toMatchObject({ kind: 'unknown' });
  });
  it('does not use up its token on a message that is not taken', async () => {
    const how = { method: 'reply', replyToken: await replyToken() } as const;
    expect(await send(how, { messages: [] })).toMatchObject({ reason: 'message_invalid' });
    expect(await send(how)).toMatchObject({ kind: 'sent' });
  });
});

describe('the same for many', () => {
  const unknown = `U${'9'.repeat(32)}`;
  const friends = (count: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      stage.fake.addFriend(channelId, { displayName: `friend ${index}` }),
    );
  const sendMany = (request: Partial<SendManyRequest>) => {
    const { fake, clock, hanako } = stage;
    const adapter = createLineChannel({ hosts: fake.hosts, now: clock.now });
    const whole = { to: [hanako], messages: HELLO, retryKey: randomUUID(), unit: null, ...request };
    return adapter.sendMany?.({ credentials: CREDENTIALS }, whole);
  };
  const received = (ids: readonly string[]) => ids.map((id) => stage.fake.chat(channelId, id).length);

  it('is said to each once, however often its key is tried', async () => {
    const request = { to: friends(500), retryKey: randomUUID(), unit: 'spring_A' };
    const first = await sendMany(request);
    expect(first).toEqual({ kind: 'sent', requestId: expect.any(String) });
    expect(await sendMany(request)).toEqual(first);
    expect(new Set(received(request.to))).toEqual(new Set([1]));
    expect(stage.fake.calls.at(-1)?.body).toMatchObject({ customAggregationUnits: ['spring_A'] });
  });
  it('reaches no recipient when one is unknown, and names that one; another key reaches the rest', async () => {
    const known = friends(3);
    const to = [...known.slice(0, 2), unknown, ...known.slice(2)];
    expect(await sendMany({ to })).toMatchObject({ kind: 'recipient-refused', recipient: unknown });
    expect(received(known)).toEqual([0, 0, 0]);
    expect(await sendMany({ to: known })).toMatchObject({ kind: 'sent' });
    expect(received(known)).toEqual([1, 1, 1]);
  });
  it('is in doubt when no answer comes, and its key settles it', async () => {
    const request = { to: friends(2), retryKey: randomUUID() };
    stage.fake.fault({
      path: '/v2/bot/message/multicast',
      status: 'reset-after-accept',
      times: 1,
    });
    expect(await sendMany(request)).toMatchObject({ kind: 'unknown' });
    expect(await sendMany(request)).toMatchObject({ kind: 'sent' });
    expect(received(request.to)).toEqual([1, 1]);
  });
  it('is refused as a whole for what it says, and for more people than a call takes', async () => {
    const refused = { kind: 'rejected', reason: 'message_invalid', retryable: false };
    expect(await sendMany({ messages: [] })).toMatchObject(refused);
    expect(await sendMany({ to: friends(501) })).toMatchObject(refused);
  });
  it('meets the real quota before anybody gets it', async () => {
    stage.fake.addChannel({ ...CREDENTIALS, displayName: 'テスト商店', monthlyQuota: 2 });
    const to = friends(3);
    expect(await sendMany({ to })).toMatchObject({ reason: 'quota_exceeded', retryable: false });
    expect(received(to)).toEqual([0, 0, 0]);
  });
  it.each([
    [429, 'rate_limited'],
    [500, 'vendor_error'],
  ])('may be tried again after HTTP %i', async (status, reason) => {
    stage.fake.fault({ path: '/v2/bot/message/multicast', status, times: 1 });
    expect(await sendMany({})).toMatchObject({ kind: 'rejected', reason, retryable: true });
  });
});

it('shows no animation in a group', async () => {
  const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  await adapter.showTyping({ credentials: CREDENTIALS }, `C${'1'.repeat(32)}`);
  expect(stage.fake.calls).toHaveLength(0);
});
