import { randomUUID } from 'node:crypto';
import { type AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { ANALYSER_VERSION } from '@hanasu/retrieval/analyse/analyse';
import { insertSegment, selectSegments } from '../../apps/server/src/features/knowledge/indexing/index.store.ts';
import type { AccountTransaction, Database } from '../../apps/server/src/platform/database/database.ts';
import type { BuiltIndex } from './scale-index.ts';
import type { ScalePassage } from './scale-texts.ts';

const ROWS_AT_ONCE = 2000;

/** Stores a built base with one document. */
export async function storeBase(
  database: Database,
  accountId: AccountId,
  { index, passages }: { readonly index: BuiltIndex; readonly passages: readonly ScalePassage[] },
): Promise<KnowledgeId> {
  const knowledgeId = KnowledgeId.parse(randomUUID());
  const documentId = randomUUID();
  await database.account(accountId, async (transaction) => {
    await insertHead(transaction, { knowledgeId, documentId, index });
    for (let from = 0; from < passages.length; from += ROWS_AT_ONCE)
      await insertPassages(
        transaction,
        { knowledgeId, documentId, from },
        passages.slice(from, from + ROWS_AT_ONCE),
      );
    for (const { chunks, segment } of index.segments) {
      const row = { id: randomUUID(), knowledgeId, bucketBits: segment.bucketBits, chunks, removed: [] };
      await insertSegment(transaction, row, segment);
    }
  });
  return knowledgeId;
}

async function insertHead(
  transaction: AccountTransaction,
  {
    knowledgeId,
    documentId,
    index: { statistics },
  }: { readonly knowledgeId: string; readonly documentId: string; readonly index: BuiltIndex },
): Promise<void> {
  await transaction.run(
    `insert into knowledges (account_id, id, name, analyser_version, next_ordinal, chunks, length_sums, used_counts)
     values ($1, $2, 'scale', $3, $4, $4, $5, $6)`,
    [
      transaction.accountId,
      knowledgeId,
      ANALYSER_VERSION,
      statistics.chunks,
      statistics.lengthSums,
      statistics.usedCounts,
    ],
  );
  await transaction.run(
    `insert into documents (account_id, id, knowledge_id, title, media_type, bytes, file_key, status, embeddings)
     values ($1, $2, $3, 'scale', 'text/plain', 0, 'none', 'ready', $4)`,
    [transaction.accountId, documentId, knowledgeId, statistics.chunks],
  );
}

async function insertPassages(
  transaction: AccountTransaction,
  at: { readonly knowledgeId: string; readonly documentId: string; readonly from: number },
  passages: readonly ScalePassage[],
): Promise<void> {
  await transaction.run(
    `insert into embeddings (account_id, id, knowledge_id, document_id, ordinal, position, heading_path, start, "end", text, lengths)
     select $1, gen_random_uuid(), $2, $3, $4::int + n, $4::int + n, array[title], 0, length(text), text, '{1,1,1,1,1,1,1,1}'
     from unnest($5::text[], $6::text[], $7::int[]) as given(title, text, n)`,
    [
      transaction.accountId,
      at.knowledgeId,
      at.documentId,
      at.from,
      passages.map(({ title }) => title),
      passages.map(({ text }) => text),
      passages.map((_, index) => index),
    ],
  );
}

/** Copies a base, index and all, into a new one of the same account: all primary keys begin with the account. */
export async function copyBase(database: Database, accountId: AccountId, from: KnowledgeId): Promise<void> {
  const [knowledgeId, documentId] = [randomUUID(), randomUUID()];
  await database.account(accountId, async (transaction) => {
    const copy = (sql: string, ...more: readonly string[]) =>
      transaction.run(sql, [accountId, from, knowledgeId, ...more]);
    await copy(`insert into knowledges (account_id, id, name, analyser_version, next_ordinal, chunks, length_sums, used_counts)
      select account_id, $3, name, analyser_version, next_ordinal, chunks, length_sums, used_counts
      from knowledges where account_id = $1 and id = $2`);
    await copy(
      `insert into documents (account_id, id, knowledge_id, title, media_type, bytes, file_key, status, embeddings)
       select account_id, $4, $3, title, media_type, bytes, file_key, status, embeddings
       from documents where account_id = $1 and knowledge_id = $2`,
      documentId,
    );
    await copy(
      `insert into embeddings (account_id, id, knowledge_id, document_id, ordinal, position, heading_path, start, "end", text, lengths)
       select account_id, gen_random_uuid(), $3, $4, ordinal, position, heading_path, start, "end", text, lengths
       from embeddings where account_id = $1 and knowledge_id = $2`,
      documentId,
    );
    const segments = await selectSegments(transaction, [from]);
    for (const segment of segments) await copySegment(transaction, segment.id, knowledgeId);
  });
}

async function copySegment(
  transaction: AccountTransaction,
  from: string,
  knowledgeId: string,
): Promise<void> {
  const values = [transaction.accountId, from, randomUUID()];
  await transaction.run(
    `insert into index_segments (account_id, id, knowledge_id, bucket_bits, chunks, removed)
     select account_id, $3, $4, bucket_bits, chunks, removed from index_segments where account_id = $1 and id = $2`,
    [...values, knowledgeId],
  );
  await transaction.run(
    `insert into index_blocks (account_id, segment_id, bucket, data)
     select account_id, $3, bucket, data from index_blocks where account_id = $1 and segment_id = $2`,
    values,
  );
}
