import { createHash } from 'node:crypto';
import type { SystemTransaction } from './database.ts';

/** Names what is counted without storing it: names and addresses are nobody's business. */
export const tryKey = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/** So many times in so many seconds (a day at most), whatever comes of it. */
export interface Allowance {
  readonly times: number;
  readonly seconds: number;
}

/** Counts one use; the window begins with the first. Returns 0, or the seconds until it ends when all are used up. */
export async function useUp(
  transaction: SystemTransaction,
  key: Buffer,
  { times, seconds }: Allowance,
): Promise<number> {
  const row = await transaction.one<{ uses: number; left: number }>(
    `insert into failed_tries as t (key, failures, last_at) values ($1, 1, clock_timestamp())
     on conflict (key) do update set
       failures = case when ${WINDOW_IS_OVER} then 1 else least(t.failures + 1, $3 + 1) end,
       last_at = case when ${WINDOW_IS_OVER} then clock_timestamp() else t.last_at end
     returning failures as uses,
       ceil($2 - extract(epoch from clock_timestamp() - last_at))::integer as left`,
    [key, seconds, times],
  );
  return row && row.uses > times ? Math.max(1, row.left) : 0;
}

const WINDOW_IS_OVER = "t.last_at < clock_timestamp() - $2 * interval '1 second'";
