import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { env } from 'node:process';
import { type AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { ANALYSER_VERSION, type ChunkTerms, chunkTerms } from '@hanasu/retrieval/analyse/analyse';
import { loadRetrievalSets } from '@hanasu/retrieval/bench/retrieval-sets';
import type { Segment } from '@hanasu/retrieval/rank/block';
import { buildSegment } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics, type Statistics } from '@hanasu/retrieval/rank/statistics';
import {
  insertSegment,
  selectSegments,
} from '../../apps/server/src/features/knowledge/indexing/index.store.ts';
import type { AccountTransaction, Database } from '../../apps/server/src/platform/database/database.ts';
import { mixedMarkdown } from './mixed-text.ts';

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

interface BuiltSegment {
  readonly chunks: number;
  readonly segment: Segment;
}

/** A base's index as uploads and merges leave it. */
interface BuiltIndex {
  readonly segments: readonly BuiltSegment[];
  readonly statistics: Statistics;
}

/** Sizes that merging documents of 500 chunks eight at a time ends at. */
const SEGMENT_SIZES = [32_000, 4000, 500] as const;
/** Passages that are analysed; larger bases repeat them, which costs a search no less than others of their kind. */
const ANALYSED = 6000;

/** Builds indexes of the first chunks of the passages, one of each size (in chunks, multiples of 500). */
export function buildIndexes(passages: readonly ScalePassage[], sizes: readonly number[]): BuiltIndex[] {
  const analysed = passages.slice(0, ANALYSED).map(chunkTerms);
  return sizes.map((size) => buildIndex(analysed, size));
}

function buildIndex(analysed: readonly ChunkTerms[], size: number): BuiltIndex {
  const segments: BuiltSegment[] = [];
  let statistics = emptyStatistics();
  for (let from = 0; from < size; ) {
    const chunks = SEGMENT_SIZES.find((one) => one <= size - from) ?? size - from;
    const terms = Array.from({ length: chunks }, (_, index) => analysed[(from + index) % analysed.length]);
    const given = terms.flatMap((one, index) => (one ? [{ ordinal: from + index, terms: one }] : []));
    statistics = given.reduce((sum, one) => addLengths(sum, one.terms.lengths), statistics);
    segments.push({ chunks, segment: buildSegment(given) });
    from += chunks;
  }
  return { segments, statistics };
}

/** A passage of a base and its title. */
interface ScalePassage {
  readonly title: string;
  readonly text: string;
}

/** A prime: steps through all passages in an order of its own. */
const STRIDE = 7919;

interface ScaleTexts {
  /** `count` passages, the same for the same number; repeated when there are fewer different ones. */
  passages(count: number): ScalePassage[];
  readonly questions: readonly string[];
}

/** Text in three languages: of the retrieval sets where `RETRIEVAL_DATA` names them, else made up. */
export async function loadScaleTexts(): Promise<ScaleTexts> {
  const sets = env.RETRIEVAL_DATA ? await loadRetrievalSets(join(env.RETRIEVAL_DATA, 'dev')) : [];
  const real = sets.flatMap((set) => set.documents);
  const documents = real.length > 0 ? real : madeUp();
  const asked = sets.flatMap((set) => every(set.questions, 25).map(({ q }) => q));
  const questions = asked.length > 0 ? asked : every(documents, 25).map(({ text }) => text.slice(20, 70));
  return { questions, passages: (count) => chosen(documents, count) };
}

const every = <Item>(items: readonly Item[], count: number): Item[] => {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, index) => index % step === 0);
};

function madeUp(): ScalePassage[] {
  return mixedMarkdown(4_000_000)
    .split('\n## ')
    .map((section) => ({ title: section.slice(0, 30), text: section.slice(0, 900) }));
}

/** Passages of all sets in turns, so that a part of them holds every language. */
function chosen(documents: readonly ScalePassage[], count: number): ScalePassage[] {
  return Array.from({ length: count }, (_, index) => {
    const { title, text } = documents[(index * STRIDE) % documents.length] ?? { title: '', text: '' };
    return { title, text: text.slice(0, 1200) };
  });
}
