import {
  type TokenBalanceView,
  type TokenUsageView,
  type tokenUsage,
  USAGE_DAYS_MAX,
} from '@hanasu/contract/billing';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { readTotals } from '../billing.store.ts';
import { calendarDays, lastDays } from './calendar-days.ts';
import { FORECAST_DAYS, forecastBalance } from './forecast.ts';
import * as store from './ledger.store.ts';

type UsageQuery = z.output<typeof tokenUsage.query>;
type NameOf = (serviceUuid: string) => string | null;

const DAY_MS = 86_400_000;

/** Sums up the calls of a period. */
export async function readUsage(
  transaction: AccountTransaction,
  { by, days, ...asked }: UsageQuery,
  serviceName: NameOf,
): Promise<TokenUsageView> {
  const { timeZone } = await store.readStart(transaction);
  const { from, to } = periodOf({ ...asked, days }, timeZone, new Date(transaction.now()));
  const period = { from: from.toISOString(), to: to.toISOString() };
  const filter = { ...asked, ...period };
  const items =
    by === 'day'
      ? await itemsOfDays(transaction, filter, calendarDays(timeZone, from, to))
      : (await store.sumByGroup(transaction, filter, by)).map(({ id, name, tokens, calls }) => ({
          ...{ key: id, name: by === 'model' && id !== null ? serviceName(id) : name, tokens, calls },
          ...period,
        }));
  const sum = (name: 'tokens' | 'calls') => items.reduce((all, item) => all + item[name], 0);
  return { ...period, total: { tokens: sum('tokens'), calls: sum('calls') }, items };
}

function periodOf(
  { from, to, days }: Pick<UsageQuery, 'from' | 'to' | 'days'>,
  timeZone: string,
  now: Date,
): { readonly from: Date; readonly to: Date } {
  const last = lastDays(timeZone, now, Number(days));
  const period = { from: from ? new Date(from) : last.from, to: to ? new Date(to) : last.to };
  const length = period.to.getTime() - period.from.getTime();
  if (length > 0 && length <= USAGE_DAYS_MAX * DAY_MS) return period;
  const message = `\`to\` must be after \`from\`, by ${USAGE_DAYS_MAX} days at most`;
  throw AppError.field('validation_failed', 'query.to', message);
}

async function itemsOfDays(
  transaction: AccountTransaction,
  filter: store.LedgerFilter,
  days: ReturnType<typeof calendarDays>,
): Promise<TokenUsageView['items']> {
  const sums = await store.sumByDay(transaction, filter, days);
  const byDay = new Map(sums.map((sum) => [sum.day, sum]));
  return days.map(({ day, from, to }, index) => {
    const { tokens = 0, calls = 0 } = byDay.get(index + 1) ?? {};
    return { key: day, name: null, from: from.toISOString(), to: to.toISOString(), tokens, calls };
  });
}

/** The balance, how long it lasts, and what of it expires. */
export async function readBalance(transaction: AccountTransaction): Promise<TokenBalanceView> {
  const { timeZone, firstCallAt } = await store.readStart(transaction);
  const { balance } = await readTotals(transaction);
  const lots = await store.readLeftLots(transaction);
  const { day: today } = localMoment(timeZone, new Date(transaction.now()));
  const from = instantOf(timeZone, dayAfter(today, -FORECAST_DAYS), 0);
  const days = calendarDays(timeZone, from, instantOf(timeZone, dayAfter(today, 1), 0));
  const since = { from: from.toISOString() };
  const used = (await itemsOfDays(transaction, since, days)).map(({ tokens }) => tokens);
  const expiring = lots
    .flatMap(({ tokens, expiresAt }) => (expiresAt ? [{ tokens, expiresAt: expiresAt.toISOString() }] : []))
    .sort((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  const forecast = forecastBalance({
    ...{ timeZone, today, balance, lots, before: used.slice(0, -1), usedToday: used.at(-1) ?? 0 },
    daysOfUse: firstCallAt && daysBetween(localMoment(timeZone, firstCallAt).day, today),
  });
  return { balance, forecast, expiring };
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
