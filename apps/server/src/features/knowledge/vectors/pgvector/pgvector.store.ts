import type { EmbeddingId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import type { NearestRequest } from '../memory-index.ts';
import type { VectorKey } from '../vector-index.ts';

/** Longer ones don't fit a page and are kept in half precision. */
export const LONGEST_VECTOR = 2000;
/** What an index of pgvector looks at, at most. */
const MOST_OF_INDEX = 400;

/** Nine digits give back the same single-precision number. */
const toText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => value.toPrecision(9)).join(',')}]`;

/** How vectors of a length are stored and compared; indexes and searches must use the same text. */
export function columnOf(dimensions: number): { name: string; type: string; operators: string } {
  const isLong = dimensions > LONGEST_VECTOR;
  return {
    name: isLong ? 'half' : 'value',
    type: `${isLong ? 'halfvec' : 'vector'}(${Math.trunc(dimensions)})`,
    operators: isLong ? 'halfvec_ip_ops' : 'vector_ip_ops',
  };
}

export async function upsertVectors(
  transaction: AccountTransaction,
  { knowledgeId, model }: VectorKey,
  vectors: readonly { readonly id: EmbeddingId; readonly vector: Float32Array }[],
): Promise<void> {
  if (vectors.length === 0) return;
  await transaction.run(
    `insert into embedding_vectors_pg (account_id, knowledge_id, model, embedding_id, value, half)
     select $1, $2, $3, w.id, case when not w.long then w.value::vector end, case when w.long then w.value::halfvec end
     from unnest($4::uuid[], $5::text[], $6::boolean[]) as w(id, value, long)
     on conflict (account_id, knowledge_id, model, embedding_id)
       do update set value = excluded.value, half = excluded.half`,
    [
      transaction.accountId,
      knowledgeId,
      model,
      vectors.map(({ id }) => id),
      vectors.map(({ vector }) => toText(vector)),
      vectors.map(({ vector }) => vector.length > LONGEST_VECTOR),
    ],
  );
}

/** Both null: the chunk is switched off. */
export interface Candidate {
  readonly id: EmbeddingId;
  readonly data: Buffer | null;
  readonly ordinal: number | null;
}

/**
 * The nearest `window` vectors in no exact order. A base with an index of its own is searched by it as long as the
 * window is small and no chunk is ruled out; `+ 0` keeps Postgres from it, because an index stops too early then.
 */
export async function selectNearest(
  transaction: AccountTransaction,
  { knowledgeId, model, query, accept }: NearestRequest,
  window: number,
): Promise<Candidate[]> {
  const { name, type } = columnOf(query.length);
  const mayUseIndex = !accept && window <= MOST_OF_INDEX;
  if (mayUseIndex)
    await transaction.run(`select set_config('hnsw.ef_search', $1, true)`, [
      String(Math.max(100, window * 2)),
    ]);
  const distance = `n.${name}::${type} <#> $4::${type}`;
  return transaction.rows(
    `select w.id, o.data, o.ordinal from (
       select n.embedding_id as id from embedding_vectors_pg n
       where n.account_id = $1 and n.knowledge_id = $2 and n.model = $3
         ${accept ? 'and n.embedding_id = any($6::uuid[])' : ''}
       order by ${mayUseIndex ? distance : `(${distance}) + 0`} limit $5) w
     left join lateral (select v.data, e.ordinal from embedding_vectors v
         join embeddings e on e.account_id = $1 and e.id = v.embedding_id and e.enabled
       where v.account_id = $1 and v.knowledge_id = $2 and v.model = $3 and v.embedding_id = w.id limit 1) o on true`,
    [transaction.accountId, knowledgeId, model, toText(query), window, ...(accept ? [[...accept]] : [])],
  );
}
