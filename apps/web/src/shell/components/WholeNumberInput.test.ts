import { expect, test } from 'vitest';
import { readWholeNumber } from './WholeNumberInput.tsx';

test.each([
  ['50', 50],
  [' ５０ ', 50],
  ['1,000', 1000],
  ['１，０００', 1000],
  ['1.000.000', 1_000_000],
  ['1 000', 1000],
  ['0', 0],
  ['1.5', null],
  ['1,00', null],
  ['1.000,000', null],
  ['-5', null],
  ['fifty', null],
  ['', null],
])('%j is read as %j', (text, number) => {
  expect(readWholeNumber(text)).toBe(number);
});
