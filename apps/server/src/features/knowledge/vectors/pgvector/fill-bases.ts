import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../../platform/database/database.ts';
import { toFloats } from '../float-bytes.ts';
import { lockVectors, NO_ID } from '../vectors.store.ts';
import { upsertVectors } from './pgvector.store.ts';

const PAGE = 200;

interface Base {
  readonly accountId: AccountId;
  readonly id: KnowledgeId;
}

/** Copies what was written without pgvector. Base by base, page by page: searches and writes go on meanwhile. */
export async function fillBases(database: Database): Promise<number> {
  const bases = await database.system((transaction) =>
    transaction.rows<Base>(
      `select account_id as "accountId", id from knowledges where vectors_engine_version < vectors_version`,
    ),
  );
  for (const base of bases) await fillBase(database, base);
  return bases.length;
}

/** The last vector that was copied. */
interface Place {
  readonly model: string;
  readonly id: string;
}

async function fillBase(database: Database, { accountId, id }: Base): Promise<void> {
  for (let place: Place | null = { model: '', id: NO_ID }; place; ) {
    const from: Place = place;
    place = await database.account(accountId, (transaction) => fillPage(transaction, id, from));
  }
}

/** Holds the base, so that nobody writes a newer vector meanwhile. Null: it has all of them. */
async function fillPage(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  from: Place,
): Promise<Place | null> {
  const state = await lockVectors(transaction, knowledgeId);
  if (!state || state.engineVersion === state.version) return null;
  const rows = await transaction.rows<{ model: string; id: EmbeddingId; data: Buffer }>(
    `select model, embedding_id as id, data from embedding_vectors
     where account_id = $1 and knowledge_id = $2 and version > $3 and (model, embedding_id) > ($4, $5)
     order by model, embedding_id limit $6 for key share`,
    [transaction.accountId, knowledgeId, state.engineVersion, from.model, from.id, PAGE],
  );
  for (const [model, group] of Map.groupBy(rows, (row) => row.model)) {
    const vectors = group.map(({ id, data }) => ({ id, vector: toFloats(data) }));
    await upsertVectors(transaction, { knowledgeId, model }, vectors);
  }
  if (rows.length === PAGE) return rows.at(-1) ?? null;
  // Writers write to both meanwhile, so what came behind our back is there as well.
  await transaction.run(
    'update knowledges set vectors_engine_version = vectors_version where account_id = $1 and id = $2',
    [transaction.accountId, knowledgeId],
  );
  return null;
}
