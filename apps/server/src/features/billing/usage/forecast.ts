import type { TokenBalanceView } from '@hanasu/contract/billing';
import { dayAfter, instantOf, weekdayOf } from '@hanasu/contract/open-hours';

/** Whole weeks, so that each weekday counts as often as the others. */
export const FORECAST_DAYS = 28;
const WEEK = 7;
const YEAR = 365;

interface Lot {
  readonly tokens: number;
  readonly expiresAt: Date | null;
}

interface ForecastFacts {
  readonly timeZone: string;
  /** `2026-01-31`, in that time zone. */
  readonly today: string;
  readonly balance: number;
  /** In the order in which they are spent; what the balance has beyond them never expires. */
  readonly lots: readonly Lot[];
  /** Tokens of each of the `FORECAST_DAYS` days before today, the oldest first. */
  readonly before: readonly number[];
  readonly usedToday: number;
  /** Days before today since the first call; null: there was none. */
  readonly daysOfUse: number | null;
}

/** The day on which the balance is used up, when each weekday goes on as it was and lots expire as they do. */
export function forecastBalance(facts: ForecastFacts): TokenBalanceView['forecast'] {
  const { balance, before, daysOfUse, today, usedToday } = facts;
  if (balance <= 0) return { state: 'empty', day: null };
  if (daysOfUse === null || daysOfUse < WEEK) return { state: 'too_little_data', day: null };
  if (before.every((tokens) => tokens === 0)) return { state: 'no_use', day: null };
  const means = meanByWeekday(facts, Math.min(daysOfUse, FORECAST_DAYS));
  let left = lotsOf(facts);
  for (let index = 0; index <= YEAR; index += 1) {
    const day = dayAfter(today, index);
    const mean = means[weekdayOf(day)] ?? 0;
    left = spend(left, index === 0 ? Math.max(0, mean - usedToday) : mean);
    const ends = instantOf(facts.timeZone, dayAfter(day, 1), 0);
    left = left.filter(({ tokens, expiresAt }) => tokens > 0 && (expiresAt === null || expiresAt > ends));
    if (left.length === 0) return { state: 'day', day };
  }
  return { state: 'more_than_year', day: null };
}

/** Of the last `days` days before today, by the number of the weekday. */
function meanByWeekday({ before, today }: ForecastFacts, days: number): number[] {
  const sums = Array.from({ length: WEEK }, () => ({ tokens: 0, days: 0 }));
  before.slice(-days).forEach((tokens, index) => {
    const sum = sums[weekdayOf(dayAfter(today, index - days))];
    if (!sum) return;
    sum.tokens += tokens;
    sum.days += 1;
  });
  return sums.map((sum) => (sum.days === 0 ? 0 : sum.tokens / sum.days));
}

function lotsOf({ balance, lots }: ForecastFacts): Lot[] {
  const known = lots.reduce((sum, { tokens }) => sum + tokens, 0);
  return [...lots, { tokens: Math.max(0, balance - known), expiresAt: null }];
}

function spend(lots: readonly Lot[], tokens: number): Lot[] {
  let owed = tokens;
  return lots.map((lot) => {
    const taken = Math.min(lot.tokens, owed);
    owed -= taken;
    return { ...lot, tokens: lot.tokens - taken };
  });
}
