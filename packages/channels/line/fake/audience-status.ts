import type { FakeAudience } from './state.ts';

const TAKES_MS = 2_000;
const DAY = 24 * 60 * 60 * 1000;
export const AUDIENCE_LIFE_MS = 180 * DAY;

/** Without anybody in it an audience is never ready; adding to one that is ready leaves it so. */
export function audienceStatus(
  { userIds, jobs, createdAt }: FakeAudience,
  now: number,
): 'IN_PROGRESS' | 'READY' | 'EXPIRED' {
  if (now - createdAt >= AUDIENCE_LIFE_MS) return 'EXPIRED';
  const first = jobs.find(({ count }) => count > 0);
  return first && userIds.length > 0 && isFinished(first.at, now) ? 'READY' : 'IN_PROGRESS';
}

export const isFinished = (since: number, now: number): boolean => now - since >= TAKES_MS;
