import { expect, it } from 'vitest';
import { readRetryAfter } from './line-client.ts';

const NOW = Date.UTC(2026, 10, 22, 7, 0, 0);

it.each([
  ['0', 0],
  ['120', 120_000],
  ['Sun, 22 Nov 2026 07:00:05 GMT', 5_000],
  ['Sun, 22 Nov 2026 06:00:00 GMT', 0],
  ['soon', null],
  [null, null],
])('reads %s', (value, milliseconds) => {
  expect(readRetryAfter(value, NOW)).toBe(milliseconds);
});
