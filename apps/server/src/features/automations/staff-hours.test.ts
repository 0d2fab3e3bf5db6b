import { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { describe, expect, test } from 'vitest';
import { closedSince, holidayAt, isStaffed, opensAt, type StaffTimes } from './hours.ts';

const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' }));
const times = (change: Partial<StaffTimes> = {}): StaffTimes => ({
  ...DEFAULT_CHANNEL_SETTINGS,
  hours: WEEK,
  calendars: ['ja'],
  ...change,
});
const at = (local: string) => new Date(`${local}+09:00`);
const shown = (date: Date | null) => date?.toISOString() ?? null;
const iso = (local: string) => at(local).toISOString();

describe('the next opening', () => {
  test.each([
    ['in the morning of a working day', '2026-11-20T07:00:00', '2026-11-20T09:00:00'],
    ['after work, over a week-end and a holiday on Monday', '2026-11-20T18:00:00', '2026-11-24T09:00:00'],
    ['in the golden week', '2026-05-02T12:00:00', '2026-05-07T09:00:00'],
    ['at the turn of the year', '2026-12-31T20:00:00', '2027-01-04T09:00:00'],
  ])('%s', (_, now, expected) => {
    expect(isStaffed(times(), at(now))).toBe(false);
    expect(shown(opensAt(times(), at(now)))).toBe(iso(expected));
  });

  test('is none while people are there, and none when nobody ever comes', () => {
    expect(opensAt(times(), at('2026-11-20T10:00:00'))).toBeNull();
    expect(opensAt(times({ hours: [] }), at('2026-11-20T10:00:00'))).toBeNull();
  });

  test('is counted in the channel’s own zone', () => {
    const hanoi = times({ timeZone: 'Asia/Ho_Chi_Minh', calendars: ['vi'] });
    expect(shown(opensAt(hanoi, new Date('2026-02-13T12:00:00Z')))).toBe('2026-02-23T02:00:00.000Z');
  });
});

describe('own days', () => {
  const own = times({
    days: [
      { day: '2026-11-23', name: '', closed: false },
      { day: '2026-11-24', name: '棚卸し', closed: true },
    ],
  });
  test('open on a public holiday', () => {
    expect(isStaffed(own, at('2026-11-23T10:00:00'))).toBe(true);
    expect(holidayAt(own, at('2026-11-23T10:00:00'))).toBeNull();
  });
  test('close on a working day', () => {
    expect(isStaffed(own, at('2026-11-24T10:00:00'))).toBe(false);
    expect(holidayAt(own, at('2026-11-24T10:00:00'))).toBe('棚卸し');
    expect(shown(opensAt(own, at('2026-11-24T10:00:00')))).toBe(iso('2026-11-25T09:00:00'));
  });
});

test('without hours people are always there, except on holidays', () => {
  const always = times({ hours: null });
  expect(isStaffed(always, at('2026-11-22T03:00:00'))).toBe(true);
  expect(isStaffed(always, at('2026-11-23T12:00:00'))).toBe(false);
  expect(shown(opensAt(always, at('2026-11-23T12:00:00')))).toBe(iso('2026-11-24T00:00:00'));
});

describe('since when nobody is there', () => {
  test.each([
    ['in the evening', '2026-11-19T22:00:00', '2026-11-19T18:00:00'],
    ['in the morning after a long week-end', '2026-11-24T08:00:00', '2026-11-20T18:00:00'],
  ])('%s', (_, now, expected) => {
    expect(shown(closedSince(times(), at(now)))).toBe(iso(expected));
  });
  test('a night shift ends on the next day', () => {
    const night = times({ hours: [{ day: 4, from: '20:00', until: '02:00' }], calendars: [] });
    expect(isStaffed(night, at('2026-11-20T01:59:00'))).toBe(true);
    expect(shown(closedSince(night, at('2026-11-20T05:00:00')))).toBe(iso('2026-11-20T02:00:00'));
  });
});
