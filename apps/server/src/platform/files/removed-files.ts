import type { AccountId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

const BATCH = 200;

/**
 * Notes files in the transaction that deletes their rows. `deleteRemovedFiles` deletes them after its commit, and once
 * more every hour, so that a process that ends in between leaves none behind. A key that ends in `/` is a folder.
 */
export const noteRemovedFiles = async (
  transaction: AccountTransaction,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  await transaction.run(
    `insert into removed_files (account_id, key) select $1, unnest($2::text[]) on conflict do nothing`,
    [transaction.accountId, keys],
  );
};

interface Files {
  readonly database: Database;
  readonly files: FileStore;
}

/**
 * Deletes the files that were noted: those of one account after its commit, or all. What can't be deleted keeps its note
 * and holds up nothing else; only the run over all accounts throws for it.
 */
export async function deleteRemovedFiles(
  dependencies: Files,
  accountId: AccountId | null = null,
): Promise<void> {
  for (;;) {
    const { count, failure } = await deleteBatch(dependencies, accountId);
    if (failure && accountId === null) throw failure;
    if (count < BATCH) return;
  }
}

const deleteBatch = ({ database, files }: Files, accountId: AccountId | null) =>
  database.system(async (transaction) => {
    const rows = await transaction.rows<{ accountId: AccountId; key: string }>(
      `select account_id as "accountId", key from removed_files where account_id = coalesce($1, account_id)
       limit $2 for update skip locked`,
      [accountId, BATCH],
    );
    const results = await Promise.allSettled(
      rows.map(({ key }) => (key.endsWith('/') ? files.removeFolder(key) : files.remove(key))),
    );
    const gone = rows.filter((_, index) => results[index]?.status === 'fulfilled');
    await transaction.run(
      `delete from removed_files where (account_id, key) in (select * from unnest($1::uuid[], $2::text[]))`,
      [gone.map((row) => row.accountId), gone.map(({ key }) => key)],
    );
    const failure = results.find((result) => result.status === 'rejected')?.reason as Error | undefined;
    return { count: gone.length, failure };
  });
