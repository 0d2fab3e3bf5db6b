import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATE classes and system codes that mean "no database now", not "a wrong query". */
const STATES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '3D000',
]);
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
]);
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|server closed the connection/i;

/** True when an error came from losing or not reaching Postgres. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (STATES.has(code)) return true;
  // A name with several addresses, none of which answers, gives one error for all, without a system call.
  if (SYSTEM.has(code) && ('syscall' in error || error instanceof AggregateError)) return true;
  return MESSAGES.test(error.message) || isDatabaseUnavailable(error.cause);
}

const DEADLOCK_TRIES = 3;

/**
 * Repeats a transaction that PostgreSQL has ended because it and another waited for each other's locks (SQLSTATE 40P01): by then the
 * other goes on. The transaction must be safe to repeat.
 */
export async function retryDeadlocks<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Repeats a step while Postgres can't be reached, for about `forMs` milliseconds; then its last error is thrown. For what
 * only this process knows and would be lost, such as a vendor's response. The step must be safe to repeat.
 */
export async function retryWhileUnavailable<T>(step: () => Promise<T>, forMs: number): Promise<T> {
  const endsAt = performance.now() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + pauseMs >= endsAt) throw error;
      await sleep(pauseMs);
    }
  }
}
