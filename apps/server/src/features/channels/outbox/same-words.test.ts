import { expect, test } from 'vitest';
import { saysSame } from './confirm-echo.ts';

test.each([
  ['the same words', [{ type: 'text', text: 'Open at nine' }], 'Open at nine', true],
  [
    'spaces and accents that the vendor wrote in its own way',
    [{ message: { text: 'Cảm  ơn\n' } }],
    'Cảm ơn',
    true,
  ],
  ['words deep in a form', [{ a: { b: [{ c: 'yes' }] } }], 'yes', true],
  ['a part of the words', [{ text: 'Open at nine' }], 'Open', false],
  ['no words', [{ text: '' }], ' ', false],
])('%s', (_, messages, text, same) => {
  expect(saysSame(messages, text)).toBe(same);
});
