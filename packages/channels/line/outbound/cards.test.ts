import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_MESSAGE_OPTIONS,
  type MessageOptions,
  type OutgoingCard,
  type OutgoingCards,
} from '../../spec/outgoing.ts';
import { checkMessages } from '../fake/validate-messages.ts';
import { LINE_LIMITS } from '../limits.ts';
import { toPlain } from './draft.ts';
import { toMessages } from './to-messages.ts';

const PICTURE = 'https://x.jp/a.jpg';
const card = (more: Partial<OutgoingCard> = {}): OutgoingCard => ({
  layout: 'product',
  imageUrl: PICTURE,
  title: '緑茶',
  lead: '¥1,200',
  text: '深い味。',
  details: [{ label: '内容量', text: '100g' }],
  buttons: [
    { label: '買う', action: { kind: 'link', url: 'https://x.jp/buy' } },
    { label: '聞く', action: { kind: 'message', text: '緑茶について教えて' } },
  ],
  ...more,
});
const cards = (list: readonly OutgoingCard[], more: Partial<OutgoingCards> = {}): OutgoingCards => ({
  kind: 'cards',
  altText: 'お茶のご案内',
  cards: list,
  more: null,
  ...more,
});
const send = (part: OutgoingCards, look: Partial<MessageOptions> = {}) => {
  const messages = toMessages([part], { ...DEFAULT_MESSAGE_OPTIONS, ...look });
  expect(checkMessages(messages)).toBe(null);
  return messages;
};
const contentsOf = (part: OutgoingCards) => Object(send(part)[0]?.contents);

/** What a card says and does from top to bottom. */
function shownBy(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(shownBy);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text, url, label, uri, clipboardText, header, hero, body, footer, ...more } = Object(value);
  const own =
    type === 'text' || type === 'message'
      ? [text]
      : type === 'uri'
        ? [[label, uri].filter(Boolean).join(' → ')]
        : type === 'clipboard'
          ? [`copies ${clipboardText}`]
          : type === 'image'
            ? ['picture']
            : [];
  return [...own, ...[header, hero, body, footer, ...Object.values(more)].flatMap(shownBy)];
}

describe('one card', () => {
  it('is a bubble: picture, name, price, text, details and buttons', () => {
    const bubble = contentsOf(cards([card()]));
    expect(bubble).toMatchObject({
      type: 'bubble',
      size: 'mega',
      hero: { aspectRatio: '20:13', aspectMode: 'cover', size: 'full' },
    });
    expect(shownBy(bubble)).toEqual([
      'picture',
      '買う → https://x.jp/buy',
      '緑茶',
      '¥1,200',
      '深い味。',
      '内容量',
      '100g',
      '買う → https://x.jp/buy',
      '緑茶について教えて',
    ]);
  });
  it('goes without its picture where that is not public', () => {
    const bubble = contentsOf(cards([card({ imageUrl: 'http://127.0.0.1/a.jpg' })]));
    expect(bubble.hero).toBeUndefined();
    expect(contentsOf(cards([card({ layout: 'image', imageUrl: null })])).body.paddingAll).toBeUndefined();
  });
  it('of a person has a round face, with name and role below', () => {
    const bubble = contentsOf(cards([card({ layout: 'person', title: '花子', lead: '店長', details: [] })]));
    expect(bubble.hero).toBeUndefined();
    expect(bubble.body.contents[0].contents[0]).toMatchObject({ width: '112px', cornerRadius: '56px' });
    expect(shownBy(bubble.body)).toEqual(['picture', '花子', '店長', '深い味。']);
  });
  it('of a picture is tapped as a whole, with its other buttons below', () => {
    const bubble = contentsOf(cards([card({ layout: 'image', text: '', details: [] })]));
    expect(bubble.action).toEqual({ type: 'uri', label: '買う', uri: 'https://x.jp/buy' });
    expect(shownBy(bubble.body)).toEqual(['picture', '緑茶', '¥1,200', '買う ›']);
    expect(shownBy(bubble.footer)).toEqual(['緑茶について教えて']);
  });
  it('of a coupon copies its code, with the terms small below', () => {
    const details = [
      { label: 'コード', text: 'TEA20' },
      { label: '有効期限', text: '12月31日' },
    ];
    const bubble = contentsOf(cards([card({ layout: 'coupon', lead: '20% OFF', details })]));
    expect(shownBy(bubble.body)).toEqual([
      '緑茶',
      '20% OFF',
      'コード',
      'TEA20',
      'copies TEA20',
      '有効期限',
      '12月31日',
      '深い味。',
    ]);
  });
  it('stands out in the colour of the account; words are dark where the colour is light', () => {
    const layouts = ['text', 'coupon', 'survey'] as const;
    const list = layouts.map((layout) => card({ layout }));
    const colorsIn = (color: string | null) =>
      new Set(JSON.stringify(contentsOf(cards(list, { color }))).match(/#[0-9a-f]{6}/g));
    expect(colorsIn(null)).toContain('#15803d');
    expect(colorsIn('#7a1f3d')).toContain('#7a1f3d');
    expect(colorsIn('#7a1f3d')).not.toContain('#15803d');
    const [button, quiet] = contentsOf(cards([card()], { color: '#7a1f3d' })).footer.contents;
    expect([button, quiet]).toMatchObject([
      { style: 'primary', color: '#7a1f3d' },
      { style: 'link', color: '#7a1f3d' },
    ]);
    // The vendor writes white on primary buttons.
    const [light, lightQuiet] = contentsOf(cards([card()], { color: '#ffd400' })).footer.contents;
    expect([light, lightQuiet]).toMatchObject([
      { style: 'secondary', color: '#ffd400' },
      { style: 'link', color: '#111827' },
    ]);
  });
  it('of a survey asks its question, with every choice alike', () => {
    const buttons = ['はい', 'いいえ'].map((text) => ({
      label: text,
      action: { kind: 'message', text } as const,
    }));
    const bubble = contentsOf(cards([card({ layout: 'survey', lead: 'いかがでしたか？', buttons })]));
    expect(bubble.footer.contents.map((each: { style: string }) => each.style)).toEqual([
      'secondary',
      'secondary',
    ]);
  });
  it('without anything in it is left out; nothing but such is the alternative text', () => {
    const blank = card({ imageUrl: null, title: ' ', lead: '', text: '', details: [], buttons: [] });
    expect(contentsOf(cards([blank, card()])).type).toBe('bubble');
    expect(send(cards([blank]))).toEqual([{ type: 'text', text: 'お茶のご案内' }]);
  });
});

describe('several cards', () => {
  it('stand side by side equally wide, the way to all others last', () => {
    const more = { label: 'もっと見る', url: 'http://x.jp/秋' };
    const carousel = contentsOf(cards([card(), card({ layout: 'text', imageUrl: null })], { more }));
    expect(carousel.type).toBe('carousel');
    expect(carousel.contents.map(({ size }: { size: string }) => size)).toEqual(['kilo', 'kilo', 'kilo']);
    expect(shownBy(carousel.contents[2])).toEqual(['もっと見る → http://x.jp/%E7%A7%8B']);
  });
  it('that are too heavy lose details first, then the ends of their texts', () => {
    const heavy = card({
      text: '深'.repeat(400),
      details: Array.from({ length: 6 }, (_, index) => ({ label: `項目${index}`, text: 'あ'.repeat(100) })),
    });
    const some = send(cards(Array.from({ length: 11 }, () => heavy)));
    expect(some).toHaveLength(1);
    expect(JSON.stringify(some)).toContain('深'.repeat(400));
    expect(JSON.stringify(some)).not.toContain('項目3');
  });
  it('whose addresses alone are too long for one message go in several', () => {
    const far = card({
      imageUrl: `${PICTURE}?${'a'.repeat(1_900)}`,
      buttons: Array.from({ length: 3 }, (_, index) => ({
        label: `${index}`,
        action: { kind: 'link', url: `https://x.jp/${'b'.repeat(980)}` } as const,
      })),
    });
    const sent = send(cards(Array.from({ length: 11 }, () => far)));
    expect(sent.map(({ contents }) => Object(contents).contents.length)).toEqual([6, 5]);
  });
  it('an address that no button takes follows in words', () => {
    const url = `https://x.jp/${'秋'.repeat(900)}`;
    const sent = send(cards([card({ buttons: [{ label: '秋', action: { kind: 'link', url } }] })]));
    expect(sent[1]).toEqual({ type: 'text', text: `秋: ${url}` });
  });
  it('in plain words name what each button does', () => {
    expect(toPlain(send(cards([card()])))).toEqual([
      {
        type: 'text',
        text: '緑茶\n¥1,200\n深い味。\n内容量 100g\n買う: https://x.jp/buy\n・聞く: 緑茶について教えて',
      },
    ]);
  });
});

const said = (max: number) => fc.string({ unit: 'grapheme', maxLength: max });
const address = fc
  .tuple(fc.constantFrom('https://x.jp/', 'http://例え.jp/'), fc.string({ unit: 'grapheme', maxLength: 300 }))
  .map(([start, path]) => `${start}${path.replaceAll(/\s/g, '')}`);
const anyCard: fc.Arbitrary<OutgoingCard> = fc.record({
  layout: fc.constantFrom('product', 'location', 'person', 'image', 'text', 'coupon', 'survey'),
  imageUrl: fc.option(address),
  title: said(60),
  lead: said(40),
  text: said(400),
  details: fc.array(fc.record({ label: said(20), text: said(100) }), { maxLength: 6 }),
  buttons: fc.array(
    fc.record({
      label: said(20),
      action: fc.oneof(
        fc.record({ kind: fc.constant('link' as const), url: address }),
        fc.record({ kind: fc.constant('message' as const), text: said(300) }),
      ),
    }),
    { maxLength: 3 },
  ),
});
const anyCards: fc.Arbitrary<OutgoingCards> = fc.record({
  kind: fc.constant('cards' as const),
  altText: said(400),
  cards: fc.array(anyCard, { minLength: 1, maxLength: 11, size: 'max' }),
  more: fc.option(fc.record({ label: said(20), url: address })),
});

it('whatever is composed is taken, also with quick replies and a sender, and in plain words', () => {
  fc.assert(
    fc.property(anyCards, fc.array(said(40), { maxLength: 13 }), said(40), (part, replies, name) => {
      const messages = toMessages([part], {
        quickReplies: replies.map((text) => ({ label: text, text })),
        sender: { name, iconUrl: PICTURE },
        quote: null,
      });
      expect(messages.length).toBeLessThanOrEqual(LINE_LIMITS.messagesPerSend);
      if (messages.length > 0) expect(checkMessages(messages)).toBe(null);
      const plain = toPlain(messages);
      if (plain) expect(checkMessages(plain)).toBe(null);
    }),
    { numRuns: 200 },
  );
});
