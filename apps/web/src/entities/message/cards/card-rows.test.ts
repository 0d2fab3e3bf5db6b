import { CARDS_MAX, MessageCard } from '@hanasu/contract/message-content';
import { expect, it } from 'vitest';
import { cut, guessMapping, makeCards } from './card-rows.ts';

const SHOP = {
  columns: ['商品名', '価格', '説明', '画像', 'URL', '産地'],
  rows: [
    ['煎茶', '1,200円', '深蒸し', 'https://shop.example/a.jpg', 'https://shop.example/a', '静岡'],
    ['', '', '', '', '', ''],
    ['玉露', '3,400円', '', 'no address', 'ftp://shop.example', ''],
  ],
  isCut: false,
};

it('knows columns by their names', () => {
  expect(guessMapping(SHOP, 'product', '見る').columns).toEqual({
    title: 0,
    lead: 1,
    text: 2,
    picture: 3,
    link: 4,
  });
});

it('knows columns by what stands in them', () => {
  const table = {
    columns: ['a', 'b', 'c'],
    rows: [['https://x.example/1.png?w=1', 'Tea', 'https://x.example/1']],
    isCut: false,
  };
  expect(guessMapping(table, 'text', '').columns).toMatchObject({ picture: 0, title: 1, link: 2 });
});

it('makes a card of each row that says something', () => {
  const mapping = { ...guessMapping(SHOP, 'product', '見る'), details: [5] };
  const made = makeCards(SHOP, mapping);
  expect(made).toMatchObject([
    {
      card: {
        title: '煎茶',
        lead: '1,200円',
        text: '深蒸し',
        details: [{ label: '産地', text: '静岡' }],
        buttons: [{ label: '見る', action: { kind: 'link', url: 'https://shop.example/a' } }],
      },
      pictureUrl: 'https://shop.example/a.jpg',
    },
    { card: { title: '玉露', details: [], buttons: [] }, pictureUrl: null },
  ]);
  for (const { card } of made) expect(MessageCard.safeParse(card).success).toBe(true);
});

it('makes what fits of what is too much', () => {
  const row = ['𠮷👨‍👩‍👧'.repeat(40), 'x'.repeat(90), '👨‍👩‍👧'.repeat(200), '', '', 'y'.repeat(300)];
  const table = { ...SHOP, rows: Array.from({ length: 30 }, () => row) };
  const made = makeCards(table, { ...guessMapping(table, 'product', 'x'.repeat(40)), details: [5] });
  expect(made).toHaveLength(CARDS_MAX);
  expect(made.every(({ isCut }) => isCut)).toBe(true);
  for (const { card } of made) expect(MessageCard.safeParse(card).success).toBe(true);
});

it('cuts between characters', () => {
  expect(cut('日本語', 3)).toBe('日本語');
  expect(cut('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧…');
});
