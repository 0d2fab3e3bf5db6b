// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { makeFormat } from './use-words.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('ago', () => {
  const { ago } = makeFormat('en-US');
  it.each([
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [7200, '2 hours ago'],
    [86_400, 'yesterday'],
    [8 * 86_400, 'Apr 23, 2026'],
  ])('%i seconds', (seconds, words) => {
    expect(ago(before(seconds), now)).toBe(words);
  });
});

it('counts sizes as limits do, and short times in milliseconds', () => {
  const { bytes, duration, signed } = makeFormat('en-US');
  expect([bytes(20 * 1024 * 1024), bytes(2048), bytes(1), bytes(0)]).toEqual([
    '20 MB',
    '2 kB',
    '0.1 kB',
    '0 kB',
  ]);
  expect([duration(12.4), duration(999.4), duration(1234)]).toEqual(['12 ms', '999 ms', '1.2 s']);
  expect([signed(5), signed(-5), signed(0)]).toEqual(['+5', '-5', '0']);
});

it.each([
  ['en-US', 'A, B, or C', 'A, B, C'],
  ['ja-JP', 'A、B、またはC', 'A、B、C'],
  ['vi-VN', 'A, B hoặc C', 'A, B, C'],
])('lists are joined in the words of their language (%s)', (tag, either, all) => {
  const { anyOf, list } = makeFormat(tag);
  expect([anyOf(['A', 'B', 'C']), anyOf(['A']), list(['A', 'B', 'C'])]).toEqual([either, 'A', all]);
});

it.each([
  ['en-US', '20K'],
  ['ja-JP', '2万'],
  ['vi-VN', '20 nghìn'],
])('large numbers are short and still read as words (%s)', (tag, words) => {
  expect(makeFormat(tag).compact(20_000)).toBe(words);
});
