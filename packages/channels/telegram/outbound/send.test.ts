import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelAdapter } from '../../spec/channel.ts';
import type { OutgoingPart } from '../../spec/outgoing.ts';
import { DEFAULT_MESSAGE_OPTIONS } from '../../spec/outgoing.ts';
import type { SendRequest } from '../../spec/sending.ts';
import type { TelegramCredentials } from '../credentials.ts';
import { createTelegramChannel } from '../telegram.channel.ts';
import { CREDENTIALS, type Stage, setStage, TOKEN } from '../testing.ts';

let stage: Stage;
let adapter: ChannelAdapter<TelegramCredentials>;
beforeAll(async () => {
  stage = await setStage();
  adapter = createTelegramChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
});
afterAll(() => stage.close());

const connection = { credentials: CREDENTIALS };
const how = { method: 'push', retryKey: 'k' } as const;
const send = (
  to: string,
  part: OutgoingPart,
  readMedia?: SendRequest['readMedia'],
  look = DEFAULT_MESSAGE_OPTIONS,
) =>
  adapter.send(connection, {
    to,
    messages: adapter.toMessages([part], look),
    how,
    ...(readMedia ? { readMedia } : {}),
  });
const hello: OutgoingPart = { kind: 'text', text: 'Hello' };
const lastOf = (chatId: string) => stage.fake.chat(TOKEN, chatId).at(-1);
const picture = (url: string): OutgoingPart => ({
  kind: 'image',
  mediaId: 'm',
  url,
  name: 'rose.jpg',
  contentType: 'image/jpeg',
  bytes: 3,
  previewUrl: url,
});

describe('sending', () => {
  it('tells the id of the message with its chat', async () => {
    const outcome = await send(stage.minh, hello);
    expect(outcome).toMatchObject({
      kind: 'sent',
      vendorMessageIds: [`${stage.minh}:${lastOf(stage.minh)?.id}`],
    });
  });
  it('uploads what the vendor can’t fetch, and sends the link when there is nothing to upload', async () => {
    const local = picture('http://127.0.0.1:9/rose.jpg');
    expect(await send(stage.minh, local, async () => Buffer.from('abc'))).toMatchObject({ kind: 'sent' });
    expect(lastOf(stage.minh)).toMatchObject({
      kind: 'image',
      payload: { photo: { name: 'rose.jpg', bytes: 3 } },
    });
    expect(await send(stage.minh, local, async () => null)).toMatchObject({ kind: 'sent' });
    expect(lastOf(stage.minh)).toMatchObject({ kind: 'text', text: 'rose.jpg\nhttp://127.0.0.1:9/rose.jpg' });
  });
  it('does not send anything else after a file whose answer was lost', async () => {
    stage.fake.fault({ method: 'sendPhoto', status: 'reset-after-accept' });
    const before = stage.fake.chat(TOKEN, stage.minh).length;
    const outcome = await send(stage.minh, picture('https://example.com/rose.jpg'), async () =>
      Buffer.from('a'),
    );
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(stage.fake.chat(TOKEN, stage.minh)).toHaveLength(before + 1);
  });
  it('says how long to wait', async () => {
    const parameters = { retry_after: 7 };
    stage.fake.fault({ method: 'sendMessage', status: 429, description: 'Too Many Requests', parameters });
    expect(await send(stage.minh, hello)).toMatchObject({ reason: 'rate_limited', retryAfterMs: 7_000 });
  });
  it('does not know what a gateway in between has let through', async () => {
    stage.fake.fault({ method: 'sendMessage', status: 502, description: 'Bad Gateway' });
    expect(await send(stage.minh, hello)).toMatchObject({ kind: 'unknown' });
    stage.fake.fault({ method: 'sendMessage', status: 500 });
    expect(await send(stage.minh, hello)).toMatchObject({ kind: 'unknown' });
  });
  it('knows a person who has blocked the bot, and one it may not write to first', async () => {
    const anna = stage.fake.addFriend(TOKEN, { firstName: 'Anna', status: 'blocked' });
    const bob = stage.fake.addFriend(TOKEN, { firstName: 'Bob', status: 'new' });
    for (const to of [anna, bob]) {
      expect(await send(to, hello)).toMatchObject({ reason: 'recipient_refuses', retryable: false });
    }
  });
  it('follows a group that has become a larger one', async () => {
    const group = stage.fake.addGroup(TOKEN, 'Friends', [stage.minh]);
    const larger = stage.fake.migrate(TOKEN, group);
    const outcome = await send(group, hello);
    expect(outcome).toMatchObject({ kind: 'sent', vendorMessageIds: [`${larger}:${lastOf(larger)?.id}`] });
    expect(lastOf(group)).toBeUndefined();
  });
});

describe('beside messages', () => {
  it('each tap is answered once it is stored, also one that nothing can be made of', async () => {
    const { fake, receiver, minh } = stage;
    const tapId = async (update?: object) => {
      await (update
        ? fake.friendSays(TOKEN, minh, { type: 'custom', update: { callback_query: update } })
        : fake.friendSays(TOKEN, minh, { type: 'tap', data: 'p:handover' }));
      const call = receiver.received.at(-1);
      if (!call) throw new Error('no call');
      expect(adapter.verifyWebhook(connection, call.rawBody, call.headers)).toBe(true);
      const parsed = adapter.parseWebhook(call.rawBody);
      await adapter.acknowledge?.(connection, parsed.kind === 'events' ? parsed.events : []);
      const answered = fake.calls.filter(({ method }) => method === 'answerCallbackQuery');
      return answered.map(({ params, result }) => [params.callback_query_id, result]);
    };
    expect(await tapId()).toEqual([[expect.any(String), 200]]);
    const from = { id: Number(minh), is_bot: false, first_name: 'Minh' };
    // Of a message that was sent in another chat by way of the bot: it has no chat, and here no tap waits for it.
    expect((await tapId({ id: 'elsewhere', from, inline_message_id: 'i', data: 'x' })).at(-1)?.[0]).toBe(
      'elsewhere',
    );
  });
  it('files are fetched, and told from those that are gone', async () => {
    const fetch = (vendorMessageId: string) =>
      adapter.fetchMedia?.(connection, { from: 'vendor', vendorMessageId });
    const fetched = await fetch('file-image');
    if (fetched?.kind !== 'fetched') throw new Error('not fetched');
    expect(fetched.contentType).toBe('image/png');
    const bytes = Buffer.concat(await fetched.body.toArray());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(await fetch('never-there')).toMatchObject({ kind: 'gone' });
    expect(await fetch('too-large')).toMatchObject({ kind: 'gone' });
  });
  it('names of groups and of their members are read', async () => {
    const group = stage.fake.addGroup(TOKEN, 'Lovers of roses', [stage.minh]);
    expect(await adapter.groupProfile?.(connection, group)).toMatchObject({
      profile: { displayName: 'Lovers of roses' },
    });
    expect(await adapter.memberProfile?.(connection, group, stage.minh)).toMatchObject({
      profile: { displayName: 'Minh Trần' },
    });
    expect(await adapter.memberProfile?.(connection, group, '1')).toMatchObject({ kind: 'unavailable' });
  });
  it('a webhook has to be https, and carries a secret the vendor takes', async () => {
    expect(await adapter.setWebhook(connection, 'http://example.com/hook')).toMatchObject({ kind: 'failed' });
    const url = 'https://example.com/hook';
    expect(await adapter.setWebhook(connection, url)).toEqual({ kind: 'ok' });
    expect(stage.fake.bot(TOKEN).webhook).toMatchObject({
      url,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
  });
});
