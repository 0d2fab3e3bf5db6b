import { AppError } from '../../../platform/app-error.ts';
import { countAttempt } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';

/** How wrong tries slow the next one down. */
export interface AttemptRule {
  /** Seconds to wait after the `failures`-th wrong try, as SQL over `t.failures`. */
  readonly waitSeconds: string;
}

/** One guesser: free until the fifth failure, then 1, 2, 4 … seconds, at most five minutes. */
export const ONE_SOURCE: AttemptRule = {
  waitSeconds: 'case when t.failures < 5 then 0 else least(300, 2 ^ least(t.failures - 5, 20)) end',
};
/** Guesses at one name from everywhere together: after thirty, one every three seconds. */
export const ALL_SOURCES: AttemptRule = { waitSeconds: 'case when t.failures < 30 then 0 else 3 end' };

/**
 * Counts one attempt before it is checked. Throws `too_many_tries` while the waiting time runs; such an attempt is not
 * counted, and nothing is checked. Undo by `clearAttempts` or `restoreAttempt`.
 */
export async function consumeAttempt(
  transaction: SystemTransaction,
  key: Buffer,
  rule: AttemptRule,
): Promise<void> {
  const retryAfter = await countAttempt(transaction, key, rule.waitSeconds);
  if (retryAfter > 0)
    throw new AppError('too_many_tries', 'Too many failed attempts; wait a moment', { more: { retryAfter } });
}
