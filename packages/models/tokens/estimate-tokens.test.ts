import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

test.each([
  ['', 0],
  ['Returns are accepted within thirty days of the purchase.', 14],
  ['営業時間は午前九時から午後六時までです。', 17],
  ['Cửa hàng mở cửa từ chín giờ sáng đến sáu giờ tối.', 15],
  ['안녕하세요', 5],
  ['🙂🙂', 4],
])('%s is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('two texts cost what they cost together, but for rounding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const apart = estimateTokens(a) + estimateTokens(b);
      expect(apart - estimateTokens(a + b)).toBeGreaterThanOrEqual(0);
      expect(apart - estimateTokens(a + b)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a long run without breaks is counted like any other text', () => {
  expect(estimateTokens('あ'.repeat(200_000))).toBe(170_000);
});
