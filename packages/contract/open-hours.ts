/** A span of a week. `until` before `from`, or the same, goes on over midnight. `day` 0 is Sunday. */
export interface WeeklySpan {
  readonly day: number;
  readonly from: string;
  readonly until: string;
}

/** A moment as clocks and calendars show it somewhere. `day` as `2026-01-31`. */
export interface LocalMoment {
  readonly day: string;
  readonly weekday: number;
  /** Since midnight. */
  readonly minute: number;
}

export const MINUTES_A_DAY = 1_440;
const DAY_MS = MINUTES_A_DAY * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** `09:30` → 570. */
export const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Throws a RangeError for a zone that there is not. */
export function localMoment(timeZone: string, at: Date): LocalMoment {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = format.formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return { day, weekday: weekdayOf(day), minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The day so many days later (or earlier). */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** When it is so many minutes after midnight of a day somewhere. A time that a clock skips is the one after it. */
export function instantOf(timeZone: string, day: string, minute: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const shown = (at: number): number => {
    const local = localMoment(timeZone, new Date(at));
    return Date.parse(`${local.day}T00:00:00Z`) + local.minute * 60_000;
  };
  const near = wanted - (shown(wanted) - wanted);
  // Once more, for the hours around a change of the clocks.
  const at = near - (shown(near) - wanted);
  return new Date(shown(at) === wanted ? at : near);
}

export const spanMinutes = ({ from, until }: WeeklySpan): number => {
  const length = minutesOf(until) - minutesOf(from);
  return length > 0 ? length : length + MINUTES_A_DAY;
};

/** Whether people are there at a time. `isDayOpen`: false for days on which no span begins. */
export function isOpen(
  { timeZone, open }: { readonly timeZone: string; readonly open: readonly WeeklySpan[] },
  at: Date,
  isDayOpen: (day: string) => boolean = () => true,
): boolean {
  const { day, weekday, minute } = localMoment(timeZone, at);
  return open.some((span) => {
    const daysAgo = (weekday - span.day + 7) % 7;
    const since = minute + daysAgo * MINUTES_A_DAY - minutesOf(span.from);
    return daysAgo <= 1 && since >= 0 && since < spanMinutes(span) && isDayOpen(dayAfter(day, -daysAgo));
  });
}
