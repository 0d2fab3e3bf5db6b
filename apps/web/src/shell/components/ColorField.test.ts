import { expect, test } from 'vitest';
import { readColor } from './ColorField.tsx';

test.each([
  ['#FFD400', '#ffd400'],
  ['ffd400', '#ffd400'],
  ['＃ＦＦＤ４００', '#ffd400'],
  [' #ffd400 ', '#ffd400'],
  ['きいろ', 'きいろ'],
  ['#ffd4', '#ffd4'],
  ['', ''],
])('%s is read as %s', (typed, color) => {
  expect(readColor(typed)).toBe(color);
});
