import { dayAfter, instantOf } from '@hanasu/contract/open-hours';
import type { DayTest } from '@hanasu/contract/segments';
import type { ConditionScope, SqlScope } from '../../../platform/feature.ts';

interface Span {
  /** `2026-01-31`; null: without an end on that side. Both included. */
  readonly from: string | null;
  readonly to: string | null;
}
type SpanTest = Extract<DayTest, { op: 'days' | 'dates' }>;

const spanOf = (test: SpanTest, { today }: ConditionScope): Span =>
  test.op === 'dates'
    ? test
    : {
        from: test.from === null ? null : dayAfter(today, test.from),
        to: test.to === null ? null : dayAfter(today, test.to),
      };

const isLeapYear = (day: string): boolean => dayAfter(`${day.slice(0, 4)}-02-28`, 1).endsWith('-02-29');

/** Ends of the days (`-03-31`) on which a year's return is wanted. Who was born on the 29th of February has the 28th, too. */
function endingsOf(test: Extract<DayTest, { op: 'yearly' }>, { today }: ConditionScope): string[] {
  const days = Array.from({ length: test.to - test.from + 1 }, (_, index) =>
    dayAfter(today, test.from + index),
  );
  const endings = days.flatMap((day) =>
    day.endsWith('-02-28') && !isLeapYear(day) ? ['-02-28', '-02-29'] : [day.slice(4)],
  );
  return [...new Set(endings)];
}

const monthsOf = ({ months }: Extract<DayTest, { op: 'months' }>): string[] =>
  months.map((month) => `-${String(month).padStart(2, '0')}-`);

/** `day`: SQL of a text like `2026-01-31`, or null. Days are compared as texts, which can't fail. */
export function daySql(test: DayTest, day: string, scope: SqlScope): string {
  const text = `(${day}) collate "C"`;
  switch (test.op) {
    case 'empty':
      return `(${day}) is null`;
    case 'yearly':
      return `coalesce(substr(${day}, 5) = any(${scope.bind(endingsOf(test, scope), 'text[]')}), false)`;
    case 'months':
      return `coalesce(substr(${day}, 5, 4) = any(${scope.bind(monthsOf(test), 'text[]')}), false)`;
    case 'days':
    case 'dates': {
      const { from, to } = spanOf(test, scope);
      const parts = [
        ...(from === null ? [] : [`${text} >= ${scope.bind(from, 'text')}`]),
        ...(to === null ? [] : [`${text} <= ${scope.bind(to, 'text')}`]),
      ];
      return `coalesce(${parts.join(' and ')}, false)`;
    }
    default:
      return test satisfies never;
  }
}

/** The same in memory. */
export function testDay(test: DayTest, day: string | null, scope: ConditionScope): boolean {
  if (test.op === 'empty') return day === null;
  if (day === null) return false;
  switch (test.op) {
    case 'yearly':
      return endingsOf(test, scope).includes(day.slice(4));
    case 'months':
      return monthsOf(test).includes(day.slice(4, 8));
    case 'days':
    case 'dates': {
      const { from, to } = spanOf(test, scope);
      return (from === null || day >= from) && (to === null || day <= to);
    }
    default:
      return test satisfies never;
  }
}

/** When a span of days begins and is over in the account's time zone, in milliseconds; for columns with a time. */
function momentsOf(test: SpanTest, scope: ConditionScope): { since: number | null; until: number | null } {
  const { from, to } = spanOf(test, scope);
  const midnight = (day: string): number => instantOf(scope.timeZone, day, 0).getTime();
  return {
    since: from === null ? null : midnight(from),
    until: to === null ? null : midnight(dayAfter(to, 1)),
  };
}

/** `column` is a time that is never null. */
export function timeSql(test: SpanTest, column: string, scope: SqlScope): string {
  const { since, until } = momentsOf(test, scope);
  const bound = (at: number): string => scope.bind(new Date(at).toISOString(), 'timestamptz');
  const parts = [
    ...(since === null ? [] : [`${column} >= ${bound(since)}`]),
    ...(until === null ? [] : [`${column} < ${bound(until)}`]),
  ];
  return `(${parts.join(' and ')})`;
}

export function testTime(test: SpanTest, at: number, scope: ConditionScope): boolean {
  const { since, until } = momentsOf(test, scope);
  return (since === null || at >= since) && (until === null || at < until);
}
