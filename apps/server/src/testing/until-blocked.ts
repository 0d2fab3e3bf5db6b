import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import type { AccountTransaction, SystemTransaction } from '../platform/database/database.ts';

type Ask = (sql: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** The number of the connection that a transaction runs on. */
export async function connectionOf(transaction: AccountTransaction | SystemTransaction): Promise<number> {
  const row = await transaction.one<{ pid: number }>('select pg_backend_pid() as pid');
  if (!row) throw new Error('each connection has a number');
  return row.pid;
}

/**
 * Runs what another process would do while the caller has a transaction open; the guard against transactions inside of
 * others would refuse it.
 */
export const outside = AsyncLocalStorage.snapshot();

/** Resolves when another connection waits for a lock of this one. */
export const untilBlocked = (ask: Ask, connection: number): Promise<void> =>
  expect
    .poll(() => outside(() => ask(BLOCKED, [connection])), { message: 'no connection waits for the lock' })
    .not.toEqual([]);

const BLOCKED = `select pid from pg_stat_activity
  where datname = current_database() and $1 = any (pg_blocking_pids(pid))`;
