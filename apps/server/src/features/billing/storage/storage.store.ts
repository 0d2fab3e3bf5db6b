import type { AccountTransaction } from '../../../platform/database/database.ts';

/** Until the transaction ends: a statement after this one sees what others have stored before. */
export const lockStorage = (transaction: AccountTransaction) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('storage ' || $1::text, 0))`, [
    transaction.accountId,
  ]);

/** Bytes of all files that the account keeps. A file that is being uploaded counts as a whole. */
export async function sumStoredBytes(transaction: AccountTransaction): Promise<number> {
  const row = await transaction.one<{ bytes: number }>(
    `select (
       (select coalesce(sum(bytes), 0) from documents where account_id = $1)
       + (select coalesce(sum(bytes), 0) from uploads where account_id = $1 and result is null)
       + (select coalesce(sum(bytes), 0) from media where account_id = $1 and state = 'stored')
       + (select coalesce(sum(size), 0) from attachments where account_id = $1)
       + (select coalesce(sum(size), 0) from data_exports where account_id = $1 and status = 'ready'))::bigint as bytes`,
    [transaction.accountId],
  );
  return row?.bytes ?? 0;
}
