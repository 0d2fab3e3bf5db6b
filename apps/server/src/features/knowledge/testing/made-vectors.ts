import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { emptyStatistics } from '@hanasu/retrieval/rank/statistics';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertKnowledge } from '../bases/knowledge.store.ts';
import type { VectorEngine } from '../vectors/vector-index.ts';
import { writeVectors } from '../vectors/vectors.store.ts';

/** Numbers from 0 to 1, the same ones every time. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A vector of length 1 near one of a few directions, as those of real texts are. */
export function makeVector(dimensions: number, next: () => number): Float32Array {
  const topic = numbers(1 + Math.floor(next() * 40));
  const values = Float32Array.from({ length: dimensions }, () => topic() - 0.5 + (next() - 0.5) * 0.8);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const AT_ONCE = 500;

/** A base whose chunks have given vectors; returns their ids. Texts are short: only the vectors matter. */
export async function makeVectorBase(
  database: Database,
  {
    accountId,
    model,
    vectors,
    engine,
  }: {
    readonly accountId: AccountId;
    readonly model: string;
    readonly vectors: readonly Float32Array[];
    readonly engine: VectorEngine | null;
  },
): Promise<{ readonly knowledgeId: KnowledgeId; readonly ids: EmbeddingId[] }> {
  const knowledgeId = newId<KnowledgeId>();
  const documentId = newId<DocumentId>();
  await database.account(accountId, async (transaction) => {
    const base = { id: knowledgeId, name: 'Made', analyserVersion: '1', settings: { embeddingModel: model } };
    await insertKnowledge(transaction, base, emptyStatistics());
    await transaction.run(
      `insert into documents (account_id, id, knowledge_id, title, media_type, bytes, file_key, status)
       values ($1, $2, $3, 'Made', 'text/plain', 0, 'none', 'ready')`,
      [accountId, documentId, knowledgeId],
    );
  });
  const ids = vectors.map(() => newId<EmbeddingId>());
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    await database.account(accountId, async (transaction) => {
      await transaction.run(
        `insert into embeddings (account_id, id, knowledge_id, document_id, ordinal, position, heading_path, start,
           "end", text, lengths)
         select $1, c.id, $2, $3, $4 + c.n, $4 + c.n, '{}', 0, 0, 'made', '{}'
         from unnest($5::uuid[]) with ordinality as c(id, n)`,
        [accountId, knowledgeId, documentId, from, part],
      );
      const rows = part.map((id, index) => ({
        id,
        text: 'made',
        vector: vectors[from + index] ?? new Float32Array(),
      }));
      await writeVectors(transaction, { knowledgeId, model }, rows, engine);
    });
  }
  return { knowledgeId, ids };
}
