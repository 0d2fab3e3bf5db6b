import type { KnowledgeDependencies } from '../dependencies.ts';
import { uploadFolder } from '../domain/upload-files.ts';
import { takeAbandoned } from '../uploads.store.ts';

const HOURS = 24;
const BATCH = 200;

/** Files that nobody has gone on sending for a day go, with what had arrived of them. */
export async function removeAbandonedUploads({
  database,
  files,
}: Pick<KnowledgeDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const gone = await database.system((transaction) => takeAbandoned(transaction, HOURS, BATCH));
    for (const { accountId, id } of gone) await files.removeFolder(uploadFolder(accountId, id));
    if (gone.length < BATCH) return null;
  }
}
