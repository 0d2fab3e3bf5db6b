import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FriendAction } from '../fake/friend-action.ts';
import { SAMPLES } from '../fake/sample-files.ts';
import { fakeUserId } from '../fake/state.ts';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';

const { channelId } = CREDENTIALS;
const connection = { credentials: CREDENTIALS };
const GROUP = `C${'0'.repeat(32)}`;
const ROOM = `R${'0'.repeat(32)}`;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

function open(settings: { timeoutMs?: number; downloadTimeoutMs?: number } = {}) {
  const { fake, clock } = stage;
  return createLineChannel({ hosts: fake.hosts, now: clock.now }, settings);
}

/** What the friend sent, as the adapter read it from the webhook. */
async function received(action: FriendAction, place?: string) {
  await stage.fake.friendSays(channelId, stage.hanako, action, place ? { in: place } : {});
  const parsed = open().parseWebhook(stage.receiver.received.at(-1)?.rawBody ?? Buffer.from(''));
  const event = parsed.kind === 'events' ? parsed.events[0] : undefined;
  if (event?.what.kind !== 'message') throw new Error('not a message');
  return { event, id: event.what.vendorMessageId, content: event.what.content };
}

describe('received files', () => {
  const fetchMedia = (vendorMessageId: string, adapter = open()) =>
    adapter.fetchMedia?.(connection, { from: 'vendor', vendorMessageId });
  it.each([
    [{ type: 'image' }, SAMPLES.image],
    [{ type: 'file', fileName: 'a.pdf' }, SAMPLES.file],
  ] as const)('of %j come as they are', async (action, sample) => {
    const { id, content } = await received(action);
    expect(content.media).toEqual({ from: 'vendor', vendorMessageId: id });
    const outcome = await fetchMedia(id);
    if (outcome?.kind !== 'fetched') throw new Error('not fetched');
    expect(outcome.contentType).toBe(sample.contentType);
    expect(await buffer(outcome.body)).toEqual(sample.bytes);
  });
  it('are waited for while they are prepared', async () => {
    const { id } = await received({ type: 'video' });
    stage.fake.setPreparation(id, { pending: 2 });
    expect(await fetchMedia(id)).toEqual({ kind: 'pending', retryInMs: 3_000 });
    expect(await fetchMedia(id)).toEqual({ kind: 'pending', retryInMs: 500 });
    expect(await fetchMedia(id)).toMatchObject({ kind: 'fetched', contentType: 'video/mp4' });
  });
  it('are gone when they are taken back, unknown, or never get ready', async () => {
    const { id } = await received({ type: 'audio' });
    stage.fake.setPreparation(id, 'failed');
    expect(await fetchMedia(id)).toMatchObject({ kind: 'gone' });
    await stage.fake.friendSays(channelId, stage.hanako, { type: 'unsend', messageId: id });
    expect(await fetchMedia(id)).toMatchObject({ kind: 'gone', detail: expect.stringContaining('410') });
    expect(await fetchMedia('1')).toMatchObject({ kind: 'gone', detail: expect.stringContaining('404') });
  });
  it('are out of reach when the vendor is', async () => {
    const { id } = await received({ type: 'image' });
    for (const status of [500, 429, 'reset', 'hang'] as const) {
      stage.fake.fault({ path: '/v2/bot/message/*', status });
      const adapter = open(status === 'hang' ? { timeoutMs: 500 } : {});
      expect(await fetchMedia(id, adapter)).toMatchObject({ kind: 'unreachable' });
    }
  });
  it('that stop half-way end in an error of the stream, not in half a file', async () => {
    const { id } = await received({ type: 'image' });
    stage.fake.fault({ path: '/v2/bot/message/*', status: 'stall' });
    const outcome = await fetchMedia(id, open({ downloadTimeoutMs: 3_000 }));
    if (outcome?.kind !== 'fetched') throw new Error('not fetched');
    await expect(buffer(outcome.body)).rejects.toThrow();
  });
});

describe('followers', () => {
  it('come in pages', async () => {
    for (let index = 0; index < 1_100; index += 1) {
      stage.fake.addFriend(channelId, { displayName: `friend ${index}` });
    }
    stage.fake.addFriend(channelId, { displayName: 'left', relation: 'blocked' });
    const first = await open().followers?.(connection, null);
    if (first?.kind !== 'page') throw new Error('no page');
    expect(first.externalIds).toHaveLength(1_000);
    const second = await open().followers?.(connection, first.next);
    expect(second).toMatchObject({ kind: 'page', next: null });
    const ids = [...first.externalIds, ...(second?.kind === 'page' ? second.externalIds : [])];
    expect(new Set(ids).size).toBe(1_101);
    expect(ids).not.toContain(fakeUserId('left'));
  });
  it('are not told to accounts that are not verified', async () => {
    stage.fake.addChannel({ ...CREDENTIALS, displayName: 'テスト商店', verified: false });
    expect(await open().followers?.(connection, null)).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('verified and premium accounts only'),
    });
    stage.fake.fault({ path: '/v2/bot/followers/ids', status: 500 });
    expect(await open().followers?.(connection, null)).toMatchObject({ kind: 'unreachable' });
  });
  it('need a cursor of the vendor, not older than a day', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `friend ${index}`);
    for (const displayName of many) stage.fake.addFriend(channelId, { displayName });
    const first = await open().followers?.(connection, null);
    stage.clock.advance(25 * 60 * 60 * 1000);
    const next = first?.kind === 'page' ? first.next : null;
    expect(next).not.toBe(null);
    expect(await open().followers?.(connection, next)).toMatchObject({ kind: 'unreachable' });
    expect(await open().followers?.(connection, 'old')).toMatchObject({
      kind: 'unreachable',
      detail: 'HTTP 400: Invalid start param',
    });
  });
});

describe('groups and rooms', () => {
  const member = fakeUserId('nobody’s friend');
  beforeEach(() => {
    const look = { name: '店員の会', pictureUrl: 'https://x.jp/g.png' };
    stage.fake.addGroup(channelId, GROUP, [stage.hanako, member], look);
    stage.fake.addGroup(channelId, ROOM, [member]);
  });
  it('have a name, a picture and members, friends or not', async () => {
    const adapter = open();
    expect(await adapter.groupProfile?.(connection, GROUP)).toEqual({
      kind: 'found',
      profile: { displayName: '店員の会', pictureUrl: 'https://x.jp/g.png', language: null },
    });
    expect(await adapter.groupProfile?.(connection, ROOM)).toMatchObject({ kind: 'unavailable' });
    expect(await adapter.memberProfile?.(connection, GROUP, stage.hanako)).toMatchObject({
      profile: { displayName: '花子' },
    });
    for (const place of [GROUP, ROOM]) {
      expect(await adapter.profile(connection, member)).toMatchObject({ kind: 'unavailable' });
      expect(await adapter.memberProfile?.(connection, place, member)).toMatchObject({ kind: 'found' });
    }
  });
  it('are closed to an account that has left', async () => {
    const { events } = await stage.fake.friendSays(channelId, stage.hanako, { type: 'leave' }, { in: GROUP });
    expect(events[0]).toMatchObject({ type: 'leave', source: { type: 'group', groupId: GROUP } });
    expect(await open().groupProfile?.(connection, GROUP)).toMatchObject({ kind: 'unavailable' });
    expect(await open().memberProfile?.(connection, GROUP, member)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the profile of a person', () => {
  it('is unknown only where the vendor says that the account knows no such person', async () => {
    const id = `U${'8'.repeat(32)}`;
    expect(await open().profile(connection, id)).toMatchObject({ kind: 'unavailable', isUnknown: true });
    for (const status of [401, 429, 500, 'reset'] as const) {
      stage.fake.fault({ path: `/v2/bot/profile/${id}`, status, times: status === 401 ? 2 : 1 });
      expect(await open().profile(connection, id)).toMatchObject({ kind: 'unavailable', isUnknown: false });
    }
  });
});

describe('quota', () => {
  it('is the limit of the month and what was used of it', async () => {
    expect(await open().quota?.(connection)).toEqual({ kind: 'known', limit: null, used: 0 });
    stage.fake.addChannel({ ...CREDENTIALS, displayName: 'テスト商店', monthlyQuota: 200 });
    const how = { method: 'push', retryKey: randomUUID() } as const;
    await open().send(connection, { to: stage.hanako, messages: [{ type: 'text', text: 'a' }], how });
    expect(await open().quota?.(connection)).toEqual({ kind: 'known', limit: 200, used: 1 });
  });
  it('is unknown when one half of it is', async () => {
    stage.fake.fault({ path: '/v2/bot/message/quota/consumption', status: 500 });
    expect(await open().quota?.(connection)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('read marks', () => {
  it('go up to the message of the token', async () => {
    const { event } = await received({ type: 'text', text: 'a' });
    const at = stage.clock.now();
    expect(stage.fake.readUntil(channelId, stage.hanako)).toBe(null);
    await open().markRead?.(connection, String(event.readToken));
    expect(stage.fake.readUntil(channelId, stage.hanako)).toBe(at);
    await open().markRead?.(connection, 'nonsense');
  });
});

describe('a quote', () => {
  const send = (quoteToken: unknown, to = stage.hanako) =>
    open().send(connection, {
      to,
      messages: [{ type: 'text', text: 'a', quoteToken }],
      how: { method: 'push', retryKey: randomUUID() },
    });
  it('is taken in the chat it comes from, again and again', async () => {
    const { event, id } = await received({ type: 'sticker' });
    expect(await send(event.quoteToken)).toMatchObject({ kind: 'sent' });
    expect(await send(event.quoteToken)).toMatchObject({ kind: 'sent' });
    const answering = await received({ type: 'text', text: 'b', quotes: id });
    expect(answering.event.what).toMatchObject({ quotes: id });
    stage.fake.addGroup(channelId, GROUP, [stage.hanako]);
    expect(await send(event.quoteToken, GROUP)).toMatchObject({
      reason: 'message_invalid',
      detail: expect.stringContaining('messages[0].quoteToken'),
    });
  });
});

describe('too much haste', () => {
  it.each([
    ['30', 30_000],
    ['soon', undefined],
  ])('waits as long as the vendor asks: %s', async (value, retryAfterMs) => {
    const headers = { 'retry-after': value };
    stage.fake.fault({ path: '/v2/bot/message/push', status: 429, headers });
    const how = { method: 'push', retryKey: randomUUID() } as const;
    const messages = [{ type: 'text', text: 'a' }];
    const outcome = await open().send(connection, { to: stage.hanako, messages, how });
    expect(outcome).toMatchObject({ reason: 'rate_limited', retryable: true });
    expect(Object(outcome).retryAfterMs).toBe(retryAfterMs);
  });
});
