import type { PrivacyDependencies } from '../dependencies.ts';
import { deleteExport, failForsaken, findExpired } from '../exports.store.ts';
import { exportFileKey } from './write-export.ts';

const AT_ONCE = 100;

/** Exports whose week is over go, file first: a row without a file is found again. */
export async function expireExports({
  database,
  files,
}: Pick<PrivacyDependencies, 'database' | 'files'>): Promise<void> {
  await database.system(failForsaken);
  for (const { accountId, id } of await database.system((transaction) => findExpired(transaction, AT_ONCE))) {
    await files.remove(exportFileKey({ accountId, exportId: id }));
    await database.account(accountId, (transaction) => deleteExport(transaction, id));
  }
}
