import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { CONTENT_HOURS, deleteOldCalls, deleteOldEvents, deleteOldSends, dropContent } from './log.store.ts';

/** Of one pass, so that the cleaner's other work gets its turn. */
const MOST_BATCHES = 50;
/** Before the last pass something may have been late. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/** Lets go of what came in and went out long ago. */
export function createLogCleaner(database: Database) {
  let contentDroppedAt = new Date(0);

  async function repeat(clean: (transaction: SystemTransaction) => Promise<number>): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      if ((await database.system(clean)) === 0) return;
    }
  }

  return async (): Promise<void> => {
    const begunAt = database.now();
    await repeat(deleteOldEvents);
    await repeat(deleteOldCalls);
    await repeat(deleteOldSends);
    // Only what came since the last pass is looked at: the content of the rest is gone.
    const since = contentDroppedAt;
    await repeat((transaction) => dropContent(transaction, since));
    contentDroppedAt = new Date(begunAt - CONTENT_HOURS * 60 * 60 * 1000 - SLACK_MS);
  };
}
