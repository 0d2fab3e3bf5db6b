import type { NotifySettings } from '@hanasu/contract/notify';

type Quiet = NonNullable<NotifySettings['quiet']>;

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** When the quiet that reigns now is over; null: it does not reign. `days` are those on which it begins, 0 is Sunday. */
export function quietUntil(quiet: Quiet | null, now: Date): Date | null {
  if (!quiet) return null;
  const { weekday, minutes } = wallClock(now, quiet.timeZone);
  const from = minutesOf(quiet.from);
  const until = minutesOf(quiet.until);
  const isOvernight = from >= until;
  const beganToday = quiet.days.includes(weekday) && minutes >= from && (isOvernight || minutes < until);
  const beganYesterday = isOvernight && minutes < until && quiet.days.includes((weekday + 6) % 7);
  if (!beganToday && !beganYesterday) return null;
  const left = (until - minutes + DAY) % DAY || DAY;
  return atClock(
    new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS),
    until,
    quiet,
  );
}

/** A night on which clocks change is an hour longer or shorter. */
function atClock(around: Date, until: number, { timeZone }: Quiet): Date {
  const shift = (until - wallClock(around, timeZone).minutes + DAY) % DAY;
  const nearest = shift > DAY / 2 ? shift - DAY : shift;
  return new Date(around.getTime() + nearest * MINUTE_MS);
}

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

function wallClock(at: Date, timeZone: string): { weekday: number; minutes: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
