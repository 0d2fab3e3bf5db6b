export interface Clock {
  readonly now: () => number;
  advance(milliseconds: number): void;
}

/** A clock that stands still until it is advanced. */
export function createClock(start = Date.UTC(2026, 10, 20, 3)): Clock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
