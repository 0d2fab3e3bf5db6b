const SECONDS = /^\d{1,9}$/;

/** The header of that name in milliseconds from `now`: seconds, or a date; null when absent or unreadable. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
