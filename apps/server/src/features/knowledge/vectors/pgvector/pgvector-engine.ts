import type { Database } from '../../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../../dependencies.ts';
import { byNearness } from '../best-rows.ts';
import { toFloats } from '../float-bytes.ts';
import { type NearestRequest, SPARE_ROWS } from '../memory-index.ts';
import { dotAt } from '../vector-arena.ts';
import type { VectorEngine } from '../vector-engine.ts';
import type { NearChunk } from '../vector-index.ts';
import { fillBases } from './fill-bases.ts';
import { cleanUpIndexes, tendIndex } from './own-index.ts';
import { type Candidate, LONGEST_VECTOR, selectNearest, upsertVectors } from './pgvector.store.ts';

/** Vectors in half precision are further from the exact order. */
const SPARE_HALVES = 64;

interface EngineOptions {
  readonly database: Database;
  /** For statements that no transaction can hold. */
  readonly databaseUrl: string;
  readonly log: KnowledgeDependencies['log'];
}

/** Search by pgvector. The order of the best is that of the exact scores, computed as the memory index does. */
export function createPgvectorEngine(options: EngineOptions): VectorEngine {
  const engine: VectorEngine = {
    async nearest(transaction, request) {
      if (request.limit < 1 || request.accept?.size === 0) return [];
      const spare = request.query.length > LONGEST_VECTOR ? SPARE_HALVES : SPARE_ROWS;
      for (let window = request.limit + spare; ; window *= 4) {
        const candidates = await selectNearest(transaction, request, window);
        const found = exactly(request, candidates);
        if (found.length >= request.limit || candidates.length < window) return found.slice(0, request.limit);
      }
    },
    write: upsertVectors,
    fill: () => fillBases(options.database),
    tend: (accountId, key) => tendIndex(options, accountId, key),
    cleanUp: () => cleanUpIndexes(options),
  };
  return engine;
}

const exactly = ({ query }: NearestRequest, candidates: readonly Candidate[]): NearChunk[] =>
  candidates
    .flatMap(({ id, data }) => (data ? [{ embeddingId: id, score: dotAt(query, toFloats(data), 0) }] : []))
    .sort(byNearness);
