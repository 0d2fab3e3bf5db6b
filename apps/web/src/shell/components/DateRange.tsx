import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DateRangeProps } from './DateRangeInput.tsx';

const Calendar = lazy(async () => ({ default: (await import('./DateRangeInput.tsx')).DateRangeInput }));

/** Chooses a span of days. The calendar is fetched when it is first shown, so that the shell stays small. */
export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <Calendar {...props} />
    </Suspense>
  );
}

/** `2026-05-01` → when that day (or so many days later) begins here. */
export function startOfDay(day: string, daysLater = 0): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
