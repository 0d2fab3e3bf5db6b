import type { WEBSITE_SCHEDULES } from '@hanasu/contract/websites';

const HOUR_MS = 3_600_000;
const EVERY_HOURS = { daily: 24, weekly: 7 * 24, monthly: 30 * 24 } as const;
/** Sites that were added together are not all looked at in the same minute. */
const JITTER = 0.05;

/** Null: not by itself. `random` is 0 to 1. */
export function nextCrawlAt(
  schedule: (typeof WEBSITE_SCHEDULES)[number],
  from: Date,
  random: number,
): Date | null {
  if (schedule === 'never') return null;
  const milliseconds = EVERY_HOURS[schedule] * HOUR_MS;
  return new Date(from.getTime() + milliseconds * (1 + (random - 0.5) * JITTER));
}
