import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

/** First and last day as `2026-05-01`, in the person's own calendar; null while one is not chosen. */
export type Days = [string | null, string | null];
export interface DateRangeProps {
  label: string;
  value: Days;
  onChange: (days: Days) => void;
  clearable?: boolean;
}

const Calendar = lazy(async () => ({ default: (await import('./DateRangeInput.tsx')).DateRangeInput }));

/** Chooses a span of days. The calendar is fetched when it is first shown, so that the shell stays small. */
export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <Calendar {...props} />
    </Suspense>
  );
}
