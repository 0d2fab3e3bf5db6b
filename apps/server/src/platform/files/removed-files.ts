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

/** Deletes the files that were noted: those of one account, or all. */
export async function deleteRemovedFiles(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  accountId: AccountId | null = null,
): Promise<void> {
  for (;;) {
    const count = await database.system(async (transaction) => {
      const rows = await transaction.rows<{ accountId: AccountId; key: string }>(
        `delete from removed_files where (account_id, key) in (select account_id, key from removed_files
           where account_id = coalesce($1, account_id) limit $2 for update skip locked)
         returning account_id as "accountId", key`,
        [accountId, BATCH],
      );
      // Within the transaction: a file that could not be deleted keeps its row.
      for (const { key } of rows) await (key.endsWith('/') ? files.removeFolder(key) : files.remove(key));
      return rows.length;
    });
    if (count < BATCH) return;
  }
}
