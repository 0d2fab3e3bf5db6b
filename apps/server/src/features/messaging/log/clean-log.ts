import type { Database } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { CONTENT_HOURS, deleteOldEvents, dropContent } from './log.store.ts';

/** Before the last run something may have been late. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/** Deletes events that are older than the log, and the content of those that can no longer be replayed. */
export function createLogCleaner(database: Database): () => Promise<null> {
  let contentDroppedAt = new Date(0);
  return async () => {
    const begunAt = database.now();
    await deleteInBatches(database, deleteOldEvents);
    // Only what came since the last run is looked at: the content of the rest is gone.
    const since = contentDroppedAt;
    await deleteInBatches(database, (transaction) => dropContent(transaction, since));
    contentDroppedAt = new Date(begunAt - CONTENT_HOURS * 60 * 60 * 1000 - SLACK_MS);
    return null;
  };
}
