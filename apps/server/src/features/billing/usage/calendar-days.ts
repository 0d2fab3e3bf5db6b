import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';

export interface CalendarDay {
  /** `2026-01-31`. */
  readonly day: string;
  readonly from: Date;
  /** When the next one begins: a day on which clocks change has 23 or 25 hours. */
  readonly to: Date;
}

/** The last `count` days in a time zone, today's among them. */
export function lastDays(
  timeZone: string,
  now: Date,
  count: number,
): { readonly from: Date; readonly to: Date } {
  const today = localMoment(timeZone, now).day;
  return {
    from: instantOf(timeZone, dayAfter(today, 1 - count), 0),
    to: instantOf(timeZone, dayAfter(today, 1), 0),
  };
}

/** The days from one moment to another, oldest first; the first and the last one may be parts of days. */
export function calendarDays(timeZone: string, from: Date, to: Date): CalendarDay[] {
  const days: CalendarDay[] = [];
  let start = from;
  for (let { day } = localMoment(timeZone, from); start < to; day = dayAfter(day, 1)) {
    const next = instantOf(timeZone, dayAfter(day, 1), 0);
    const end = next < to ? next : to;
    if (end > start) days.push({ day, from: start, to: end });
    start = end;
  }
  return days;
}
