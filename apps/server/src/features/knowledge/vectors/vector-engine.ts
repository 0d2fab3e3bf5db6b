import type { EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A place beside `embedding_vectors` that compares vectors inside the database. */
export interface VectorEngine {
  /** Stores vectors in place of older ones of the same chunks, in the transaction that stores them for everybody. */
  write(
    transaction: AccountTransaction,
    key: { readonly knowledgeId: KnowledgeId; readonly model: string },
    vectors: readonly { readonly id: EmbeddingId; readonly vector: Float32Array }[],
  ): Promise<void>;
}
