import { createRequire } from 'node:module';
import type { HolidayCalendar } from '@hanasu/contract/channel-settings';
import { dayAfter, weekdayOf } from '@hanasu/contract/open-hours';
import type DateHolidays from 'date-holidays';

export interface Holiday {
  /** `2026-01-31` */
  readonly day: string;
  /** In the calendar's language. */
  readonly name: string;
}

const COUNTRY = { ja: 'JP', vi: 'VN' } as const satisfies Record<HolidayCalendar, string>;
const DAY_MS = 86_400_000;
const known = new Map<string, readonly Holiday[]>();

/**
 * What the library does not know. Vietnam's Labour Code (45/2019/QH14), article 112.1.đ, gives two days for the
 * National Day, of which the government names the second one each year; article 111.3 gives the next working day for
 * a holiday on a weekly day of rest.
 */
const MORE: Readonly<Record<HolidayCalendar, readonly Holiday[]>> = {
  ja: [],
  vi: [
    { day: '2024-09-03', name: 'Quốc khánh' },
    { day: '2025-09-01', name: 'Quốc khánh' },
    { day: '2026-04-27', name: 'Giỗ tổ Hùng Vương (nghỉ bù)' },
    { day: '2026-09-01', name: 'Quốc khánh' },
  ],
};

let library: typeof DateHolidays | null = null;

/** Reads the days of all countries of the world, so only once somebody asks. */
function loadLibrary(): typeof DateHolidays {
  library ??= createRequire(import.meta.url)('date-holidays') as typeof DateHolidays;
  return library;
}

/** Public holidays of a year, by day; each day once. */
export function holidaysOf(calendar: HolidayCalendar, year: number): readonly Holiday[] {
  const key = `${calendar}/${year}`;
  let found = known.get(key);
  if (!found) {
    found = readHolidays(calendar, year);
    known.set(key, found);
  }
  return found;
}

function readHolidays(calendar: HolidayCalendar, year: number): readonly Holiday[] {
  const Library = loadLibrary();
  const holidays = new Library(COUNTRY[calendar], { languages: [calendar], types: ['public'] });
  const byDay = new Map<string, string>();
  for (const { date, name, start, end } of holidays.getHolidays(year, calendar)) {
    const length = Math.round((end.getTime() - start.getTime()) / DAY_MS);
    for (let at = 0; at < length; at += 1) {
      const day = dayAfter(date.slice(0, 10), at);
      // A day that is a holiday by itself keeps its own name within a longer one.
      if (at === 0 || !byDay.has(day)) byDay.set(day, name);
    }
  }
  for (const { day, name } of MORE[calendar]) if (day.startsWith(`${year}-`)) byDay.set(day, name);
  if (calendar === 'ja') addDaysBetween(byDay);
  return [...byDay]
    .map(([day, name]) => ({ day, name }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/**
 * Act on National Holidays (Japan), article 3.3: a day between two national holidays is one as well. The library knows
 * this for some years only.
 */
function addDaysBetween(byDay: Map<string, string>): void {
  for (const day of [...byDay.keys()]) {
    const between = dayAfter(day, 1);
    const isLone = !byDay.has(between) && byDay.has(dayAfter(day, 2)) && weekdayOf(between) !== 0;
    if (isLone && weekdayOf(day) !== 0) byDay.set(between, '国民の休日');
  }
}

/** Name of the first of these calendars' holiday on a day. */
export function publicHoliday(calendars: readonly HolidayCalendar[], day: string): string | null {
  const year = Number(day.slice(0, 4));
  for (const calendar of calendars) {
    const found = holidaysOf(calendar, year).find((holiday) => holiday.day === day);
    if (found) return found.name;
  }
  return null;
}
