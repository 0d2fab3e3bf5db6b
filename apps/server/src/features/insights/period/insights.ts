import type { InsightsView } from '@hanasu/contract/insights';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import {
  type CountsRow,
  countByDay,
  countByPeriod,
  readBots,
  readLines,
  readQuestions,
  tokensByDay,
} from './period.store.ts';

const NONE = { conversations: 0, answered: 0, handedOver: 0, notFound: 0 };
const NO_SPLIT = { bot: 0, person: 0, nobody: 0 };

/** What happened in the last days, and in as many before. */
export async function readInsights(transaction: AccountTransaction, count: number): Promise<InsightsView> {
  const account = await transaction.one<{ timeZone: string }>(
    'select time_zone as "timeZone" from accounts where id = $1',
    [transaction.accountId],
  );
  const all = lastDays(account?.timeZone ?? 'UTC', new Date(transaction.now()), count * 2);
  const [first, today] = [all[count], all.at(-1)];
  if (!first || !today) throw new Error('no days were asked for');
  const starts = [...all.map(({ from }) => from), today.to];
  const [periods, byDay, tokens, lines, questions, bots] = await Promise.all([
    countByPeriod(transaction, starts, count),
    countByDay(transaction, starts),
    tokensByDay(transaction, starts),
    readLines(transaction, today),
    readQuestions(transaction, first.from),
    readBots(transaction, today),
  ]);
  const spent = new Map(tokens.map((row) => [row.day, row.tokens]));
  const sum = (from: number, to: number): number =>
    [...spent].reduce((total, [day, each]) => (day > from && day <= to ? total + each : total), 0);
  const [before, now] = [false, true].map((isNow) => periods.find((row) => row.isNow === isNow));
  return {
    from: first.from.toISOString(),
    numbers: {
      ...countsOf(now),
      tokens: sum(count, 2 * count),
      responseSeconds: now?.responseSeconds ?? null,
    },
    before: { ...countsOf(before), tokens: sum(0, count) },
    days: all.slice(count).map((day, index) => toDay(day, count + index + 1, { byDay, spent })),
    lines,
    questions,
    bots,
  };
}

const countsOf = (row: CountsRow | undefined) =>
  row
    ? {
        conversations: row.conversations,
        answered: row.answered,
        handedOver: row.handedOver,
        notFound: row.notFound,
      }
    : NONE;

interface Counted {
  readonly byDay: Awaited<ReturnType<typeof countByDay>>;
  readonly spent: ReadonlyMap<number, number>;
}

/** `number` counts the days from the oldest one that was read, which is 1. */
function toDay(
  { day, from, to }: Day,
  number: number,
  { byDay, spent }: Counted,
): InsightsView['days'][number] {
  const row = byDay.find((each) => each.day === number);
  const { bot, person, nobody } = row ?? NO_SPLIT;
  return {
    day,
    from: from.toISOString(),
    to: to.toISOString(),
    ...countsOf(row),
    ...{ bot, person, nobody },
    tokens: spent.get(number) ?? 0,
  };
}

interface Day {
  /** `2026-01-31`. */
  readonly day: string;
  readonly from: Date;
  /** When the next one begins: a day on which clocks change has 23 or 25 hours. */
  readonly to: Date;
}

/** The last `count` days somewhere, today's among them, oldest first. */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const today = localMoment(timeZone, now).day;
  return Array.from({ length: count }, (_, index) => {
    const day = dayAfter(today, index - count + 1);
    return {
      day,
      from: instantOf(timeZone, day, 0),
      to: instantOf(timeZone, dayAfter(day, 1), 0),
    };
  });
}
