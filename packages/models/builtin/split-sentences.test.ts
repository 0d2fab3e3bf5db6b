import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const texts = (passage: string) => splitSentences(passage).map(({ text }) => text);

test.each([
  ['Dr. Smith is in. He sees 30 people.', ['Dr. Smith is in.', 'He sees 30 people.']],
  ['It costs 3.50 dollars. Pay in cash.', ['It costs 3.50 dollars.', 'Pay in cash.']],
  ['返品できますか？と聞かれます。はい、できます。', ['返品できますか？と聞かれます。', 'はい、できます。']],
  ['「本日休業。」と書いてあります。', ['「本日休業。」と書いてあります。']],
  [
    'Giao hàng tại TP. Hồ Chí Minh. Phí là 30.000 đồng.',
    ['Giao hàng tại TP. Hồ Chí Minh.', 'Phí là 30.000 đồng.'],
  ],
  ['We are open\nfrom nine to six.', ['We are open from nine to six.']],
  ['- **Bold** item\n- other item', ['Bold item', 'other item']],
])('%s', (passage, expected) => {
  expect(texts(passage)).toEqual(expected);
});

test('headings, questions and introductions lead to what follows', () => {
  const kinds = splitSentences('## Hours\nWhen are you open?\nFrom nine to six.\nBring:\n- a passport').map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['lead', 'lead', 'statement', 'lead', 'statement']);
});

test.each([
  [
    'ご案内\n\n料金\n初回は5,500円です。\n\n駐車場\n\n3台分あります。',
    ['title', 'lead', 'statement', 'lead', 'statement'],
  ],
  [
    '【料金】\nカット　4,950円\n■アクセスについて\n駅から徒歩3分。',
    ['lead', 'statement', 'lead', 'statement'],
  ],
  ['Guest House\n\nParking\nThere are six spaces.', ['title', 'lead', 'statement']],
  ['Gửi xe\nXe máy gửi trong sân.', ['lead', 'statement']],
  ['# 案内\n\n## 料金\n初回は5,500円です。', ['title', 'lead', 'statement']],
])('a short line above what it is about is its heading: %j', (passage, kinds) => {
  expect(splitSentences(passage).map(({ kind }) => kind)).toEqual(kinds);
});

test.each<[string, string, number?]>([
  ['a value', '年中無休\n電話で予約できます。'],
  ['a clause that goes on in the next line', '駐車場は建物の裏にあり\nますのでご利用ください。'],
  ['a sentence without its full stop', '予約制です\nお電話ください。'],
  ['points of a list with a mark of headings', '■駐車場完備\n■店内禁煙\n■ご予約優先\nお待ちしています。'],
  ['the last line', '初回は5,500円です。\n\nさくら治療院'],
  ['a line inside a paragraph', '水曜は休みます。\n店長 山田\n電話で予約できます。'],
  ['the name below a heading', '## オーナー\n\n山田花子\n\n当店は1998年に開業しました。', 1],
  ['a name below a first line', 'Wi-Fi password\n\nSakuraGuest\n\nPlease ask at the desk.'],
  ['what a passage begins with', '山田花子\n\n当店は1998年に開業しました。'],
  ['a list of names', 'ラーメン\n\n餃子\n\nビール\n\n当店は駅前にあります。'],
])('%s is no heading', (_what, passage, headings = 0) => {
  expect(splitSentences(passage).filter(({ kind }) => kind !== 'statement')).toHaveLength(headings);
});

test('a row of a table reads without its table', () => {
  expect(texts('| Size | Price |\n|---|:--:|\n| S | 10 |')).toEqual(['S: 10']);
});

test('what has no letter or digit is no sentence, and none is longer than a chat takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 800 }), (passage) => {
      for (const text of texts(passage)) {
        expect(text).toMatch(/[\p{L}\p{N}]/u);
        expect(text.length).toBeLessThan(400);
      }
    }),
  );
});
