import type { changeEmbedding } from '@hanasu/contract/embeddings';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId, UserId } from '@hanasu/contract/ids';
import { addLengths, type Statistics, subtractLengths } from '@hanasu/retrieval/rank/statistics';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  deleteChunks,
  deleteVectors,
  moveChunks,
  putChunks,
  type StoredChunk,
  selectChunks,
} from '../chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { writeEmbeddings } from '../documents.store.ts';
import { applyEdits } from '../domain/apply-edits.ts';
import type { EditedChunks } from '../domain/change-edits.ts';
import {
  type ChunkChanges,
  cameInstead,
  chunkChanges,
  sameWords,
  sourceOf,
} from '../domain/chunk-changes.ts';
import { contentHashOf } from '../domain/chunk-edit.ts';
import { titleText } from '../domain/title-text.ts';
import { selectEdits, writeEdits } from '../edits.store.ts';
import { selectEmbeddingViews } from '../embedding-views.store.ts';
import {
  insertSegment,
  lockIndex,
  removeFromSegment,
  reserveOrdinals,
  selectDocumentBase,
  selectSegmentOf,
  writeStatistics,
} from '../index.store.ts';
import { indexChunks } from '../indexing/text-tasks.ts';
import { type EmbeddingDependencies, embedBatch } from '../vectors/embed-batch.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { selectChunksById, selectVectorState } from '../vectors/vectors.store.ts';
import { announceDocument } from './announce-document.ts';
import { found } from './found.ts';
import { planMerge } from './plan-merge.ts';

/** Somebody waits for their change to be found. */
const PATIENCE_MS = 10_000;
const BATCH = 64;

/**
 * Embeds chunks that a person has just changed, so that they are found by meaning when this returns. Call after the
 * commit. Never throws for what a model does: words find them at once, and the job embeds them later.
 */
export async function embedChunks(
  dependencies: EmbeddingDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  ids: readonly EmbeddingId[],
): Promise<void> {
  const { database } = dependencies;
  const found = await database.account(accountId, async (transaction) => {
    const state = await selectVectorState(transaction, knowledgeId);
    if (!state || (state.wanted === null && state.model === null)) return null;
    return { state, chunks: await selectChunksById(transaction, knowledgeId, ids) };
  });
  if (!found) return;
  // While another model is being made, the one before must know them too.
  const models = new Set([found.state.wanted, found.state.model].filter((model) => model !== null));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (const model of models) {
    for (let from = 0; from < found.chunks.length; from += BATCH) {
      const task = { accountId, knowledgeId, model, signal };
      const outcome = await embedBatch(dependencies, task, found.chunks.slice(from, from + BATCH));
      if (outcome.kind === 'stored') continue;
      await database.account(accountId, (transaction) =>
        planEmbedding(dependencies, transaction, knowledgeId),
      );
      return;
    }
  }
}

type Changed = EndpointOutput<typeof changeEmbedding>;

/** Decides from the chunks as they are (in order) what people's changes are now. Throws what the caller did wrong. */
export type Change = (state: EditedChunks, chunks: readonly StoredChunk[]) => EditedChunks;

/**
 * Changes the chunks of a document that is ready: what it gives is found, and what it takes is not, when this returns.
 * Changes of one base take turns. `subject`: the chunk it is about, returned in any case.
 */
export async function changeChunks(
  dependencies: KnowledgeDependencies,
  { accountId, userId }: { readonly accountId: AccountId; readonly userId: UserId },
  documentId: DocumentId,
  change: Change,
  subject: EmbeddingId | null = null,
): Promise<Changed> {
  const done = await dependencies.database.account(accountId, async (transaction) => {
    const document = await lockDocument(transaction, documentId);
    const before = await selectChunks(transaction, documentId);
    const edits = await selectEdits(transaction, documentId);
    const state = change({ source: sourceOf(before, edits), edits }, before);
    const after = applyEdits(state.source, state.edits, newId<EmbeddingId>);
    const changes = chunkChanges(before, after);
    await writeEdits(transaction, documentId, state.edits, edits, userId);
    await writeChanges(transaction, document, changes);
    const view = found(await writeEmbeddings(transaction, documentId, after.length), 'document');
    await planMerge(dependencies, transaction, document.knowledgeId);
    const ids = [...cameInstead(changes, before), ...(subject ? [subject] : [])];
    return {
      knowledgeId: document.knowledgeId,
      entered: changes.entering.filter(({ enabled }) => enabled).map(({ id }) => id),
      view,
      items: await selectEmbeddingViews(transaction, documentId, ids),
    };
  });
  announceDocument(dependencies, accountId, done.view);
  if (done.entered.length > 0) {
    // The words are found already; a model that is away only delays the vectors.
    await embedChunks(dependencies, accountId, done.knowledgeId, done.entered).catch((err: unknown) =>
      dependencies.log.warn({ err, documentId }, 'changed chunks were not embedded'),
    );
  }
  return { items: done.items, total: done.view.embeddings };
}

interface LockedDocument {
  readonly id: DocumentId;
  readonly knowledgeId: KnowledgeId;
  readonly title: string;
  readonly segmentId: string | null;
  readonly statistics: Statistics;
}

async function lockDocument(transaction: AccountTransaction, id: DocumentId): Promise<LockedDocument> {
  const { knowledgeId } = found(await selectDocumentBase(transaction, id), 'document');
  const statistics = found(await lockIndex(transaction, knowledgeId), 'document');
  const place = found(await selectSegmentOf(transaction, knowledgeId, id), 'document');
  if (place.status !== 'ready') {
    throw new AppError('document_not_ready', 'This document is being read; change it when it is ready');
  }
  return { id, knowledgeId, title: place.title, segmentId: place.segmentId, statistics };
}

/** The index in step with the chunks: old ordinals leave, new ones come in a small segment of their own. */
async function writeChanges(
  transaction: AccountTransaction,
  document: LockedDocument,
  { gone, outdated, entering, moved }: ChunkChanges<StoredChunk>,
): Promise<void> {
  const { knowledgeId } = document;
  const leaving = [...gone, ...outdated].filter(({ enabled }) => enabled);
  const bySegment = Map.groupBy(leaving, ({ segmentId }) => segmentId ?? document.segmentId);
  for (const [segmentId, chunks] of bySegment) {
    const ordinals = chunks.map(({ ordinal }) => ordinal);
    if (segmentId) await removeFromSegment(transaction, segmentId, ordinals);
  }
  const left = leaving.reduce((sums, { lengths }) => subtractLengths(sums, lengths), document.statistics);
  await deleteChunks(
    transaction,
    gone.map(({ id }) => id),
  );
  const now = new Map(entering.map((chunk) => [chunk.id, chunk]));
  const reworded = outdated.filter((chunk) => !sameWords(chunk, now.get(chunk.id) ?? chunk));
  await deleteVectors(
    transaction,
    reworded.map(({ id }) => id),
  );
  await moveChunks(transaction, moved);
  const statistics = await enterIndex(transaction, document, entering, left);
  if (leaving.length + entering.length > 0) await writeStatistics(transaction, knowledgeId, statistics);
}

async function enterIndex(
  transaction: AccountTransaction,
  { id: documentId, knowledgeId, title }: LockedDocument,
  entering: ChunkChanges<StoredChunk>['entering'],
  statistics: Statistics,
): Promise<Statistics> {
  if (entering.length === 0) return statistics;
  const first = found(await reserveOrdinals(transaction, knowledgeId, entering.length), 'document');
  // Those that are searched come first, so that their ordinals are a row.
  const ordered = entering.toSorted((one, other) => Number(other.enabled) - Number(one.enabled));
  const searched = ordered.filter(({ enabled }) => enabled);
  const texts = searched.map((chunk) => ({ title: titleText(title, chunk.headingPath), text: chunk.text }));
  // A few chunks: the thread may be at work on a large document, and somebody waits for this.
  const { lengths, segment } = indexChunks(texts, first, () => undefined);
  const segmentId = searched.length > 0 ? newId<string>() : null;
  const rows = ordered.map((chunk, index) => ({
    ...chunk,
    ordinal: first + index,
    lengths: lengths[index] ?? [],
    segmentId: chunk.enabled ? segmentId : null,
    contentHash: contentHashOf(chunk),
  }));
  await putChunks(transaction, { knowledgeId, documentId }, rows);
  if (segmentId) {
    const { bucketBits } = segment;
    const row = { id: segmentId, knowledgeId, bucketBits, chunks: searched.length, removed: [] };
    await insertSegment(transaction, row, segment);
  }
  return lengths.reduce(addLengths, statistics);
}
