import { createRequire } from 'node:module';
import type { ChannelSettings, HolidayCalendar } from '@hanasu/contract/channel-settings';
import {
  dayAfter,
  instantOf,
  isOpen,
  localMoment,
  minutesOf,
  spanMinutes,
  type WeeklySpan,
  weekdayOf,
} from '@hanasu/contract/open-hours';
import type DateHolidays from 'date-holidays';
import type { Voice } from './customer-texts.ts';

export type StaffTimes = Pick<ChannelSettings, 'timeZone' | 'hours' | 'calendars' | 'days'>;

/** How far ahead opening hours are searched. */
const DAYS_AHEAD = 400;
const ALWAYS: readonly WeeklySpan[] = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  from: '00:00',
  until: '00:00',
}));

/** Name of the holiday on a day; an own day decides before the calendars. Null: staff come to work. */
function holidayOn({ days, calendars }: StaffTimes, day: string): string | null {
  const own = days.find((one) => one.day === day);
  if (own) return own.closed ? own.name : null;
  return publicHoliday(calendars, day);
}

export const holidayAt = (times: StaffTimes, at: Date): string | null =>
  holidayOn(times, localMoment(times.timeZone, at).day);

const isDayOpen =
  (times: StaffTimes) =>
  (day: string): boolean =>
    holidayOn(times, day) === null;

export const isStaffed = (times: StaffTimes, at: Date): boolean =>
  isOpen({ timeZone: times.timeZone, open: times.hours ?? ALWAYS }, at, isDayOpen(times));

/** When staff come back; null: they are there, or never come. */
export function opensAt(times: StaffTimes, at: Date): Date | null {
  if (isStaffed(times, at)) return null;
  const today = localMoment(times.timeZone, at).day;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const starts = spansOn(times, dayAfter(today, ahead)).map(({ start }) => start);
    const next = starts.filter((start) => start > at).sort(byTime)[0];
    if (next) return next;
  }
  return null;
}

/** Since when staff are away; null: they are there, or have no hours. */
export function closedSince(times: StaffTimes, at: Date): Date | null {
  if (isStaffed(times, at)) return null;
  const today = localMoment(times.timeZone, at).day;
  for (let back = 0; back <= DAYS_AHEAD; back += 1) {
    const ends = spansOn(times, dayAfter(today, -back)).map(({ end }) => end);
    const last = ends
      .filter((end) => end <= at)
      .sort(byTime)
      .at(-1);
    if (last) return last;
  }
  return null;
}

const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();

function spansOn(times: StaffTimes, day: string): { start: Date; end: Date }[] {
  if (!isDayOpen(times)(day)) return [];
  const weekday = weekdayOf(day);
  return (times.hours ?? ALWAYS)
    .filter((span) => span.day === weekday)
    .map((span) => {
      const from = minutesOf(span.from);
      return {
        start: instantOf(times.timeZone, day, from),
        end: instantOf(times.timeZone, day, from + spanMinutes(span)),
      };
    });
}

/** When staff are there in spans that begin on these days. */
export const staffedSpans = (times: StaffTimes, days: readonly string[]): { start: Date; end: Date }[] =>
  days.flatMap((day) => spansOn(times, day));

interface Holiday {
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
 * National Day, of which the government names the second one each year. Make-up days up to 2026 as they were announced;
 * those of later years follow from the code (`addMakeUpDays`).
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

/** Loads the holidays of all countries, so only at the first use. */
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
  if (calendar === 'vi' && year >= MAKE_UP_FROM) addMakeUpDays(byDay);
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

/** Name of the first of these calendars' holiday on a day. */
export function publicHoliday(calendars: readonly HolidayCalendar[], day: string): string | null {
  const year = Number(day.slice(0, 4));
  for (const calendar of calendars) {
    const found = holidaysOf(calendar, year).find((holiday) => holiday.day === day);
    if (found) return found.name;
  }
  return null;
}

const TAGS = { en: 'en-GB', ja: 'ja-JP', vi: 'vi-VN' } as const satisfies Record<Voice['language'], string>;

/** Why staff are wanted: the customer asked for them, or asked what nobody but they can answer. */
export type StaffWanted = 'asked' | 'unanswered';

/**
 * What a customer hears who waits for staff while nobody is there. Null: somebody is, or they were told since people
 * went home. `toldAt`: when they were told last.
 */
export function outOfOfficeNotice(
  settings: ChannelSettings,
  { voice, wanted }: { readonly voice: Voice; readonly wanted: StaffWanted },
  at: Date,
  toldAt: Date | null,
): string | null {
  if (isStaffed(settings, at) || isToldAlready(settings, at, toldAt)) return null;
  const next = opensAt(settings, at);
  const own = settings.nobodyThere;
  const { language, words } = voice;
  if (!next) return own === '' || OPENS_AT.test(own) ? words.away : own;
  const shown = new Intl.DateTimeFormat(TAGS[language], {
    timeZone: settings.timeZone,
    weekday: 'short',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(next);
  const opens = language === 'ja' ? shown.replace('(', '（').replace(')', '）') : shown;
  const holiday = nameOfHoliday(settings, at, language);
  const usual = wanted === 'asked' ? words.closed : words.notFoundClosed;
  return fill(own || (holiday ? words.closedForHoliday : usual), { opensAt: opens, holiday: holiday ?? '' });
}

/** An own day is called as the shop has written; a calendar's only in its own language. */
function nameOfHoliday(times: StaffTimes, at: Date, language: Voice['language']): string | null {
  const { day } = localMoment(times.timeZone, at);
  const own = times.days.find((one) => one.day === day);
  if (own) return own.closed ? own.name || null : null;
  return publicHoliday(
    times.calendars.filter((calendar) => calendar === language),
    day,
  );
}

const OPENS_AT = /\{\{\s*opensAt\s*\}\}/;

const fill = (text: string, values: Readonly<Record<'opensAt' | 'holiday', string>>): string =>
  text.replaceAll(/\{\{\s*(opensAt|holiday)\s*\}\}/g, (_match, name: 'opensAt' | 'holiday') => values[name]);

/** The out-of-office notice was sent and staff have not been back since. */
function isToldAlready(settings: ChannelSettings, at: Date, toldAt: Date | null): boolean {
  if (!toldAt || isStaffed(settings, toldAt)) return false;
  const next = opensAt(settings, toldAt);
  return next === null || next > at;
}
