import { describe, expect, test } from 'vitest';
import { dayAfter, instantOf, isOpen } from './open-hours.ts';

describe('business hours', () => {
  const tokyo = {
    timeZone: 'Asia/Tokyo',
    closedReply: '',
    open: [
      // Monday by day, Friday until two at night, Saturday round the clock.
      { day: 1, from: '09:00', until: '18:00' },
      { day: 5, from: '18:00', until: '02:00' },
      { day: 6, from: '10:00', until: '10:00' },
    ],
  };
  test.each([
    ['Monday 8:59', '2026-11-15T23:59:00Z', false],
    ['Monday 9:00', '2026-11-16T00:00:00Z', true],
    ['Monday 17:59', '2026-11-16T08:59:59Z', true],
    ['Monday 18:00', '2026-11-16T09:00:00Z', false],
    ['Friday 23:00', '2026-11-20T14:00:00Z', true],
    ['Saturday 1:59', '2026-11-20T16:59:00Z', true],
    ['Saturday 2:00', '2026-11-20T17:00:00Z', false],
    ['Saturday 10:00', '2026-11-21T01:00:00Z', true],
    ['Sunday 9:59', '2026-11-22T00:59:00Z', true],
    ['Sunday 10:00', '2026-11-22T01:00:00Z', false],
  ])('%s in Tokyo: %s', (_name, at, expected) => {
    expect(isOpen(tokyo, new Date(at))).toBe(expected);
  });

  test('without any hours it is always closed', () => {
    expect(isOpen({ ...tokyo, open: [] }, new Date())).toBe(false);
  });

  test('the clock of a zone that changes it is followed', () => {
    const paris = {
      timeZone: 'Europe/Paris',
      closedReply: '',
      open: [{ day: 0, from: '01:30', until: '03:30' }],
    };
    // 25 October 2026, 3:00 becomes 2:00.
    expect(isOpen(paris, new Date('2026-10-25T00:15:00Z'))).toBe(true);
    expect(isOpen(paris, new Date('2026-10-25T02:15:00Z'))).toBe(true);
    expect(isOpen(paris, new Date('2026-10-25T02:31:00Z'))).toBe(false);
  });
});

test('a day on which nothing begins still sees the end of the night before', () => {
  const hours = {
    timeZone: 'Asia/Tokyo',
    open: [0, 1].map((day) => ({ day, from: '20:00', until: '02:00' })),
  };
  const isDayOpen = (day: string) => day !== '2026-11-16';
  expect(isOpen(hours, new Date('2026-11-15T16:00:00Z'), isDayOpen)).toBe(true);
  expect(isOpen(hours, new Date('2026-11-16T12:00:00Z'), isDayOpen)).toBe(false);
});

test.each([
  ['Asia/Tokyo', '2026-11-16', 540, '2026-11-16T00:00:00.000Z'],
  ['America/New_York', '2026-03-08', 120, '2026-03-08T07:00:00.000Z'],
  ['Europe/Paris', '2026-10-25', 600, '2026-10-25T09:00:00.000Z'],
  ['Asia/Ho_Chi_Minh', '2026-02-28', 1_440, '2026-02-28T17:00:00.000Z'],
])('in %s, %s and %i minutes is %s', (zone, day, minute, expected) => {
  expect(instantOf(zone, day, minute).toISOString()).toBe(expected);
});

test('the day after the last of February is the first of March', () => {
  expect([dayAfter('2026-02-28', 1), dayAfter('2028-02-28', 1), dayAfter('2026-01-01', -1)]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2025-12-31',
  ]);
});
