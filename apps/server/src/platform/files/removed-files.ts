import type { AccountId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

const BATCH = 200;
/** Deletions that run side by side: a store may be far away. */
const AT_ONCE = 10;

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

interface RemovedFile {
  readonly accountId: AccountId;
  readonly key: string;
}

/**
 * Deletes the files that were noted: those of one account after its commit, or all. What can't be deleted keeps its note
 * and delays no other; only the run over all accounts throws for it, at its end.
 */
export async function deleteRemovedFiles(
  dependencies: Files,
  accountId: AccountId | null = null,
): Promise<void> {
  let last: RemovedFile | null = null;
  let failure: unknown = null;
  for (;;) {
    const noted: RemovedFile[] = await findNoted(dependencies.database, accountId, last);
    const error = await deleteNoted(dependencies, noted);
    failure ??= error;
    last = noted.at(-1) ?? null;
    if (noted.length < BATCH) break;
  }
  if (failure !== null && accountId === null) throw failure;
}

/** Those behind `last`, in the order of their keys. */
const findNoted = (
  database: Database,
  accountId: AccountId | null,
  last: RemovedFile | null,
): Promise<RemovedFile[]> =>
  database.system((transaction) =>
    transaction.rows<RemovedFile>(
      `select account_id as "accountId", key from removed_files where account_id = coalesce($1, account_id)
         and ($2::uuid is null or (account_id, key) > ($2, $3)) order by account_id, key limit $4`,
      [accountId, last?.accountId ?? null, last?.key ?? null, BATCH],
    ),
  );

/** Holds no transaction open while files are deleted. Returns the first error; null: all are gone. */
async function deleteNoted({ database, files }: Files, noted: readonly RemovedFile[]): Promise<unknown> {
  const gone: RemovedFile[] = [];
  let failure: unknown = null;
  for (let at = 0; at < noted.length; at += AT_ONCE) {
    const some = noted.slice(at, at + AT_ONCE);
    const results = await Promise.allSettled(
      some.map(({ key }) => (key.endsWith('/') ? files.removeFolder(key) : files.remove(key))),
    );
    for (const [index, result] of results.entries()) {
      const file = some[index];
      if (result.status === 'rejected') failure ??= result.reason;
      else if (file) gone.push(file);
    }
  }
  await database.system((transaction) =>
    transaction.run(
      `delete from removed_files where (account_id, key) in (select * from unnest($1::uuid[], $2::text[]))`,
      [gone.map((file) => file.accountId), gone.map(({ key }) => key)],
    ),
  );
  return failure;
}
