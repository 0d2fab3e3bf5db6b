import { expect, test } from 'vitest';
import { freeName } from './AddKnowledgePage.tsx';

test.each([
  ['料金', [], '料金'],
  ['料金', ['料金'], '料金 (2)'],
  ['料金', ['料金', '料金 (2)'], '料金 (3)'],
  // Read aloud they are one name.
  ['Salon-JA', ['salon-ja'], 'Salon-JA (2)'],
  ['ｓａｌｏｎ', ['salon'], 'ｓａｌｏｎ (2)'],
])('a base called %s beside %j becomes %s', (name, taken, free) => {
  expect(freeName(name, taken, 80)).toBe(free);
});

test('a long name leaves room for its number', () => {
  const name = 'a'.repeat(80);
  expect(freeName(name, [name], 80)).toBe(`${'a'.repeat(76)} (2)`);
});
