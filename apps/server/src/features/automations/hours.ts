import type { ChannelSettings } from '@hanasu/contract/channel-settings';
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
import type { Voice } from './customer-texts.ts';
import { publicHoliday } from './holidays.ts';

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
