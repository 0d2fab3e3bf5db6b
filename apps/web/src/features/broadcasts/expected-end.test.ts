import { expect, test } from 'vitest';
import { expectedEnd } from './expected-end.ts';

const NIGHT = { from: '21:00', until: '08:00' };
const endOf = (from: string, people: number, quiet: typeof NIGHT | null = null): string =>
  expectedEnd(
    { from: Date.parse(from), people, perHour: 60 },
    { quiet, timeZone: 'Asia/Tokyo' },
  ).toISOString();

test('the end follows from the people and the limit', () => {
  expect(endOf('2026-11-28T01:00:00Z', 90)).toBe('2026-11-28T02:30:00.000Z');
  expect(endOf('2026-11-28T01:00:00Z', 0)).toBe('2026-11-28T01:00:00.000Z');
});

test.each([
  ['before the night', '2026-11-28T01:00:00Z', 60, '2026-11-28T02:00:00.000Z'],
  ['at its beginning', '2026-11-28T11:00:00Z', 60, '2026-11-28T12:00:00.000Z'],
  ['after one night', '2026-11-28T11:00:00Z', 90, '2026-11-28T23:30:00.000Z'],
  ['after two nights', '2026-11-28T11:00:00Z', 60 * 15, '2026-11-30T00:00:00.000Z'],
  ['in the morning of a start at night', '2026-11-28T17:00:00Z', 60, '2026-11-29T00:00:00.000Z'],
])('nothing is sent in quiet hours: it ends %s', (_, from, people, end) => {
  expect(endOf(from, people, NIGHT)).toBe(end);
});

test('quiet hours may lie within a day', () => {
  const noon = { from: '12:00', until: '13:00' };
  // From 11:30 to 12:00, and from 13:00 on.
  expect(endOf('2026-11-28T02:30:00Z', 60, noon)).toBe('2026-11-28T04:30:00.000Z');
});
