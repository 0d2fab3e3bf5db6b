import type { EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A chunk by nearness: cosine, -1..1. */
export interface NearChunk {
  readonly embeddingId: EmbeddingId;
  readonly score: number;
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
