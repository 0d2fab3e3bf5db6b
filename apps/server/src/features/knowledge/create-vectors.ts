import type { Database } from '../../platform/database/database.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { createMemoryIndex } from './vectors/memory-index.ts';
import { openPgvector } from './vectors/pgvector/open-pgvector.ts';
import { createVectorArena, type VectorArena } from './vectors/vector-arena.ts';
import { createVectorCache } from './vectors/vector-cache.ts';
import { createVectorIndex, type VectorEngine } from './vectors/vector-engine.ts';
import type { VectorIndex } from './vectors/vector-index.ts';
import { selectVectorState } from './vectors/vectors.store.ts';

/** Which part of an installation compares vectors. */
export type VectorStore = 'memory' | 'pgvector';

export interface Vectors {
  readonly vectors: VectorIndex;
  readonly vectorEngine: () => VectorEngine | null;
  /** Looks what the database can; call before anything is embedded. */
  open(databaseUrl: string): Promise<VectorStore>;
}

/** Vectors are compared by the database where it can, in a bounded memory of this process otherwise. */
export function createVectors(options: {
  readonly database: Database;
  readonly log: KnowledgeDependencies['log'];
  readonly cacheBytes: number;
  /** False: not even when the database can. */
  readonly mayUseEngine: boolean;
}): Vectors {
  let engine: VectorEngine | null = null;
  let memory: VectorIndex | null = null;
  let arena: VectorArena | null = null;
  // Nothing is reserved before the first search by meaning.
  const inMemory: VectorIndex = {
    nearest(transaction, request) {
      arena ??= createVectorArena(options.cacheBytes);
      memory ??= createMemoryIndex(createVectorCache(arena));
      return memory.nearest(transaction, request);
    },
  };
  return {
    vectors: createVectorIndex(inMemory, () => engine, selectVectorState),
    vectorEngine: () => engine,
    async open(databaseUrl) {
      if (options.mayUseEngine) engine = await openPgvector({ ...options, databaseUrl });
      const store: VectorStore = engine ? 'pgvector' : 'memory';
      options.log.info({ store }, 'vectors are compared');
      return store;
    },
  };
}
