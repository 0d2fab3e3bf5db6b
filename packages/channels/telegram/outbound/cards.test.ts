import { expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingCard, type OutgoingCards } from '../../spec/outgoing.ts';
import { toMessages } from './to-messages.ts';

const PICTURE = 'https://x.jp/a.jpg';
const card = (more: Partial<OutgoingCard> = {}): OutgoingCard => ({
  layout: 'product',
  imageUrl: PICTURE,
  title: 'Green tea',
  lead: '¥1,200',
  text: 'Deep and mild.',
  details: [{ label: 'Weight', text: '100 g' }],
  buttons: [
    { label: 'Buy', action: { kind: 'link', url: 'https://x.jp/buy' } },
    { label: 'Ask', action: { kind: 'message', text: 'Tell me more' } },
  ],
  ...more,
});
const send = (cards: readonly OutgoingCard[], more: Partial<OutgoingCards> = {}, look = {}) =>
  toMessages([{ kind: 'cards', altText: 'Our tea', cards, more: null, ...more }], {
    ...DEFAULT_MESSAGE_OPTIONS,
    ...look,
  });
const BUY = [{ text: 'Buy', url: 'https://x.jp/buy' }];
const ASK = [{ text: 'Ask', callback_data: 't:Tell me more' }];

it('a card is its picture with its words, the name in bold, and its buttons; quick replies stand below them', () => {
  const quickReplies = [{ label: 'Yes', text: 'Yes' }];
  expect(send([card()], { more: { label: 'All', url: 'https://x.jp/' } }, { quickReplies })).toEqual([
    {
      method: 'sendPhoto',
      params: {
        photo: PICTURE,
        caption: 'Green tea\n¥1,200\nDeep and mild.\nWeight: 100 g',
        caption_entities: [{ type: 'bold', offset: 0, length: 9 }],
        reply_markup: {
          inline_keyboard: [
            BUY,
            ASK,
            [{ text: 'All', url: 'https://x.jp/' }],
            [{ text: 'Yes', callback_data: 't:Yes' }],
          ],
        },
      },
      otherwise: 'Green tea\n¥1,200\nDeep and mild.\nWeight: 100 g',
    },
  ]);
});

it('without a picture that the vendor can load it is words with its buttons', () => {
  const [message] = send([card({ imageUrl: 'http://127.0.0.1/a.jpg' })]);
  expect(message).toMatchObject({
    method: 'sendMessage',
    params: { reply_markup: { inline_keyboard: [BUY, ASK] } },
  });
});

it('a button says which one it was where its words fit beside that', () => {
  const callbackOf = (text: string) => {
    const action = { kind: 'message', text, tapData: `b:${'x'.repeat(20)}:${text}` } as const;
    const [message] = send([card({ buttons: [{ label: 'Ask', action }] })]);
    return Object(message?.params).reply_markup.inline_keyboard[0][0].callback_data;
  };
  expect(callbackOf('Hours?')).toBe(`p:b:${'x'.repeat(20)}:Hours?`);
  expect(callbackOf('あ'.repeat(20))).toBe(`t:${'あ'.repeat(20)}`);
});

it('what no button can do stands in the words', () => {
  const long = 'あ'.repeat(40);
  const buttons = [
    { label: 'Home', action: { kind: 'link', url: 'http://127.0.0.1/' } },
    { label: 'Ask', action: { kind: 'message', text: long } },
  ] as const;
  const [message] = send([card({ buttons, details: [] })]);
  expect(Object(message?.params).caption).toBe(
    `Green tea\n¥1,200\nDeep and mild.\nHome: http://127.0.0.1/\n・Ask: ${long}`,
  );
});

it('many are five messages, and one of words for all others', () => {
  expect(send(Array.from({ length: 6 }, () => card()))).toHaveLength(6);
  const many = send(
    Array.from({ length: 11 }, () => card()),
    { more: { label: 'All', url: 'https://x.jp/' } },
  );
  expect(many.map(({ method }) => method)).toEqual([...Array(5).fill('sendPhoto'), 'sendMessage']);
  expect(Object(many.at(-1)?.params).text).toContain('All: https://x.jp/');
});

it('words too long for below a picture follow it, with the buttons', () => {
  const messages = send([card({ text: 'a'.repeat(1_100) })]);
  expect(messages.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage']);
  expect(Object(messages[1]?.params).reply_markup).toEqual({ inline_keyboard: [BUY, ASK] });
});
