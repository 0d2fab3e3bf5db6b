import type { KnowledgeDependencies } from '../dependencies.ts';
import { resumeEmbedding } from './plan-embedding.ts';

/** What other processes wrote without the engine is rare: it is looked for at the start and then now and then. */
const FILL_EVERY_MS = 60 * 60_000;

/** Passes of a pump: queues what is due, and keeps the engine up to date. */
export function createVectorKeeper(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'jobs' | 'vectorEngine' | 'now' | 'log'>,
): () => Promise<null> {
  let filledAt = Number.NEGATIVE_INFINITY;
  return async () => {
    await resumeEmbedding(dependencies);
    const engine = dependencies.vectorEngine();
    if (!engine || dependencies.now() - filledAt < FILL_EVERY_MS) return null;
    filledAt = dependencies.now();
    const bases = await engine.fill();
    if (bases > 0) dependencies.log.info({ bases }, 'vectors were copied into pgvector');
    await engine.cleanUp();
    return null;
  };
}
