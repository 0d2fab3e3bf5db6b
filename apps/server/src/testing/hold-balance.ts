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
