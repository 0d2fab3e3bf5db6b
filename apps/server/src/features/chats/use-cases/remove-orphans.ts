import { deleteExpired } from '../attachments.store.ts';
import type { ChatsDependencies } from '../dependencies.ts';

const BATCH = 200;

/** Uploads of yesterday that were never sent go, with their files. */
export async function removeOrphans({
  database,
  files,
}: Pick<ChatsDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const keys = await database.system((transaction) => deleteExpired(transaction, BATCH));
    for (const key of keys) await files.remove(key);
    if (keys.length < BATCH) return null;
  }
}
