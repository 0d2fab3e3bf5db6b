import { ANALYSER_VERSION } from '@hanasu/retrieval/analyse/analyse';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { requeueOutdated, selectForsaken } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';

const FORSAKEN_MINUTES = 10;

/**
 * For the start of a server: queues documents that are unfinished though nobody has worked on them for long, and those
 * indexed by another version of the analyser. One that has a job after all is read once: the second job finds it done.
 */
export async function resumeDocuments({
  database,
  jobs,
  log,
}: Pick<KnowledgeDependencies, 'database' | 'jobs' | 'log'>): Promise<void> {
  const count = await database.system(async (transaction) => {
    const forsaken = await selectForsaken(transaction, FORSAKEN_MINUTES);
    const outdated = await requeueOutdated(transaction, ANALYSER_VERSION);
    for (const key of [...forsaken, ...outdated]) await jobs().send(transaction, PROCESS_DOCUMENT, key);
    return { forsaken: forsaken.length, outdated: outdated.length };
  });
  if (count.forsaken + count.outdated > 0) log.info(count, 'documents are read again');
}
