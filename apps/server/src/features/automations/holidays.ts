import type { HolidayCalendar } from '@hanasu/contract/channel-settings';
import written from './public-holidays.json' with { type: 'json' };

interface Holiday {
  /** `2026-01-31` */
  readonly day: string;
  /** In the calendar's language. */
  readonly name: string;
}

/** By year, then by month and day. */
const CALENDARS: Readonly<
  Record<HolidayCalendar, Readonly<Record<string, Readonly<Record<string, string>>>>>
> = written;

/** Public holidays of a year, by day; each day once. None in years that `npm run holidays` did not write. */
export const holidaysOf = (calendar: HolidayCalendar, year: number): readonly Holiday[] =>
  Object.entries(CALENDARS[calendar][year] ?? {}).map(([day, name]) => ({ day: `${year}-${day}`, name }));

/** Name of the first of these calendars' holiday on a day. */
export function publicHoliday(calendars: readonly HolidayCalendar[], day: string): string | null {
  const [year, inYear] = [day.slice(0, 4), day.slice('2026-'.length)];
  for (const calendar of calendars) {
    const name = CALENDARS[calendar][year]?.[inYear];
    if (name !== undefined) return name;
  }
  return null;
}
