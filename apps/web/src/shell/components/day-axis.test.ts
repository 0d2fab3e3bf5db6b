import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelEvery, niceTop } from './day-axis.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 10],
  [11, 20],
  [41, 100],
  [88, 100],
  [100, 100],
  [101, 200],
])('%s stands under %s', (most, top) => {
  expect(niceTop(most)).toBe(top);
});

test('whatever is counted fits, takes up a fifth of the height, and the middle is a whole number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), (most) => {
      const top = niceTop(most);
      return top >= most && Number.isInteger(top / 2) && (most < 2 || top <= most * 5);
    }),
  );
});

test.each([
  [90, true, 1],
  [47, true, 2],
  [34, true, 2],
  [11.6, false, 7],
  [3.6, false, 14],
  [1.4, false, 28],
  [0, false, 42],
])('with %s px a day (named: %s) every %s. has its name', (step, isNamed, every) => {
  expect(labelEvery(step, isNamed)).toBe(every);
});
