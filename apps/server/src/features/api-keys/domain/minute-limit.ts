export interface Allowance {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the count begins anew. */
  readonly resetMs: number;
}

export interface MinuteLimit {
  /** Counts one request of this caller. */
  take(caller: string): Allowance;
}

const MINUTE_MS = 60_000;
const CALLERS_MAX = 20_000;

/** Counts requests in windows of a minute that begin with a caller's first request. `limit` 0 is off. */
export function createMinuteLimit(limit: number, now: () => number): MinuteLimit {
  const windows = new Map<string, { count: number; until: number }>();

  function windowOf(caller: string) {
    const known = windows.get(caller);
    if (known && known.until > now()) return known;
    if (windows.size >= CALLERS_MAX)
      for (const [key, { until }] of windows) if (until <= now()) windows.delete(key);
    const fresh = { count: 0, until: now() + MINUTE_MS };
    windows.set(caller, fresh);
    return fresh;
  }

  return {
    take(caller) {
      const window = windowOf(caller);
      window.count += 1;
      return {
        isAllowed: limit === 0 || window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetMs: Math.max(0, window.until - now()),
      };
    },
  };
}
