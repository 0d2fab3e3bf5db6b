import { describe, expect, test } from 'vitest';
import { isTimeZone, quietUntil } from './quiet-hours.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const tokyo = { from: '22:00', until: '07:30', timeZone: 'Asia/Tokyo', days: EVERY_DAY };
const until = (quiet: Parameters<typeof quietUntil>[0], at: string) =>
  quietUntil(quiet, new Date(at))?.toISOString() ?? null;

describe('quiet hours', () => {
  test('none are never quiet', () => expect(until(null, '2026-03-02T15:00:00Z')).toBeNull());

  test('over midnight, before and after it, in the person’s own time zone', () => {
    expect(until(tokyo, '2026-03-02T12:59:59Z')).toBeNull();
    expect(until(tokyo, '2026-03-02T13:00:00Z')).toBe('2026-03-02T22:30:00.000Z');
    expect(until(tokyo, '2026-03-02T20:15:40Z')).toBe('2026-03-02T22:30:00.000Z');
    expect(until(tokyo, '2026-03-02T22:30:00Z')).toBeNull();
  });

  test('a night belongs to the day on which it begins', () => {
    // 2026-03-06 is a Friday.
    const weekend = { ...tokyo, days: [5] };
    expect(until(weekend, '2026-03-06T14:00:00Z')).toBe('2026-03-06T22:30:00.000Z');
    expect(until(weekend, '2026-03-06T21:00:00Z')).toBe('2026-03-06T22:30:00.000Z');
    expect(until(weekend, '2026-03-07T14:00:00Z')).toBeNull();
    expect(until(weekend, '2026-03-05T21:00:00Z')).toBeNull();
  });

  test('within a day', () => {
    const lunch = { from: '12:00', until: '13:00', timeZone: 'UTC', days: [1] };
    expect(until(lunch, '2026-03-02T12:30:00Z')).toBe('2026-03-02T13:00:00.000Z');
    expect(until(lunch, '2026-03-02T13:00:00Z')).toBeNull();
    expect(until(lunch, '2026-03-03T12:30:00Z')).toBeNull();
  });

  test('a whole day where both ends are the same', () => {
    const sunday = { from: '00:00', until: '00:00', timeZone: 'UTC', days: [0] };
    expect(until(sunday, '2026-03-01T00:00:00Z')).toBe('2026-03-02T00:00:00.000Z');
    expect(until(sunday, '2026-03-02T00:00:00Z')).toBeNull();
  });

  test('a night on which the clocks change ends at the hour that was said', () => {
    const berlin = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin', days: EVERY_DAY };
    expect(until(berlin, '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(until(berlin, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });
});

test('time zones that exist', () => {
  expect([isTimeZone('Asia/Ho_Chi_Minh'), isTimeZone('Moon/Sea')]).toEqual([true, false]);
});
