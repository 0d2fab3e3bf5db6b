import { isDeepStrictEqual } from 'node:util';
import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { ExtractedDocument } from '@hanasu/retrieval/extract/document';
import type { Statistics } from '@hanasu/retrieval/rank/statistics';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { selectPassageSizes } from '../bases/knowledge.store.ts';
import { applyEdits } from '../chunks/change-edits.ts';
import { sameWords, sourceOf } from '../chunks/chunk-changes.ts';
import { type ChunkEdit, contentHashOf, type FinalChunk, titleText } from '../chunks/chunk-edit.ts';
import {
  deleteOtherChunks,
  deleteVectors,
  putChunks,
  type StoredChunk,
  selectChunks,
  selectChunkTotals,
  writeText,
} from '../chunks/chunks.store.ts';
import { selectEdits, writeEdits } from '../chunks/edits.store.ts';
import { type KnownChunk, rebaseEdits } from '../chunks/rebase-edits.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type DocumentSource, writeReady } from '../documents/documents.store.ts';
import { publishDocumentUpdate } from '../documents/publish-document-update.ts';
import type { DocumentKey } from '../keys.ts';
import type { DocumentRun } from '../reading/document-run.ts';
import { storable } from '../uploads/upload.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import {
  insertSegment,
  lockIndex,
  removeFromSegment,
  reserveOrdinals,
  selectSegmentOf,
  writeStatistics,
} from './index.store.ts';
import { planMerge } from './merge-index.ts';
import type { IndexedChunks } from './text-tasks.ts';

interface Reading extends DocumentKey {
  readonly source: DocumentSource;
  readonly run: DocumentRun;
  readonly document: ExtractedDocument;
}

type Indexed = { readonly kind: 'ready' } | { readonly kind: 'stopped' };
const STOPPED = { kind: 'stopped' } as const;

/** Splits what was read and puts it, with what people changed, into the index in place of what was there before. */
export async function indexDocument(
  dependencies: KnowledgeDependencies,
  { source, run, document, ...key }: Reading,
): Promise<Indexed> {
  const { database, text } = dependencies;
  const { title, knowledgeId } = source;
  if (!(await run.enter('splitting'))) return STOPPED;
  const input = {
    text: storable(document.text),
    pages: document.pages,
    title,
    ...(document.kind && { kind: document.kind }),
  };
  const options = await database.account(key.accountId, (transaction) =>
    selectPassageSizes(transaction, knowledgeId),
  );
  const chunks = await text.run({ kind: 'split', input, options });
  if (!(await run.enter('embedding'))) return STOPPED;
  const before = await database.account(key.accountId, (transaction) => readBefore(transaction, key));
  const reading = { text: input.text, chunks };
  const { known, edits } = before;
  const placed =
    edits.length > 0
      ? await text.run({ kind: 'place', reading, known, edits })
      : rebaseEdits({ reading, known, edits }, newId<EmbeddingId>);
  const final = applyEdits(placed.source, placed.edits, newId<EmbeddingId>);
  const firstOrdinal = await database.account(key.accountId, (transaction) =>
    reserveOrdinals(transaction, knowledgeId, final.length),
  );
  if (firstOrdinal === null) return STOPPED;
  const searched = final.filter(({ enabled }) => enabled);
  const titled = searched.map((chunk) => ({ title: titleText(title, chunk.headingPath), text: chunk.text }));
  const indexed = await text.run({ kind: 'index', firstOrdinal, chunks: titled }, run.report);
  await run.settle();
  if (run.signal.aborted) return STOPPED;
  const result = {
    text: input.text,
    pages: document.pages?.length ?? null,
    indexed,
    edits: placed.edits,
    before,
    chunks: toRows(final, indexed, firstOrdinal),
  };
  const ready = await database.account(key.accountId, async (transaction) => {
    const stored = await storeResult(transaction, { ...key, ...source }, result);
    if (stored) {
      await planMerge(dependencies, transaction, knowledgeId);
      await planEmbedding(dependencies, transaction, knowledgeId);
    }
    return stored;
  });
  if (!ready) return STOPPED;
  publishDocumentUpdate(dependencies, key.accountId, ready);
  return { kind: 'ready' };
}

/** What an earlier reading left: nobody changes it while the document is being read. */
interface Before {
  readonly chunks: readonly StoredChunk[];
  readonly edits: readonly ChunkEdit[];
  readonly known: readonly KnownChunk[];
}

async function readBefore(transaction: AccountTransaction, { documentId }: DocumentKey): Promise<Before> {
  const chunks = await selectChunks(transaction, documentId);
  const edits = await selectEdits(transaction, documentId);
  const known = sourceOf(chunks, edits).map((chunk) => ({ id: chunk.id, contentHash: contentHashOf(chunk) }));
  return { chunks, edits, known };
}

interface Result {
  readonly text: string;
  readonly pages: number | null;
  readonly chunks: readonly StoredChunk[];
  readonly edits: readonly ChunkEdit[];
  readonly before: Before;
  readonly indexed: IndexedChunks;
}

/** Null when the document was deleted, queued again, or finished by another worker meanwhile. */
async function storeResult(
  transaction: AccountTransaction,
  { documentId, knowledgeId, fileKey }: DocumentKey & Pick<DocumentSource, 'knowledgeId' | 'fileKey'>,
  { text, pages, chunks, edits, before, indexed }: Result,
): Promise<DocumentView | null> {
  const statistics = await lockIndex(transaction, knowledgeId);
  if (!statistics) return null;
  const place = await selectSegmentOf(transaction, knowledgeId, documentId);
  if (place?.status !== 'embedding' || place.fileKey !== fileKey) return null;
  const editsNow = await selectEdits(transaction, documentId);
  // Somebody else has finished it, and a person changed it, since this reading began: another one is under way.
  if (!isDeepStrictEqual(editsNow, before.edits)) return null;
  const left = await removeFromIndex(transaction, { id: documentId, knowledgeId }, statistics);
  await replaceChunks(transaction, { knowledgeId, documentId }, chunks, before.chunks);
  await writeEdits(transaction, { documentId, edits, before: editsNow, by: null });
  await writeText(transaction, documentId, text);
  const searched = indexed.lengths.length;
  const segmentId = searched > 0 ? newId<string>() : null;
  if (segmentId) {
    const { segment } = indexed;
    const { bucketBits } = segment;
    const row = { id: segmentId, knowledgeId, bucketBits, chunks: searched, removed: [] };
    await insertSegment(transaction, row, segment);
    await writeStatistics(transaction, knowledgeId, shiftStatistics(left, indexed.statistics, 1));
  }
  return writeReady(transaction, documentId, { pages, embeddings: chunks.length, segmentId });
}

/** Chunks that are still there keep their rows, and so their vectors and hits. */
async function replaceChunks(
  transaction: AccountTransaction,
  owner: { readonly knowledgeId: KnowledgeId; readonly documentId: DocumentId },
  chunks: readonly StoredChunk[],
  before: readonly StoredChunk[],
): Promise<void> {
  const old = new Map(before.map((chunk) => [chunk.id, chunk]));
  const reworded = chunks.filter((chunk) => !sameWords(chunk, old.get(chunk.id) ?? chunk));
  await deleteOtherChunks(
    transaction,
    owner.documentId,
    chunks.map(({ id }) => id),
  );
  await deleteVectors(
    transaction,
    reworded.map(({ id }) => id),
  );
  await putChunks(transaction, owner, chunks);
}

/** Those that are searched have the first ordinals, in order. */
function toRows(
  final: readonly FinalChunk[],
  { lengths }: IndexedChunks,
  firstOrdinal: number,
): StoredChunk[] {
  let [searched, off] = [0, lengths.length];
  return final.map((chunk, position) => {
    const at = chunk.enabled ? searched++ : off++;
    return {
      ...chunk,
      position,
      ordinal: firstOrdinal + at,
      lengths: chunk.enabled ? (lengths[at] ?? []) : [],
      segmentId: null,
      contentHash: contentHashOf(chunk),
    };
  });
}

/**
 * Takes a document's chunks out of its base's index; returns the statistics that are left. The chunks' own rows stay.
 * The index must be locked (`lockIndex`), `statistics` being what it said.
 */
export async function removeFromIndex(
  transaction: AccountTransaction,
  document: { readonly id: DocumentId; readonly knowledgeId: KnowledgeId },
  statistics: Statistics,
): Promise<Statistics> {
  const { segments, ...sums } = await selectChunkTotals(transaction, document.id);
  if (segments.length === 0) return statistics;
  const gone = { ...sums, chunks: segments.reduce((count, { ordinals }) => count + ordinals.length, 0) };
  const left = shiftStatistics(statistics, gone, -1);
  for (const { segmentId, ordinals } of segments) await removeFromSegment(transaction, segmentId, ordinals);
  await writeStatistics(transaction, document.knowledgeId, left);
  return left;
}

/** Statistics with another set of chunks added (1) or taken away (-1). */
function shiftStatistics(base: Statistics, by: Statistics, sign: 1 | -1): Statistics {
  const shift = (sums: readonly number[], others: readonly number[]): number[] =>
    sums.map((sum, channel) => sum + sign * (others[channel] ?? 0));
  return {
    chunks: base.chunks + sign * by.chunks,
    lengthSums: shift(base.lengthSums, by.lengthSums),
    usedCounts: shift(base.usedCounts, by.usedCounts),
  };
}
