/** Seconds to wait after the first, second, … try; together about half an hour. */
const PAUSES = [5, 15, 30, 60, 120, 300, 480, 840];

/** Seconds until the next try; null: that was the last. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** How long a vendor may go on preparing something. */
export const PENDING_HOURS = 24;
