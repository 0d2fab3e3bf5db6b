import type { MediaDependencies } from '../dependencies.ts';
import { folderOf } from '../domain/file-keys.ts';
import { deleteUnsent, findUnsent } from '../media.store.ts';

const BATCH = 100;

/** Uploads of yesterday that nobody sent go, and what deleted conversations have left: first the files, then the rows. */
export async function removeUnsent({
  database,
  files,
}: Pick<MediaDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const found = await database.system((transaction) => findUnsent(transaction, BATCH));
    for (const { accountId, id, fileKey } of found) {
      if (fileKey) await files.removeFolder(folderOf(fileKey));
      await database.account(accountId, (transaction) => deleteUnsent(transaction, [id]));
    }
    if (found.length < BATCH) return null;
  }
}
