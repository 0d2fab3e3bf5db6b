import type { HolidayCalendar } from '@hanasu/contract/channel-settings';
import { dayAfter, weekdayOf } from '@hanasu/contract/open-hours';
import DateHolidays from 'date-holidays';

/** By year, then by month and day (`01-31`): the name, in the calendar's language. */
export type PublicHolidays = Record<string, Record<string, string>>;

const YEARS = { from: 2022, until: 2045 } as const;
const COUNTRY = { ja: 'JP', vi: 'VN' } as const satisfies Record<HolidayCalendar, string>;
const DAY_MS = 86_400_000;

/**
 * What the library does not know. Vietnam's Labour Code (45/2019/QH14), article 112.1.đ, gives two days for the
 * National Day, of which the government names the second one each year. Make-up days up to 2026 as they were announced;
 * those of later years follow from the code (`addMakeUpDays`).
 */
const MORE: Readonly<Record<HolidayCalendar, Readonly<Record<string, string>>>> = {
  ja: {},
  vi: {
    '2024-09-03': 'Quốc khánh',
    '2025-09-01': 'Quốc khánh',
    '2026-04-27': 'Giỗ tổ Hùng Vương (nghỉ bù)',
    '2026-09-01': 'Quốc khánh',
  },
};

/**
 * The public holidays of each calendar, as `npm run holidays` writes them for the server: the library brings those of
 * all countries and takes 40 MiB on the disk.
 */
export function publicHolidays(): Record<HolidayCalendar, PublicHolidays> {
  const years = Array.from({ length: YEARS.until - YEARS.from + 1 }, (_, index) => YEARS.from + index);
  const calendarOf = (calendar: HolidayCalendar): PublicHolidays =>
    Object.fromEntries(years.map((year) => [year, holidaysOf(calendar, year)]));
  return { ja: calendarOf('ja'), vi: calendarOf('vi') };
}

function holidaysOf(calendar: HolidayCalendar, year: number): Record<string, string> {
  const holidays = new DateHolidays(COUNTRY[calendar], { languages: [calendar], types: ['public'] });
  const byDay = new Map<string, string>();
  for (const { date, name, start, end } of holidays.getHolidays(year, calendar)) {
    const length = Math.round((end.getTime() - start.getTime()) / DAY_MS);
    for (let at = 0; at < length; at += 1) {
      const day = dayAfter(date.slice(0, 10), at);
      // A day that is a holiday by itself keeps its own name within a longer one.
      if (at === 0 || !byDay.has(day)) byDay.set(day, name);
    }
  }
  for (const [day, name] of Object.entries(MORE[calendar]))
    if (day.startsWith(`${year}-`)) byDay.set(day, name);
  if (calendar === 'ja') addDaysBetween(byDay);
  if (calendar === 'vi' && year >= MAKE_UP_FROM) addMakeUpDays(byDay);
  const sorted = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([day, name]) => [day.slice('2026-'.length), name]));
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

const MAKE_UP_FROM = 2027;

/**
 * Labour Code of Vietnam (45/2019/QH14), article 111.3: for a holiday on a weekly day of rest the next working day is
 * free. Days of rest are Saturday and Sunday, as for public offices (decision 188/1999/QĐ-TTg); who works on one of
 * them enters the make-up day as an own day that is open.
 */
function addMakeUpDays(byDay: Map<string, string>): void {
  for (const [day, name] of [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!isWeekend(day)) continue;
    let free = dayAfter(day, 1);
    while (isWeekend(free) || byDay.has(free)) free = dayAfter(free, 1);
    byDay.set(free, `${name} (nghỉ bù)`);
  }
}

const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day));
