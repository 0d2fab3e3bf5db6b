import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectForsaken } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';

const FORSAKEN_MINUTES = 10;

/**
 * Queues documents again that are unfinished though nobody has worked on them for long; for the start of a server.
 * A document that has a job after all is read once: the second job finds it done. Returns how many.
 */
export async function adoptForsaken({
  database,
  jobs,
  log,
}: Pick<KnowledgeDependencies, 'database' | 'jobs' | 'log'>): Promise<number> {
  const forsaken = await database.system(async (transaction) => {
    const keys = await selectForsaken(transaction, FORSAKEN_MINUTES);
    for (const key of keys) await jobs().send(transaction, PROCESS_DOCUMENT, key);
    return keys;
  });
  if (forsaken.length > 0) log.info({ documents: forsaken.length }, 'forsaken documents are read again');
  return forsaken.length;
}
