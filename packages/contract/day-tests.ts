import { z } from 'zod';

/** A hundred years. */
export const OFFSET_MAX = 36_500;
const Offset = z.number().int().min(-OFFSET_MAX).max(OFFSET_MAX);
export const isOrdered = ({
  from,
  to,
}: {
  from: number | string | null;
  to: number | string | null;
}): boolean => (from !== null || to !== null) && (from === null || to === null || from <= to);

/** From today, in the time zone of the account: 0 is today, 3 in three days, -7 a week ago. Null: without an end on that side. */
export const Days = z
  .object({ op: z.literal('days'), from: Offset.nullable(), to: Offset.nullable() })
  .strict()
  .refine(isOrdered, { path: ['to'], message: 'from the earlier day to the later one' });
/** Calendar days, both of them included. */
export const Dates = z
  .object({ op: z.literal('dates'), from: z.iso.date().nullable(), to: z.iso.date().nullable() })
  .strict()
  .refine(isOrdered, { path: ['to'], message: 'from the earlier day to the later one' });
/** Each year again: the 29th of February is the 28th in the years that have none. */
export const Yearly = z
  .object({ op: z.literal('yearly'), from: Offset, to: Offset })
  .strict()
  .refine(({ from, to }) => from <= to && to - from < 366, { path: ['to'], message: 'at most a year' });
export const Months = z
  .object({ op: z.literal('months'), months: z.array(z.number().int().min(1).max(12)).min(1).max(12) })
  .strict();
export const Empty = z.object({ op: z.literal('empty') }).strict();
