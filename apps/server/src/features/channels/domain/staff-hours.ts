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
import { publicHoliday } from './holidays.ts';

export type StaffTimes = Pick<ChannelSettings, 'timeZone' | 'hours' | 'calendars' | 'days'>;

/** Further than this nobody plans. */
const DAYS_AHEAD = 400;
const ALWAYS: readonly WeeklySpan[] = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  from: '00:00',
  until: '00:00',
}));

/** Name of the holiday on a day; an own day decides before the calendars. Null: staff come to work. */
export function holidayOn({ days, calendars }: StaffTimes, day: string): string | null {
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

/** Since when nobody is there; null: somebody is, or nobody ever was. */
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
