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
