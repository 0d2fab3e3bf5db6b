import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';

export interface Day {
  /** `2026-01-31`. */
  readonly day: string;
  readonly from: Date;
  /** When the next one begins: a day on which clocks change has 23 or 25 hours. */
  readonly to: Date;
}

/** The last `count` days somewhere, today's among them, oldest first. */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const today = localMoment(timeZone, now).day;
  return Array.from({ length: count }, (_, index) => {
    const day = dayAfter(today, index - count + 1);
    return {
      day,
      from: instantOf(timeZone, day, 0),
      to: instantOf(timeZone, dayAfter(day, 1), 0),
    };
  });
}
