import { AppError } from '../../platform/app-error.ts';
import type { SystemTransaction } from '../../platform/database/database.ts';

/** How wrong tries slow the next one down. The count fades: an hour without a try, and it starts again. */
export interface TryRule {
  /** Seconds to wait after the `failures`-th wrong try, as SQL over `t.failures`. */
  readonly waitSeconds: string;
}

/** One guesser: free until the fifth failure, then 1, 2, 4 … seconds, at most five minutes. */
export const ONE_SOURCE: TryRule = {
  waitSeconds: 'case when t.failures < 5 then 0 else least(300, 2 ^ least(t.failures - 5, 20)) end',
};
/** Guesses at one name from everywhere together: after thirty, one every three seconds. */
export const ALL_SOURCES: TryRule = { waitSeconds: 'case when t.failures < 30 then 0 else 3 end' };

const FADES = "interval '1 hour'";

/**
 * Counts one try before it is checked, so that a thousand at the same moment are a thousand. Throws `too_many_tries`
 * while the waiting time runs; such a try is not counted, and nothing is checked. Undo by `clearTries` or `giveTryBack`.
 */
export async function takeTry(transaction: SystemTransaction, key: Buffer, rule: TryRule): Promise<void> {
  const taken = await transaction.run(
    `insert into failed_tries as t (key, failures, last_at) values ($1, 1, clock_timestamp())
     on conflict (key) do update
       set failures = case when t.last_at < clock_timestamp() - ${FADES} then 1 else t.failures + 1 end,
         last_at = clock_timestamp()
       where t.last_at + (${rule.waitSeconds}) * interval '1 second' <= clock_timestamp()`,
    [key],
  );
  if (taken === 0) throw await tooMany(transaction, key, rule);
}

async function tooMany(transaction: SystemTransaction, key: Buffer, rule: TryRule): Promise<AppError> {
  const row = await transaction.one<{ seconds: number }>(
    `select ceil((${rule.waitSeconds}) - extract(epoch from clock_timestamp() - t.last_at))::integer as seconds
     from failed_tries t where key = $1`,
    [key],
  );
  const more = { retryAfter: Math.max(1, row?.seconds ?? 1) };
  return new AppError('too_many_tries', 'Too many wrong tries; wait a moment', { more });
}

/** It was right: this guesser's count starts again. */
export async function clearTries(transaction: SystemTransaction, key: Buffer): Promise<void> {
  await transaction.run('delete from failed_tries where key = $1', [key]);
}

/** It was right, but others' wrong tries under the same key still count. */
export async function giveTryBack(transaction: SystemTransaction, key: Buffer): Promise<void> {
  await transaction.run('update failed_tries set failures = failures - 1 where key = $1 and failures > 0', [
    key,
  ]);
}

export async function deleteOldTries(transaction: SystemTransaction): Promise<void> {
  await transaction.run("delete from failed_tries where last_at < now() - interval '1 day'");
}
