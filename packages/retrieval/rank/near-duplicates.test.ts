import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areNearDuplicates, nearDuplicates } from './near-duplicates.ts';

const LONG =
  'Goods may be returned within thirty days of the purchase when the receipt is shown at the counter of any of our shops.';

it('finds what says nearly the same', () => {
  const texts = [
    LONG,
    '返品は購入から３０日以内に、レシートをお持ちのうえ店舗でお申し付けください。送料はお客様のご負担です。',
    `${LONG.toUpperCase()}!!`,
    'Delivery takes two days.',
    '返品は購入から30日以内に レシートをお持ちのうえ店舗でお申し付けください  送料はお客様のご負担です',
    '',
    '',
  ];
  expect(nearDuplicates(texts)).toEqual([-1, -1, 0, -1, 1, -1, -1]);
});

it('keeps apart what differs in what matters', () => {
  expect(areNearDuplicates('Standard delivery: 5 USD', 'Express delivery: 15 USD')).toBe(false);
  expect(areNearDuplicates('a', 'a')).toBe(true);
  expect(areNearDuplicates('', '')).toBe(false);
});

it('names the first of several copies', () => {
  const copies = Array.from({ length: 50 }, () => LONG);
  expect(nearDuplicates(copies)).toEqual(copies.map((_, index) => (index === 0 ? -1 : 0)));
});

it('finds a copy that differs in a few characters, wherever it stands', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 60, maxLength: 90 });
  fc.assert(
    fc.property(words, fc.nat(59), fc.array(words, { maxLength: 4 }), (text, place, others) => {
      const changed = text.with(place, `${text[place]}x`).join(' ');
      const all = [...others.map((other) => other.join(' ')), text.join(' '), changed];
      expect(nearDuplicates(all).at(-1)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 100 },
  );
});

it('only ever points at an earlier text that is nearly the same', () => {
  const text = fc.array(fc.constantFrom('返品', 'は', 'refund ', 'thirty ', 'trả ', 'hàng '), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (rows) => {
      const texts = rows.map((row) => row.join(''));
      for (const [index, found] of nearDuplicates(texts).entries()) {
        if (found === -1) continue;
        expect(found).toBeLessThan(index);
        expect(areNearDuplicates(texts[found] ?? '', texts[index] ?? '')).toBe(true);
      }
    }),
  );
});

it('stays linear for texts made from one template', () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `Item ${index} is sold in shop ${index * 7}.`);
  expect(nearDuplicates(texts)).toHaveLength(5000);
});
