import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { InboundEvent } from '../spec/channel.ts';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../spec/outgoing.ts';
import type { FriendAction } from './fake/build-update.ts';
import { createTelegramChannel } from './telegram.channel.ts';
import { CREDENTIALS, type Stage, setStage, TOKEN } from './testing.ts';
import { readThread, threadOf } from './thread.ts';

// Bot API: Message (message_thread_id, is_topic_message, direct_messages_topic) and the methods that send.
// QwenLM/qwen-code#7609: answers to topics went to "General".

let stage: Stage;
let adapter: ReturnType<typeof createTelegramChannel>;
let forum: string;
let topic: number;
beforeEach(async () => {
  stage = await setStage();
  adapter = createTelegramChannel({ hosts: stage.fake.hosts, now: stage.clock.now }, { timeoutMs: 1_000 });
  forum = stage.fake.addForum(TOKEN, { title: 'Team', members: [stage.minh] });
  topic = stage.fake.addTopic(TOKEN, forum, 'Opening hours');
});
afterEach(() => stage.close());

const connection = { credentials: CREDENTIALS };
const hello: OutgoingPart = { kind: 'text', text: 'Hello' };
const send = (to: string, part: OutgoingPart = hello, options = DEFAULT_MESSAGE_OPTIONS) =>
  adapter.send(connection, {
    to,
    messages: adapter.toMessages([part], options),
    how: { method: 'push', retryKey: 'k' },
    readMedia: async () => Buffer.from('abc'),
  });

/** What the webhook makes of what Minh does in a place. */
async function received(
  action: FriendAction,
  place: { readonly in?: string; readonly topic?: number } = {},
): Promise<InboundEvent> {
  await stage.fake.friendSays(TOKEN, stage.minh, action, place);
  const call = stage.receiver.received.at(-1);
  if (!call) throw new Error('no call');
  expect(adapter.verifyWebhook(connection, call.rawBody, call.headers)).toBe(true);
  const parsed = adapter.parseWebhook(call.rawBody);
  const event = parsed.kind === 'events' ? parsed.events[0] : undefined;
  if (!event) throw new Error('no event');
  return event;
}
const calls = (method: string) => stage.fake.calls.filter((call) => call.method === method);

describe('the place of a message', () => {
  const chat = { id: '-1001', type: 'supergroup' };
  test.each([
    [{ chat, message_thread_id: 77, is_topic_message: true }, '-1001/77'],
    [{ chat, message_thread_id: 1, is_topic_message: true }, '-1001'],
    [{ chat }, '-1001'],
    // A chain of replies in a supergroup without topics, or in "General".
    [{ chat, message_thread_id: 77 }, '-1001'],
    [{ chat, message_thread_id: 77, is_topic_message: false }, '-1001'],
    [{ chat, is_topic_message: true }, '-1001'],
    [{ chat: { id: '5', type: 'private' }, message_thread_id: 9, is_topic_message: true }, '5/9'],
    [{ chat, direct_messages_topic: { topic_id: 6_000_000_001 } }, '-1001/d6000000001'],
  ])('of %j is %s', (message, thread) => {
    expect(threadOf(message)).toBe(thread);
  });
  test.each([
    ['-1001/77', '-1001', { message_thread_id: 77 }],
    ['5/9', '5', { message_thread_id: 9 }],
    ['-1001/d6000000001', '-1001', { direct_messages_topic_id: 6_000_000_001 }],
    ['-1001', '-1001', {}],
    ['5', '5', {}],
  ])('%s is reached in chat %s by %j', (text, chatId, place) => {
    expect(readThread(text)).toEqual({ chatId, place });
  });
});

describe('received in a topic', () => {
  it('is said in a thread of its own, by its name, and replies to nothing', async () => {
    const there = { in: forum, topic };
    const event = await received({ type: 'text', text: '@flower_shop_bot hours?' }, there);
    expect(event).toMatchObject({
      threadExternalId: `${forum}/${topic}`,
      isGroup: true,
      placeName: 'Opening hours',
      mayAnswer: true,
      what: { quotes: null },
    });
    // A topic that the bot has opened itself makes it no reply to the bot.
    expect(await received({ type: 'text', text: 'see you' }, there)).toMatchObject({ mayAnswer: false });
    const general = await received({ type: 'text', text: '@flower_shop_bot hi' }, { in: forum });
    expect(general.threadExternalId).toBe(forum);
  });
  it('is quoted, edited and tapped there', async () => {
    const there = { in: forum, topic };
    const thread = `${forum}/${topic}`;
    const options = { ...DEFAULT_MESSAGE_OPTIONS, quickReplies: [{ label: 'Yes', text: 'Yes', data: 'y' }] };
    await send(thread, hello, options);
    const replyTo = stage.fake.chat(TOKEN, forum).at(-1)?.id ?? 0;
    expect(await received({ type: 'text', text: 'thanks', replyTo }, there)).toMatchObject({
      mayAnswer: true,
      what: { quotes: `${forum}:${replyTo}` },
    });
    expect(await received({ type: 'edit', messageId: 5, text: 'thanks!' }, there)).toMatchObject({
      threadExternalId: thread,
    });
    const tap = await received({ type: 'tap', data: 'p:y' }, { in: forum });
    expect(tap).toMatchObject({ threadExternalId: thread, what: { content: { data: { data: 'y' } } } });
    expect(tap).not.toHaveProperty('aboutMessage');
  });
  it('names the message where the vendor does not say in which topic it stands', async () => {
    const about = (id: number) => ({ threadExternalId: forum, aboutMessage: `${forum}:${id}` });
    expect(await received({ type: 'react', messageId: 9, emoji: '👍' }, { in: forum })).toMatchObject(
      about(9),
    );
    expect(await received({ type: 'tap', data: 'p:gone', messageId: 7 }, { in: forum })).toMatchObject(
      about(7),
    );
    const group = stage.fake.addGroup(TOKEN, 'Friends', [stage.minh]);
    const event = await received({ type: 'react', messageId: 9, emoji: '👍' }, { in: group });
    expect(event).not.toHaveProperty('aboutMessage');
  });
});

describe('sent to a topic', () => {
  const file = { mediaId: 'm', name: 'a', contentType: 'application/pdf', bytes: 3 };
  const url = 'https://shop.example/a.pdf';
  test.each<[string, OutgoingPart]>([
    ['sendMessage', hello],
    ['sendPhoto', { kind: 'image', ...file, contentType: 'image/png', url, previewUrl: url }],
    [
      'sendPhoto',
      { kind: 'image', ...file, contentType: 'image/png', url: 'http://127.0.0.1/a', previewUrl: '' },
    ],
    ['sendDocument', { kind: 'file', ...file, url }],
    ['sendVenue', { kind: 'location', title: 'Shop', address: 'Hue', latitude: 16, longitude: 107 }],
    ['sendMessage', { kind: 'link', text: 'Book', label: 'Open', url }],
  ])('%s goes there', async (method, part) => {
    expect(await send(`${forum}/${topic}`, part)).toMatchObject({ kind: 'sent' });
    expect(stage.fake.chat(TOKEN, forum).at(-1)).toMatchObject({ topic });
    expect(calls(method).at(-1)?.params).toMatchObject({ chat_id: forum });
  });
  it('shows there that an answer is being written', async () => {
    await adapter.showTyping(connection, `${forum}/${topic}`);
    expect(stage.fake.isTyping(TOKEN, forum, topic)).toBe(true);
    expect(stage.fake.isTyping(TOKEN, forum)).toBe(false);
  });
  it('names no topic in "General", groups without topics and private chats', async () => {
    const group = stage.fake.addGroup(TOKEN, 'Friends', [stage.minh]);
    for (const to of [forum, group, stage.minh]) {
      await send(to);
      await adapter.showTyping(connection, to);
    }
    for (const { params } of stage.fake.calls) expect(params).not.toHaveProperty('message_thread_id');
  });
  it('reaches a topic of a private chat, and a topic of direct messages', async () => {
    const mine = stage.fake.addTopic(TOKEN, stage.minh, 'Order 12');
    const event = await received({ type: 'text', text: 'hi' }, { topic: mine });
    expect(event).toMatchObject({ threadExternalId: `${stage.minh}/${mine}`, mayAnswer: true });
    expect(event).not.toHaveProperty('isGroup');
    await send(`${stage.minh}/${mine}`);
    expect(stage.fake.chat(TOKEN, stage.minh).at(-1)).toMatchObject({ topic: mine });
    const direct = stage.fake.addForum(TOKEN, {
      title: 'News',
      members: [stage.minh],
      isDirectMessages: true,
    });
    const person = stage.fake.addTopic(TOKEN, direct, 'Minh');
    const written = await received({ type: 'text', text: 'hi' }, { in: direct, topic: person });
    expect(written.threadExternalId).toBe(`${direct}/d${person}`);
    expect(await send(`${direct}/d${person}`)).toMatchObject({ kind: 'sent' });
    expect(stage.fake.chat(TOKEN, direct).at(-1)).toMatchObject({ topic: person });
    await adapter.showTyping(connection, `${direct}/d${person}`);
    expect(calls('sendChatAction')).toEqual([]);
  });
  it('reads the name of the chat', async () => {
    expect(await adapter.groupProfile?.(connection, `${forum}/${topic}`)).toMatchObject({
      profile: { displayName: 'Team' },
    });
    expect(await adapter.memberProfile?.(connection, `${forum}/${topic}`, stage.minh)).toMatchObject({
      profile: { displayName: 'Minh Trần' },
    });
  });
});

describe('a topic that is gone', () => {
  const description = 'Bad Request: message thread not found';
  it('is given up once: the message goes to the main part', async () => {
    stage.fake.deleteTopic(TOKEN, forum, topic);
    expect(await send(`${forum}/${topic}`)).toMatchObject({ kind: 'sent' });
    expect(calls('sendMessage').map(({ params }) => params.message_thread_id)).toEqual([topic, undefined]);
    expect(stage.fake.chat(TOKEN, forum).at(-1)).not.toHaveProperty('topic');
  });
  it('is not asked again for the other form of the same message', async () => {
    stage.fake.deleteTopic(TOKEN, forum, topic);
    const picture: OutgoingPart = {
      kind: 'image',
      mediaId: 'm',
      url: 'http://127.0.0.1/a.png',
      name: 'a.png',
      contentType: 'image/png',
      bytes: 3,
      previewUrl: '',
    };
    expect(await send(`${forum}/${topic}`, picture)).toMatchObject({ kind: 'sent' });
    const threads = calls('sendPhoto').map(({ params }) => params.message_thread_id);
    expect(threads.filter((thread) => thread !== undefined)).toHaveLength(1);
  });
  it('leads to no third call', async () => {
    stage.fake.fault({ method: 'sendMessage', status: 400, description, times: 5 });
    expect(await send(`${forum}/${topic}`)).toMatchObject({ kind: 'rejected', retryable: false });
    expect(calls('sendMessage')).toHaveLength(2);
  });
  test.each([
    [{ status: 400, description: 'Bad Request: TOPIC_CLOSED' }, 'recipient_refuses'],
    [{ status: 400, description: 'Bad Request: chat not found' }, 'recipient_unknown'],
    [{ status: 403, description: 'Forbidden: bot was kicked' }, 'recipient_refuses'],
    [{ status: 429, description: 'Too Many Requests', parameters: { retry_after: 3 } }, 'rate_limited'],
  ])('is not assumed after %j', async (fault, reason) => {
    stage.fake.fault({ method: 'sendMessage', ...fault });
    expect(await send(`${forum}/${topic}`)).toMatchObject({ kind: 'rejected', reason });
    expect(calls('sendMessage')).toHaveLength(1);
  });
  test.each(['reset-after-accept', 'hang', 502] as const)(
    'is not assumed without an answer: %s',
    async (status) => {
      stage.fake.fault({ method: 'sendMessage', status });
      expect(await send(`${forum}/${topic}`)).toMatchObject({ kind: 'unknown' });
      expect(calls('sendMessage')).toHaveLength(1);
    },
  );
  it('keeps an outcome that is unknown after the second call', async () => {
    stage.fake.deleteTopic(TOKEN, forum, topic);
    stage.fake.fault({ method: 'sendMessage', status: 400, description });
    stage.fake.fault({ method: 'sendMessage', status: 'reset-after-accept' });
    expect(await send(`${forum}/${topic}`)).toMatchObject({ kind: 'unknown' });
  });
  it('is no matter of a place without a topic', async () => {
    stage.fake.fault({ method: 'sendMessage', status: 400, description });
    expect(await send(forum)).toMatchObject({ kind: 'rejected' });
    expect(calls('sendMessage')).toHaveLength(1);
  });
  it('is refused by the fake as by the vendor, and "General" has no id', async () => {
    const answers = await Promise.all(
      [topic + 99, 1].map((message_thread_id) =>
        fetch(`${stage.fake.hosts.api}/bot${TOKEN}/sendMessage`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ chat_id: forum, text: 'Hi', message_thread_id }),
        }).then((response) => response.json()),
      ),
    );
    for (const answer of answers) expect(answer).toEqual({ ok: false, error_code: 400, description });
  });
});
