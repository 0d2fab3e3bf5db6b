import type { Database } from '../platform/database/database.ts';
import { connectionOf, untilBlocked } from './until-blocked.ts';

type Run = (sql: string, values: readonly unknown[]) => Promise<unknown>;

/** As if calls of others held all tokens of an account. Returns what lets them go. */
export async function holdBalance(run: Run, accountId: string): Promise<() => Promise<unknown>> {
  await run(
    `insert into token_reservations (account_id, id, tokens, entrance, expires_at)
     select account_id, gen_random_uuid(), balance, 'held', now() + interval '10 minutes' from token_balances
     where account_id = $1`,
    [accountId],
  );
  return () => run("delete from token_reservations where account_id = $1 and entrance = 'held'", [accountId]);
}

interface Asking {
  /** Runs a statement in a transaction that stays open during `work`, which is handed the number of its connection. */
  readonly hold: (
    sql: string,
    values: readonly unknown[],
    work: (connection: number) => Promise<void>,
  ) => Promise<void>;
  readonly ask: Parameters<typeof untilBlocked>[0];
}

/** The ways of asking a database that `untilCallWaits` needs; a test server has them already. */
export const heldOpen = (database: Pick<Database, 'system'>): Asking => ({
  hold: (sql, values, work) =>
    database.system(async (transaction) => {
      await transaction.rows(sql, values);
      await work(await connectionOf(transaction));
    }),
  ask: (sql, values) => database.system((transaction) => transaction.rows(sql, values)),
});

/** Resolves when a call that the account pays for has asked for its tokens, was refused, and asks again. */
export async function untilCallWaits({ hold, ask }: Asking, accountId: string): Promise<void> {
  const untilAsked = () =>
    hold('select balance from token_balances where account_id = $1 for update', [accountId], (connection) =>
      untilBlocked(ask, connection),
    );
  await untilAsked();
  await untilAsked();
}
