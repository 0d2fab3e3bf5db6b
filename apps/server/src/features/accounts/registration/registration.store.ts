import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export const hasPeople = async (transaction: SystemTransaction): Promise<boolean> =>
  (await transaction.one('select 1 from users limit 1')) !== null;

/** Two who would both be the first wait for each other. */
export const lockFirst = (transaction: SystemTransaction) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('the first account', 0))`);

const PROVEN = `email_verified_at is not null and email_proof in ('mail', 'log')`;

export const isProvenAdministrator = async (
  transaction: SystemTransaction,
  userId: UserId,
  emails: readonly string[],
): Promise<boolean> =>
  emails.length > 0 &&
  (await transaction.one(`select 1 from users where id = $1 and email_key = any($2) and ${PROVEN}`, [
    userId,
    emails,
  ])) !== null;

/** How many of these addresses have been confirmed. */
export async function countProven(
  transaction: SystemTransaction,
  emails: readonly string[],
): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from users where email_key = any($1) and ${PROVEN}`,
    [emails],
  );
  return row?.count ?? 0;
}
