import type { Database } from '../../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../../dependencies.ts';
import { byNearness, isSettled, SINGLE_ERROR } from '../best-rows.ts';
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
/** Eleven bits of each number are kept. */
const HALF_ERROR = 5e-4;

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
      const isLong = request.query.length > LONGEST_VECTOR;
      const spare = isLong ? SPARE_HALVES : SPARE_ROWS;
      const error = isLong ? HALF_ERROR : SINGLE_ERROR;
      for (let window = request.limit + spare; ; window *= 4) {
        const candidates = await selectNearest(transaction, request, window);
        const found = exactly(request, candidates);
        const rows = candidates.length;
        if (isSettled(found, { limit: request.limit, window, rows, error }))
          return found.slice(0, request.limit);
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
