import type { FriendAction } from '@hanasu/channels/line/fake/friend-action';
import {
  type ChannelSettings,
  type ContentKind,
  DEFAULT_CHANNEL_SETTINGS,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { createCurated } from '@hanasu/contract/curated';
import {
  type ConversationView,
  type Handling,
  sendOperatorMessage,
  setHandling,
} from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import {
  echo,
  openShop,
  type Shop,
  type Stage,
  setStage,
} from '../channels/testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

const CONTENT = DEFAULT_CHANNEL_SETTINGS.content;
const LOOK = 'Our staff will';

async function shopThat(change: Partial<ChannelSettings> = {}, bot = {}): Promise<Shop> {
  const shop = await openShop(stage, { bot });
  const body = { ...DEFAULT_CHANNEL_SETTINGS, batchingDelay: 20, language: 'en' as const, ...change };
  await stage.owner.call(updateChannelSettings, { params: { uuid: shop.channel.uuid }, body });
  return shop;
}
const act = (shop: Shop, action: FriendAction, options = {}) =>
  stage.fake.friendSays(shop.credentials.channelId, shop.friend, action, options);
const received = (shop: Shop, count: number, chat?: string) =>
  eventually(`${count} are received`, async () => {
    const all = shop.received(chat);
    return all.length >= count && all;
  });
const handled = (shop: Shop, handling: Handling): Promise<ConversationView> =>
  eventually(`it is ${handling}`, async () => {
    const conversation = await shop.conversation();
    return conversation.handling === handling && conversation;
  });
const keyword = (word: string, reply: string) => ({
  id: crypto.randomUUID(),
  enabled: true,
  match: 'contains' as const,
  words: [word],
  reply,
  wantsPerson: false,
});

const WITHOUT_WORDS: [ContentKind, FriendAction][] = [
  ['image', { type: 'image' }],
  ['video', { type: 'video' }],
  ['audio', { type: 'audio' }],
  ['file', { type: 'file', fileName: 'order.pdf' }],
  ['location', { type: 'location', title: 'Tower' }],
  ['postback', { type: 'postback', data: 'action=buy' }],
  ['other', { type: 'custom', event: { type: 'message', message: { id: '77', type: 'hologram' } } }],
];

describe('what is not text', () => {
  test.each(WITHOUT_WORDS)('goes to a person, who is announced once: %s', async (_kind, action) => {
    const shop = await shopThat();
    await act(shop, action);
    expect((await received(shop, 1))[0]).toContain(LOOK);
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'not_text' });
    await act(shop, { type: 'image' });
    await act(shop, { type: 'text', text: 'please' });
    expect(await received(shop, 2)).toEqual([expect.stringContaining(LOOK), echo('please')]);
  });

  const askable = WITHOUT_WORDS.filter(([kind]) => kind !== 'postback');
  test.each(askable)('may be asked for in words, and stays with the bot: %s', async (kind, action) => {
    const shop = await shopThat({ content: { ...CONTENT, [kind]: 'ask' } });
    await act(shop, action);
    expect((await received(shop, 1))[0]).toMatch(/in words|write it/);
    await act(shop, action);
    await act(shop, { type: 'text', text: 'opening hours?' });
    expect((await received(shop, 2))[1]).toBe(echo('opening hours?'));
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('is told again for the next wait, once a person has answered and given it back', async () => {
    const shop = await shopThat();
    await act(shop, { type: 'image' });
    await received(shop, 1);
    const { uuid } = await handled(shop, 'waiting');
    await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text: 'Seen.' } });
    await stage.owner.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    await act(shop, { type: 'video' });
    expect((await received(shop, 3))[2]).toContain(LOOK);
  });

  test('says nothing while a person has the conversation', async () => {
    const shop = await shopThat();
    await shop.says('hello');
    await received(shop, 1);
    const { uuid } = await shop.conversation();
    await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text: 'I am here' } });
    await act(shop, { type: 'image' });
    await shop.until('it is there', (all) => all.some(({ kind }) => kind === 'image'));
    await shop.untilIdle();
    expect(shop.received()).toHaveLength(2);
    expect((await shop.conversation()).handling).toBe('operator');
  });

  test('hears when nobody is there, instead of a promise for now', async () => {
    const shop = await shopThat({ hours: [], nobodyThere: 'Nobody is in.' });
    await act(shop, { type: 'audio' });
    expect(await received(shop, 1)).toEqual(['Nobody is in.']);
    await handled(shop, 'waiting');
  });

  test('and a question beside it: the bot answers the question, a person looks at the rest', async () => {
    const shop = await shopThat({ batchingDelay: 300 });
    const { channelId } = shop.credentials;
    await stage.fake.deliver(channelId, [
      stage.fake.friendEvent(channelId, shop.friend, { type: 'text', text: 'is this yours?' }),
      stage.fake.friendEvent(channelId, shop.friend, { type: 'image' }),
    ]);
    expect((await received(shop, 2)).sort()).toEqual([expect.stringContaining(LOOK), echo('is this yours?')]);
    await handled(shop, 'waiting');
  });

  test('and then a question that the bot cannot answer: staff are promised once', async () => {
    const shop = await shopThat({}, { serviceUuid: 'builtin-extractive' });
    await act(shop, { type: 'image' });
    expect((await received(shop, 1))[0]).toContain(LOOK);
    await act(shop, { type: 'text', text: 'Do you repair umbrellas?' });
    await shop.until('it is there', (all) => all.some(({ text }) => text === 'Do you repair umbrellas?'));
    await shop.untilIdle();
    expect(shop.received()).toHaveLength(1);
    await handled(shop, 'waiting');
  });

  test('after staff were called: they are promised once', async () => {
    const handover = { ...DEFAULT_CHANNEL_SETTINGS.handover, words: ['staff please'] };
    const shop = await shopThat({ handover });
    await act(shop, { type: 'text', text: 'staff please' });
    await received(shop, 1);
    await handled(shop, 'waiting');
    await act(shop, { type: 'image' });
    await shop.until('it is there', (all) => all.some(({ kind }) => kind === 'image'));
    await shop.untilIdle();
    expect(shop.received()).toHaveLength(1);
  });

  test('in Japanese where the channel is at home and nothing else is known', async () => {
    const shop = await shopThat({ language: 'auto' });
    await act(shop, { type: 'image' });
    expect((await received(shop, 1))[0]).toContain('担当者');
  });
});

describe('a sticker', () => {
  test('wants no answer, and calls nobody', async () => {
    const shop = await shopThat();
    await act(shop, { type: 'sticker', keywords: ['hello'] });
    await shop.says('hello');
    expect(await received(shop, 1)).toEqual([echo('hello')]);
    await act(shop, { type: 'sticker' });
    await shop.until('both are there', (all) => all.filter(({ kind }) => kind === 'sticker').length === 2);
    await shop.untilIdle();
    expect(shop.received()).toHaveLength(1);
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('opens nothing that was closed', async () => {
    const shop = await shopThat();
    await shop.says('hello');
    await received(shop, 1);
    const { uuid } = await shop.conversation();
    await stage.owner.call(setHandling, { params: { uuid }, body: { handling: 'closed' } });
    await act(shop, { type: 'sticker' });
    await shop.until('it is there', (all) => all.some(({ kind }) => kind === 'sticker'));
    expect((await shop.conversation()).handling).toBe('closed');
  });
});

describe('a tap', () => {
  test('meets a keyword by its data', async () => {
    const shop = await shopThat({ keywords: [keyword('access', 'Five minutes from the station.')] });
    await act(shop, { type: 'postback', data: 'menu=access&x=1' });
    expect(await received(shop, 1)).toEqual(['Five minutes from the station.']);
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('on a date picker is words for the bot', async () => {
    const shop = await shopThat();
    await act(shop, { type: 'postback', data: 'booking', params: { datetime: '2026-11-24T10:00' } });
    expect(await received(shop, 1)).toEqual([echo('2026-11-24 10:00 (booking)')]);
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('is words for the bot where the channel wants it so', async () => {
    const shop = await shopThat({ content: { ...CONTENT, postback: 'bot' } });
    await act(shop, { type: 'postback', data: 'opening hours' });
    expect(await received(shop, 1)).toEqual([echo('opening hours')]);
  });

  test('that opened another tab of the menu needs nothing; one that failed to does', async () => {
    const shop = await shopThat();
    const params = { newRichMenuAliasId: 'tab-b', status: 'SUCCESS' };
    await act(shop, { type: 'postback', data: 'tab', params });
    await shop.until('it is there', (all) => all.length === 1);
    await shop.untilIdle();
    expect(shop.received()).toEqual([]);
    await act(shop, { type: 'postback', data: 'tab', params: { ...params, status: 'RICHMENU_NOTFOUND' } });
    expect((await received(shop, 1))[0]).toContain(LOOK);
  });
});

test('an event of a kind that nobody knows yet, of a customer, makes a person look', async () => {
  const shop = await shopThat();
  await shop.says('hello');
  await received(shop, 1);
  await act(shop, { type: 'custom', event: { type: 'giftSent', gift: { id: 1 } } });
  expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'not_text' });
  const calm = await shopThat();
  await calm.says('hello');
  await received(calm, 1);
  await act(calm, { type: 'beacon', hwid: '0a' });
  await calm.until('it is there', (all) => all.length === 3);
  expect((await calm.conversation()).handling).toBe('bot');
});

describe('a picture that the bot may see', () => {
  const seen = { content: { ...CONTENT, image: 'bot' as const } };
  test('is shown to a model that sees, and answered', async () => {
    const shop = await shopThat(seen);
    await act(shop, { type: 'image' });
    expect(await received(shop, 1)).toEqual(['You sent 1 picture.']);
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('goes to a person when its model does not see', async () => {
    const shop = await shopThat(seen, { serviceUuid: 'builtin-extractive' });
    await act(shop, { type: 'image' });
    expect((await received(shop, 1))[0]).toContain(LOOK);
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'not_text' });
  });

  test('beside a question that has an answer: one message with the answer and one promise', async () => {
    const shop = await shopThat({ ...seen, batchingDelay: 300 }, { serviceUuid: 'builtin-extractive' });
    await stage.owner.call(createCurated, {
      params: { uuid: shop.bot.uuid },
      body: { questions: ['When are you open?'], answer: 'From ten to six.' },
    });
    const { channelId } = shop.credentials;
    await stage.fake.deliver(channelId, [
      stage.fake.friendEvent(channelId, shop.friend, { type: 'image' }),
      stage.fake.friendEvent(channelId, shop.friend, { type: 'text', text: 'When are you open?' }),
    ]);
    const [answer] = await received(shop, 1);
    expect(answer).toMatch(/^From ten to six\./);
    expect(answer?.split(LOOK)).toHaveLength(2);
    await act(shop, { type: 'image' });
    await shop.until('both are there', (all) => all.filter(({ kind }) => kind === 'image').length === 2);
    await shop.untilIdle();
    expect(shop.received()).toHaveLength(1);
  });

  test('goes to a person when it can’t be had', async () => {
    const shop = await shopThat(seen);
    await act(shop, { type: 'image', bytes: Buffer.from('no picture at all') });
    expect((await received(shop, 1))[0]).toContain(LOOK);
    await handled(shop, 'waiting');
  });
});

describe('a voice message that the bot may hear', () => {
  const heard = { content: { ...CONTENT, audio: 'bot' as const } };
  test('is transcribed, answered, paid for and kept as words for staff', async () => {
    const shop = await shopThat(heard);
    await act(shop, { type: 'audio' });
    expect(await received(shop, 1)).toEqual([echo('Are you open? (m4a)')]);
    const [voice] = (await shop.messages()).filter(({ kind }) => kind === 'audio');
    expect(voice?.data.transcript).toBe('Are you open? (m4a)');
    const [answer] = (await shop.messages()).filter(({ sender }) => sender === 'bot');
    const { inputTokens = 0, outputTokens = 0, tokens = 0 } = answer?.usage ?? {};
    expect(tokens).toBeGreaterThan(inputTokens * 1.5 + outputTokens * 6);
    await shop.says('thanks');
    await received(shop, 2);
    expect(JSON.stringify(stage.models.requests.at(-1)?.body)).toContain('Are you open?');
  });

  test('goes to a person when it can’t be transcribed', async () => {
    const shop = await shopThat(heard);
    stage.models.behave('gpt-4o-mini-transcribe', 'err500');
    await act(shop, { type: 'audio' });
    expect((await received(shop, 1))[0]).toContain(LOOK);
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'not_text' });
  });
});

describe('in a group', () => {
  const group = (shop: Shop, digit: string): string => {
    const id = `C${digit.repeat(32)}`;
    stage.fake.addGroup(shop.credentials.channelId, id, [shop.friend]);
    return id;
  };

  test('a tap on the account’s own button is spoken to it', async () => {
    const shop = await shopThat({}, {});
    const id = group(shop, '3');
    await act(shop, { type: 'postback', data: 'handover' }, { in: id });
    expect((await received(shop, 1, id))[0]).toContain('will continue here');
    await handled(shop, 'waiting');
  });

  test('so is a message that quotes the account’s answer, and a picture among friends is not', async () => {
    const shop = await shopThat();
    const id = group(shop, '4');
    await act(shop, { type: 'text', text: '@Shop open?', mentionsAccount: true }, { in: id });
    await received(shop, 1, id);
    const answer = stage.fake.chat(shop.credentials.channelId, id).find((entry) => entry.from === 'account');
    await act(shop, { type: 'image' }, { in: id });
    await act(shop, { type: 'text', text: 'and on Sunday?', quotes: String(answer?.id) }, { in: id });
    expect((await received(shop, 2, id))[1]).toContain('and on Sunday?');
    expect((await shop.conversation()).handling).toBe('bot');
    await act(shop, { type: 'text', text: 'what?', quotes: '123' }, { in: id });
    await shop.until('it is there', (all) => all.some(({ text }) => text === 'what?'));
    await shop.untilIdle();
    expect(shop.received(id)).toHaveLength(2);
  });
});
