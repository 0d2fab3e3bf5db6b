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
export async function consumeAllowance(
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

const FADES = "interval '1 hour'";

/**
 * Counts one attempt before it is checked, so that a thousand at the same moment are a thousand; one that comes while
 * the waiting time runs is not counted. Returns 0, or the seconds until the next is taken. `waitSeconds` is SQL over
 * `t.failures`. The count fades: an hour without an attempt, and it starts again.
 */
export async function countAttempt(
  transaction: SystemTransaction,
  key: Buffer,
  waitSeconds: string,
): Promise<number> {
  const taken = await transaction.run(
    `insert into failed_tries as t (key, failures, last_at) values ($1, 1, clock_timestamp())
     on conflict (key) do update
       set failures = case when t.last_at < clock_timestamp() - ${FADES} then 1 else t.failures + 1 end,
         last_at = clock_timestamp()
       where t.last_at + (${waitSeconds}) * interval '1 second' <= clock_timestamp()`,
    [key],
  );
  if (taken > 0) return 0;
  const row = await transaction.one<{ seconds: number }>(
    `select ceil((${waitSeconds}) - extract(epoch from clock_timestamp() - t.last_at))::integer as seconds
     from failed_tries t where key = $1`,
    [key],
  );
  return Math.max(1, row?.seconds ?? 1);
}

/** The count starts again. */
export async function clearAttempts(transaction: SystemTransaction, key: Buffer): Promise<void> {
  await transaction.run('delete from failed_tries where key = $1', [key]);
}

/** One attempt less; those of others under the same key still count. */
export async function restoreAttempt(transaction: SystemTransaction, key: Buffer): Promise<void> {
  await transaction.run('update failed_tries set failures = failures - 1 where key = $1 and failures > 0', [
    key,
  ]);
}

export async function deleteOldAttempts(transaction: SystemTransaction): Promise<void> {
  await transaction.run("delete from failed_tries where last_at < now() - interval '1 day'");
}
