import { dayAfter, weekdayOf } from '@hanasu/contract/open-hours';
import { describe, expect, test } from 'vitest';
import { calendarDays, lastDays } from './calendar-days.ts';
import { FORECAST_DAYS, forecastBalance } from './forecast.ts';

/** A Thursday. */
const TODAY = '2026-07-02';
const SUNDAY = 0;

const everyDay = (tokensOf: (weekday: number) => number): number[] =>
  Array.from({ length: FORECAST_DAYS }, (_, index) =>
    tokensOf(weekdayOf(dayAfter(TODAY, index - FORECAST_DAYS))),
  );

const forecast = (changes: Partial<Parameters<typeof forecastBalance>[0]> = {}) =>
  forecastBalance({
    timeZone: 'Asia/Tokyo',
    today: TODAY,
    balance: 1_000,
    lots: [],
    before: everyDay(() => 100),
    usedToday: 0,
    daysOfUse: 200,
    ...changes,
  });

describe('the forecast of a balance', () => {
  test('names the day on which the last token is used', () => {
    // Ten days of 100, today among them.
    expect(forecast()).toEqual({ state: 'day', day: '2026-07-11' });
  });

  test('counts what was used today as a part of today', () => {
    expect(forecast({ usedToday: 60 })).toEqual({ state: 'day', day: '2026-07-12' });
    expect(forecast({ usedToday: 5_000 })).toEqual({ state: 'day', day: '2026-07-12' });
  });

  test('takes each weekday for itself: a shop that is closed on Sundays uses nothing then', () => {
    const before = everyDay((weekday) => (weekday === SUNDAY ? 0 : 100));
    // Thursday to Saturday, then Monday to Saturday, then Monday.
    expect(forecast({ before })).toEqual({ state: 'day', day: '2026-07-13' });
  });

  test('divides by the weekdays that there were, when calls are made for less than four weeks', () => {
    const before = everyDay(() => 0).map((_, index) => (index >= FORECAST_DAYS - 7 ? 100 : 0));
    expect(forecast({ before, daysOfUse: 7 })).toEqual({ state: 'day', day: '2026-07-11' });
  });

  test.each([
    ['there was no call', { daysOfUse: null, before: everyDay(() => 0) }, 'too_little_data'],
    ['the first call is six days ago', { daysOfUse: 6 }, 'too_little_data'],
    ['nothing was used for four weeks', { before: everyDay(() => 0) }, 'no_use'],
    ['nothing is left', { balance: 0 }, 'empty'],
    ['the balance is below zero', { balance: -5 }, 'empty'],
    ['it lasts longer than a year', { balance: 50_000 }, 'more_than_year'],
  ])('names no day when %s', (_, changes, state) => {
    expect(forecast(changes)).toEqual({ state, day: null });
  });

  test('names a day within a year and none after it', () => {
    expect(forecast({ balance: 36_500 })).toEqual({ state: 'day', day: '2027-07-01' });
    expect(forecast({ balance: 36_700 })).toEqual({ state: 'more_than_year', day: null });
  });

  test('loses what has not been used when a lot expires', () => {
    const lot = { tokens: 900, expiresAt: new Date('2026-07-04T00:00:00Z') };
    // Two days of 100 are used before, the rest of the lot is lost on the third; 100 are left for one more day.
    expect(forecast({ lots: [lot] })).toEqual({ state: 'day', day: '2026-07-05' });
    const all = { ...lot, tokens: 1_000 };
    expect(forecast({ lots: [all] })).toEqual({ state: 'day', day: '2026-07-04' });
  });
});

describe('days of a calendar', () => {
  test('are as long as the clocks make them', () => {
    const { from, to } = lastDays('Europe/Paris', new Date('2026-10-26T10:00:00Z'), 3);
    const days = calendarDays('Europe/Paris', from, to);
    expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
    const hours = days.map((day) => (day.to.getTime() - day.from.getTime()) / 3_600_000);
    expect(hours).toEqual([24, 25, 24]);
    expect(days.map((day) => day.from.getTime()).slice(1)).toEqual(
      days.map((day) => day.to.getTime()).slice(0, -1),
    );
  });

  test('begin and end where they are cut', () => {
    const days = calendarDays(
      'Asia/Ho_Chi_Minh',
      new Date('2026-03-01T12:00:00Z'),
      new Date('2026-03-02T18:00:00Z'),
    );
    expect(days.map(({ day, from, to }) => [day, from.toISOString(), to.toISOString()])).toEqual([
      ['2026-03-01', '2026-03-01T12:00:00.000Z', '2026-03-01T17:00:00.000Z'],
      ['2026-03-02', '2026-03-01T17:00:00.000Z', '2026-03-02T17:00:00.000Z'],
      ['2026-03-03', '2026-03-02T17:00:00.000Z', '2026-03-02T18:00:00.000Z'],
    ]);
    expect(calendarDays('UTC', new Date(5), new Date(5))).toEqual([]);
  });
});
