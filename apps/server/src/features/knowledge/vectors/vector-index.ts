import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** Vectors of one model in one base. */
export interface VectorKey {
  readonly knowledgeId: KnowledgeId;
  readonly model: string;
}

/** A chunk by nearness: cosine, -1..1. */
export interface NearChunk {
  readonly embeddingId: EmbeddingId;
  readonly score: number;
  /** Its place in the base's index of words. */
  readonly ordinal: number;
}

/** Exact nearest chunks of one base, as of the transaction's moment; best first, equals by id. */
export interface VectorIndex {
  nearest(
    transaction: AccountTransaction,
    request: {
      readonly knowledgeId: KnowledgeId;
      readonly model: string;
      /** Of length 1. */
      readonly query: Float32Array;
      readonly limit: number;
      /** Absent: all chunks that are switched on. */
      readonly accept?: ReadonlySet<EmbeddingId>;
    },
  ): Promise<NearChunk[]>;
}

/** The same vectors once more, where the database compares them itself. */
export interface VectorEngine extends VectorIndex {
  /** Stores vectors in place of older ones of the same chunks, in the transaction that stores them for everybody. */
  write(
    transaction: AccountTransaction,
    key: VectorKey,
    vectors: readonly { readonly id: EmbeddingId; readonly vector: Float32Array }[],
  ): Promise<void>;
  /** Brings bases up to date whose vectors were written without it; returns how many bases. */
  fill(): Promise<number>;
  /** Gives a large base an index of its own, takes it from one that has shrunk, drops those of its other models. */
  tend(accountId: AccountId, key: VectorKey): Promise<void>;
  /** Drops the indexes of bases that are gone. */
  cleanUp(): Promise<void>;
}

/**
 * Asks the engine where there is one and it has everything, as of this transaction, that was written for everybody;
 * the memory of this process otherwise.
 */
export const createVectorIndex = (
  memory: VectorIndex,
  engine: () => VectorEngine | null,
  selectState: (
    transaction: AccountTransaction,
    knowledgeId: VectorKey['knowledgeId'],
  ) => Promise<{ readonly version: number; readonly engineVersion: number } | null>,
): VectorIndex => ({
  async nearest(transaction, request) {
    const own = engine();
    if (!own) return memory.nearest(transaction, request);
    const state = await selectState(transaction, request.knowledgeId);
    if (!state) return [];
    return (state.version === state.engineVersion ? own : memory).nearest(transaction, request);
  },
});
