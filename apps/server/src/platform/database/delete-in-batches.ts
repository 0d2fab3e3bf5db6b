import type { Database, SystemTransaction } from './database.ts';

/** In one run, so that other work of the same loop gets its turn. */
const MOST_BATCHES = 50;

/** Repeats a statement that handles a few rows, each in a transaction of its own, until none is left. */
export async function deleteInBatches(
  database: Database,
  deleteSome: (transaction: SystemTransaction) => Promise<number>,
): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    if ((await database.system(deleteSome)) === 0) return;
  }
}
