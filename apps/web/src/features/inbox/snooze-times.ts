const MORNING = 9;
const MONDAY = 1;
const HOUR_MS = 3_600_000;
const DAYS_OF_WEEK = 7;

export interface SnoozeTime {
  name: 'hour' | 'hours' | 'tomorrow' | 'monday';
  until: Date;
}

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** The times that are offered, in this person's own day. */
export function snoozeTimes(now = new Date()): SnoozeTime[] {
  const toMonday = (MONDAY - now.getDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  return [
    { name: 'hour', until: new Date(now.getTime() + HOUR_MS) },
    { name: 'hours', until: new Date(now.getTime() + 4 * HOUR_MS) },
    { name: 'tomorrow', until: morningIn(now, 1) },
    { name: 'monday', until: morningIn(now, toMonday) },
  ];
}
