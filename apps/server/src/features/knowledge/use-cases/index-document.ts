import type { EmbeddingId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { ExtractedDocument } from '@hanasu/retrieval/extract/document';
import type { Chunk } from '@hanasu/retrieval/split/chunk';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteChunks, insertChunks, type NewChunk, writeText } from '../chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type DocumentSource, writeReady } from '../documents.store.ts';
import { shiftStatistics } from '../domain/shift-statistics.ts';
import { titleText } from '../domain/title-text.ts';
import { storable } from '../domain/upload.ts';
import {
  insertSegment,
  lockIndex,
  reserveOrdinals,
  selectSegmentOf,
  writeStatistics,
} from '../index.store.ts';
import type { IndexedChunks } from '../indexing/text-tasks.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { announceDocument } from './announce-document.ts';
import type { DocumentRun } from './document-run.ts';
import { leaveIndex } from './leave-index.ts';
import { planMerge } from './plan-merge.ts';
import type { DocumentKey } from './process-document.ts';

interface Reading extends DocumentKey {
  readonly source: DocumentSource;
  readonly run: DocumentRun;
  readonly document: ExtractedDocument;
}

type Indexed = { readonly kind: 'ready' } | { readonly kind: 'stopped' };
const STOPPED = { kind: 'stopped' } as const;

/** Splits what was read and puts it into the base's index in place of what was there of this document. */
export async function indexDocument(
  dependencies: KnowledgeDependencies,
  { source, run, document, ...key }: Reading,
): Promise<Indexed> {
  const { database, text } = dependencies;
  const { title, knowledgeId } = source;
  if (!(await run.enter('splitting'))) return STOPPED;
  const input = { text: storable(document.text), pages: document.pages, title };
  const chunks = await text.run({ kind: 'split', input });
  if (!(await run.enter('embedding'))) return STOPPED;
  const firstOrdinal = await database.account(key.accountId, (transaction) =>
    reserveOrdinals(transaction, knowledgeId, chunks.length),
  );
  if (firstOrdinal === null) return STOPPED;
  const titled = chunks.map((chunk) => ({ title: titleText(title, chunk.headingPath), text: chunk.text }));
  const indexed = await text.run({ kind: 'index', firstOrdinal, chunks: titled }, run.report);
  await run.settle();
  if (run.signal.aborted) return STOPPED;
  const result = {
    text: input.text,
    pages: document.pages?.length ?? null,
    indexed,
    chunks: toRows(chunks, indexed, firstOrdinal),
  };
  const ready = await database.account(key.accountId, async (transaction) => {
    const stored = await storeResult(transaction, { ...key, knowledgeId }, result);
    if (stored) {
      await planMerge(dependencies, transaction, knowledgeId);
      await planEmbedding(dependencies, transaction, knowledgeId);
    }
    return stored;
  });
  if (!ready) return STOPPED;
  announceDocument(dependencies, key.accountId, ready);
  return { kind: 'ready' };
}

interface Result {
  readonly text: string;
  readonly pages: number | null;
  readonly chunks: readonly NewChunk[];
  readonly indexed: IndexedChunks;
}

/** Null when the document was deleted, queued again, or finished by another worker meanwhile. */
async function storeResult(
  transaction: AccountTransaction,
  { documentId, knowledgeId }: DocumentKey & Pick<DocumentSource, 'knowledgeId'>,
  { text, pages, chunks, indexed }: Result,
): Promise<DocumentView | null> {
  const statistics = await lockIndex(transaction, knowledgeId);
  if (!statistics) return null;
  const place = await selectSegmentOf(transaction, knowledgeId, documentId);
  if (place?.status !== 'embedding') return null;
  const before = { id: documentId, knowledgeId, segmentId: place.segmentId };
  const left = await leaveIndex(transaction, before, statistics);
  await deleteChunks(transaction, documentId);
  await writeText(transaction, documentId, text);
  await insertChunks(transaction, { knowledgeId, documentId }, chunks);
  const segmentId = chunks.length > 0 ? newId<string>() : null;
  if (segmentId) {
    const { segment } = indexed;
    const row = {
      id: segmentId,
      knowledgeId,
      bucketBits: segment.bucketBits,
      chunks: chunks.length,
      removed: [],
    };
    await insertSegment(transaction, row, segment);
    await writeStatistics(transaction, knowledgeId, shiftStatistics(left, indexed.statistics, 1));
  }
  return writeReady(transaction, documentId, { pages, embeddings: chunks.length, segmentId });
}

const toRows = (chunks: readonly Chunk[], { lengths }: IndexedChunks, firstOrdinal: number): NewChunk[] =>
  chunks.map((chunk, index) => ({
    ...chunk,
    id: newId<EmbeddingId>(),
    ordinal: firstOrdinal + index,
    lengths: lengths[index] ?? [],
  }));
