import { describe, expect, it } from 'vitest';
import { parseWebhook } from './parse-webhook.ts';

const NOW = Date.UTC(2026, 10, 20);
const ACCOUNT = { id: '70', username: 'Flower_shop_bot' };
const minh = { id: 5_000_000_001, is_bot: false, first_name: 'Minh', language_code: 'vi' };
const privately = { id: minh.id, type: 'private', first_name: 'Minh' };
const group = { id: -100_123, type: 'supergroup', title: 'Flowers' };
const says = (more: Record<string, unknown>) => ({
  message: { message_id: 7, from: minh, chat: privately, date: 1_790_000_000, ...more },
});

function read(update: Record<string, unknown>, account: typeof ACCOUNT | null = ACCOUNT) {
  const parsed = parseWebhook(Buffer.from(JSON.stringify({ update_id: 9, ...update })), account, NOW);
  if (parsed.kind !== 'events') throw new Error(parsed.detail);
  return parsed.events;
}
const one = (update: Record<string, unknown>, account?: typeof ACCOUNT | null) => {
  const [event] = read(update, account);
  if (!event) throw new Error('no event');
  return event;
};

describe('messages of a person', () => {
  it('are read with who, where and when', () => {
    expect(one(says({ text: 'Hi', reply_to_message: { message_id: 6 } }))).toMatchObject({
      vendorEventId: 'update:9',
      occurredAt: 1_790_000_000_000,
      friendExternalId: '5000000001',
      threadExternalId: '5000000001',
      mayAnswer: true,
      what: {
        kind: 'message',
        vendorMessageId: '5000000001:7',
        quotes: '5000000001:6',
        content: { kind: 'text', text: 'Hi' },
      },
    });
  });
  it('bring the largest size of a picture, with the words under it', () => {
    const photo = [
      { file_id: 'small', width: 90 },
      { file_id: 'large', width: 1280 },
      { file_id: 'middle', width: 320 },
    ];
    expect(one(says({ photo, caption: 'Look' })).what).toMatchObject({
      content: { kind: 'image', text: 'Look', media: { from: 'vendor', vendorMessageId: 'large' } },
    });
  });
  it.each([
    ['video', { video: { file_id: 'v', duration: 2 } }, { durationMs: 2000 }],
    ['video', { animation: { file_id: 'v' }, document: { file_id: 'd' } }, { animated: true }],
    ['audio', { voice: { file_id: 'v', duration: 3 } }, { durationMs: 3000 }],
    [
      'file',
      { document: { file_id: 'v', file_name: 'a.pdf', file_size: 9 } },
      { fileName: 'a.pdf', bytes: 9 },
    ],
  ])('bring a %s', (kind, body, data) => {
    const { what } = one(says(body));
    expect(what).toMatchObject({ content: { kind, data, media: { vendorMessageId: 'v' } } });
  });
  it('bring places and stickers', () => {
    const location = { latitude: 1, longitude: 2 };
    expect(one(says({ venue: { location, title: 'Shop', address: 'Street' }, location })).what).toMatchObject(
      {
        content: { kind: 'location', text: 'Shop\nStreet', data: { title: 'Shop', ...location } },
      },
    );
    expect(one(says({ sticker: { file_id: 's', emoji: '😀' } })).what).toMatchObject({
      content: { kind: 'sticker', text: '😀' },
    });
  });
  it('give details when the contact is their own, and are words when it is another’s', () => {
    const contact = { phone_number: '+84', first_name: 'Minh' };
    expect(one(says({ contact: { ...contact, user_id: minh.id } })).what).toEqual({
      kind: 'details',
      details: { name: 'Minh', phone: '+84' },
    });
    expect(one(says({ contact: { ...contact, user_id: 1 } })).what).toMatchObject({
      content: { kind: 'text', text: 'Minh\n+84' },
    });
  });
  it('of a kind nobody knows are shown as what they are', () => {
    expect(one(says({ something_new: {} })).what).toMatchObject({
      content: { kind: 'unsupported', data: { vendorType: 'something_new' } },
    });
  });
  it('begin with the start button, which is a follow', () => {
    expect(one(says({ text: '/start from-flyer' }))).toMatchObject({
      what: { kind: 'follow', returning: false },
      mayAnswer: true,
    });
    expect(one(says({ text: '/starting' })).what.kind).toBe('message');
  });
  it('are changed later', () => {
    const { message } = says({ text: 'Hello' });
    expect(one({ edited_message: message })).toMatchObject({
      what: { kind: 'edited', vendorMessageId: '5000000001:7', content: { text: 'Hello' } },
      mayAnswer: true,
    });
  });
  it('of bots are nobody’s', () => {
    expect(one(says({ from: { ...minh, is_bot: true }, text: 'Hi' }))).toMatchObject({
      friendExternalId: null,
      mayAnswer: false,
    });
  });
});

describe('in a group', () => {
  const called = (text: string, name: string, type = 'mention') => ({
    chat: group,
    text,
    entities: [{ type, offset: text.indexOf(name), length: name.length }],
  });
  it.each([
    ['called by its name', called('Hey @flower_shop_bot, hi', '@flower_shop_bot'), true],
    ['called by the name of another', called('Hey @flower_shop_botany hi', '@flower_shop_botany'), false],
    ['named in words only', { chat: group, text: '@flower_shop_bot' }, false],
    ['given a command', called('/hours@flower_shop_bot', '/hours@flower_shop_bot', 'bot_command'), true],
    [
      'replied to',
      { chat: group, text: 'And then?', reply_to_message: { message_id: 1, from: { id: 70, is_bot: true } } },
      true,
    ],
    [
      'not who is replied to',
      { chat: group, text: 'And then?', reply_to_message: { message_id: 1, from: { id: 71, is_bot: true } } },
      false,
    ],
  ])('the bot may answer just when it is %s', (_, message, mayAnswer) => {
    expect(one(says(message))).toMatchObject({ threadExternalId: '-100123', isGroup: true, mayAnswer });
  });
  it('nothing is answered while it is not known who the bot is', () => {
    expect(one(says(called('@flower_shop_bot', '@flower_shop_bot')), null).mayAnswer).toBe(false);
  });
  it('people come and go, the bot itself aside', () => {
    const joined = [{ id: 70, is_bot: true }, minh];
    expect(one(says({ chat: group, new_chat_members: joined })).what).toEqual({
      kind: 'happening',
      event: 'memberJoined',
      data: { members: ['5000000001'] },
    });
    expect(read(says({ chat: group, left_chat_member: { id: 70, is_bot: true } }))).toEqual([]);
  });
});

describe('what is no message', () => {
  const change = (chat: object, from: string, to: string) => ({
    my_chat_member: {
      chat,
      from: minh,
      date: 1,
      old_chat_member: { status: from },
      new_chat_member: { status: to },
    },
  });
  it.each([
    [change(privately, 'member', 'kicked'), { kind: 'unfollow' }],
    [change(privately, 'kicked', 'member'), { kind: 'follow', returning: true }],
    [change(group, 'left', 'member'), { kind: 'happening', event: 'join' }],
    [change(group, 'administrator', 'kicked'), { kind: 'happening', event: 'leave' }],
    [change(group, 'member', 'administrator'), { kind: 'other', vendorType: 'my_chat_member' }],
  ])('of the bot’s place in a chat: %#', (update, what) => {
    expect(one(update).what).toMatchObject(what);
  });
  it.each([
    ['👍', 'good'],
    ['👎', 'bad'],
    ['🤔', 'neutral'],
  ])('a reaction %s is %s', (emoji, mood) => {
    const reacted = { chat: privately, message_id: 3, user: minh, date: 1 };
    const update = { message_reaction: { ...reacted, new_reaction: [{ type: 'emoji', emoji }] } };
    expect(one(update).what).toEqual({
      kind: 'reaction',
      vendorMessageId: '5000000001:3',
      reaction: emoji,
      mood,
    });
    expect(one({ message_reaction: { ...reacted, new_reaction: [] } }).what).toMatchObject({
      reaction: null,
    });
  });
  it('a tap brings words, or what is meant for us', () => {
    const tap = (data: string) => ({
      callback_query: { id: '5', from: minh, message: { chat: privately }, data },
    });
    expect(one(tap('t:Opening hours?'))).toMatchObject({
      mayAnswer: true,
      what: { vendorMessageId: 'tap:5', content: { kind: 'text', text: 'Opening hours?' } },
    });
    expect(one(tap('p:handover')).what).toMatchObject({
      content: { kind: 'postback', data: { data: 'handover' } },
    });
  });
  it('without a number is nothing', () => {
    expect(read({ update_id: 'x', ...says({ text: 'Hi' }) })).toEqual([]);
  });
});
