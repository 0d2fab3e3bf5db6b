import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendRequest } from '../../spec/channel.ts';
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
  const adapter = createLineChannel({ hosts: fake.hosts, now: clock.now }, { timeoutMs: 500 });
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

it('shows no animation in a group', async () => {
  const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  await adapter.showTyping({ credentials: CREDENTIALS }, `C${'1'.repeat(32)}`);
  expect(stage.fake.calls).toHaveLength(0);
});
