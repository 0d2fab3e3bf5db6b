/** The database's clock as this process knows it. */
export interface DatabaseClock {
  /** Milliseconds since 1970 by the database; by this machine before the first measurement. */
  now(): number;
  /** True when it was never measured, or too long ago. */
  isStale(): boolean;
  isMeasured(): boolean;
  /** What the database said between two moments of the monotonic clock. */
  measure(databaseMs: number, askedAt: number, answeredAt: number): void;
}

const FRESH_MS = 10_000;

/**
 * Times that several processes compare (reply tokens, windows, opening hours) are the database's: machines' clocks
 * differ and are set forth and back. Between two measurements the monotonic clock counts, which nobody sets.
 */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let measured: { readonly offset: number; readonly at: number } | null = null;
  return {
    now: () => (measured === null ? Date.now() : Math.round(monotonic() + measured.offset)),
    isStale: () => measured === null || monotonic() - measured.at > FRESH_MS,
    isMeasured: () => measured !== null,
    measure(databaseMs, askedAt, answeredAt) {
      measured = { offset: databaseMs - (askedAt + answeredAt) / 2, at: answeredAt };
    },
  };
}
