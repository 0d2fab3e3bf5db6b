import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToTokens, estimateTokens } from '../tokens/estimate-tokens.ts';
import { packCalls, unitVector } from './create-knowledge-models.ts';

test('every text is in one call, in order, and no call of several texts is over the limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(60)),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 90 }),
      (tokens, callTexts, callTokens) => {
        const calls = packCalls(tokens, { callTexts, callTokens });
        expect(calls.flatMap(({ from, to }) => tokens.slice(from, to))).toEqual(tokens);
        for (const { from, to } of calls) {
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(callTexts);
          const sum = tokens.slice(from, to).reduce((total, count) => total + count, 0);
          if (to - from > 1) expect(sum).toBeLessThanOrEqual(callTokens);
        }
      },
    ),
  );
});

test('a cut text is a beginning within the limit, and half a character never remains', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 0, max: 60 }),
      (text, most) => {
        const cut = cutToTokens(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(most);
        expect(cut.isWellFormed()).toBe(text.isWellFormed());
      },
    ),
  );
});

test('vectors without direction, with wrong length or without numbers are refused', () => {
  expect(unitVector([3, 4], 2)).toEqual(Float32Array.of(0.6, 0.8));
  for (const wrong of [[], [0, 0], [1], [1, Number.NaN], [Number.POSITIVE_INFINITY, 1]])
    expect(() => unitVector(wrong, 2)).toThrow(RangeError);
});
