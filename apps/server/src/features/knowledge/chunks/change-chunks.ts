import {
  type changeEmbedding as changeEmbeddingContract,
  EMBEDDING_CHARACTERS_MAX,
} from '@hanasu/contract/embeddings';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId, UserId } from '@hanasu/contract/ids';
import { addLengths, type Statistics, subtractLengths } from '@hanasu/retrieval/rank/statistics';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { writeEmbeddings } from '../documents/documents.store.ts';
import { publishDocumentUpdate } from '../documents/publish-document-update.ts';
import {
  insertSegment,
  lockIndex,
  removeFromSegment,
  reserveOrdinals,
  selectDocumentBase,
  selectSegmentOf,
  writeStatistics,
} from '../indexing/index.store.ts';
import { planMerge } from '../indexing/merge-index.ts';
import { indexChunks } from '../indexing/text-tasks.ts';
import type { KnowledgeKey } from '../keys.ts';
import { storable } from '../uploads/upload.ts';
import { type EmbeddingDependencies, embedBatch } from '../vectors/embed-knowledge.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { selectChunksById, selectVectorState } from '../vectors/vectors.store.ts';
import {
  addChunk,
  applyEdits,
  changeChunk,
  type EditedChunks,
  editOf,
  keepChange,
  mergeChunks,
  type NewIds,
  resetChunk,
  splitChunk,
} from './change-edits.ts';
import { type ChunkChanges, cameInstead, chunkChanges, sameWords, sourceOf } from './chunk-changes.ts';
import { contentHashOf, joinTexts, titleText } from './chunk-edit.ts';
import {
  deleteChunks,
  deleteVectors,
  moveChunks,
  putChunks,
  type StoredChunk,
  selectChunks,
} from './chunks.store.ts';
import { selectEdits, writeEdits } from './edits.store.ts';
import { selectEmbeddingViews } from './embedding-views.store.ts';

type By = Pick<Actor, 'accountId' | 'userId'>;

interface ChunkKey {
  readonly by: By;
  readonly documentId: DocumentId;
  readonly id: EmbeddingId;
}
const IDS: NewIds = { edit: newId<string>, chunk: newId<EmbeddingId> };

interface Words {
  readonly text: string;
  readonly headingPath: readonly string[];
}

/** Puts a written passage behind another; `after` null: at the start, absent: at the end. */
export const addEmbedding = (
  dependencies: KnowledgeDependencies,
  { by, documentId }: { readonly by: By; readonly documentId: DocumentId },
  { after, text, headingPath }: Words & { readonly after?: EmbeddingId | null | undefined },
) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      const place = after === undefined ? (chunks.at(-1)?.id ?? null) : after;
      if (place !== null) existing(chunks, place);
      return addChunk(
        state,
        { after: place, written: { text: storable(text), headingPath: headingPath.map(storable) } },
        IDS,
      );
    },
  });

export const changeEmbedding = (
  dependencies: KnowledgeDependencies,
  { by, documentId, id }: ChunkKey,
  {
    text,
    headingPath,
    enabled,
  }: { [Key in keyof Words]?: Words[Key] | undefined } & {
    readonly enabled?: boolean | undefined;
  },
) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      existing(chunks, id);
      const change = {
        ...(text === undefined ? {} : { text: storable(text) }),
        ...(headingPath === undefined ? {} : { headingPath: headingPath.map(storable) }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      return changeChunk(state, { id, change }, IDS);
    },
    subject: id,
  });

export const deleteEmbedding = (dependencies: KnowledgeDependencies, { by, documentId, id }: ChunkKey) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      existing(chunks, id);
      return changeChunk(state, { id, change: { removed: true } }, IDS);
    },
  });

export const splitEmbedding = (
  dependencies: KnowledgeDependencies,
  { by, documentId, id }: ChunkKey,
  at: number,
) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      const { text } = existing(chunks, id);
      const [first, second] = [text.slice(0, at).trim(), text.slice(at).trim()];
      if (first === '' || second === '' || !first.isWellFormed()) {
        throw AppError.field('validation_failed', 'body.at', 'Both parts need text');
      }
      return splitChunk(state, { id, texts: [first, second] }, IDS);
    },
  });

export const mergeEmbeddings = (dependencies: KnowledgeDependencies, { by, documentId, id }: ChunkKey) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      const first = existing(chunks, id);
      const next = chunks[chunks.indexOf(first) + 1];
      if (!next) throw AppError.field('validation_failed', 'body.embedding', 'This is the last passage');
      if (joinTexts(first.text, next.text).length > EMBEDDING_CHARACTERS_MAX) {
        throw AppError.field('validation_failed', 'body.embedding', 'Together they are too long');
      }
      return mergeChunks(state, [id, next.id], IDS);
    },
  });

/** Undoes the change of a passage, or with `keep` only ends its review. */
export const resetEmbedding = (
  dependencies: KnowledgeDependencies,
  { by, documentId, id }: ChunkKey,
  keep: boolean,
) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state, chunks) => {
      if (!editOf(state, id)) existing(chunks, id);
      return keep ? keepChange(state, id) : resetChunk(state, id);
    },
    subject: id,
  });

/** Puts a passage back that was taken out. */
export const restoreEmbedding = (dependencies: KnowledgeDependencies, { by, documentId, id }: ChunkKey) =>
  changeChunks(dependencies, {
    by,
    documentId,
    change: (state) => {
      orNotFound(editOf(state, id) ?? null, 'passage');
      return changeChunk(state, { id, change: { removed: false } }, IDS);
    },
    subject: id,
  });

const existing = (chunks: readonly StoredChunk[], id: EmbeddingId): StoredChunk =>
  orNotFound(chunks.find((chunk) => chunk.id === id) ?? null, 'passage');

/** Somebody waits for their change to be found. */
const PATIENCE_MS = 10_000;
const BATCH = 64;

/**
 * Embeds chunks that a person has just changed, so that they are found by meaning when this returns. Call after the
 * commit. Never throws for what a model does: words find them at once, and the job embeds them later.
 */
export async function embedChunks(
  dependencies: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
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

type Changed = EndpointOutput<typeof changeEmbeddingContract>;

/** Decides from the chunks as they are (in order) what people's changes are now. Throws what the caller did wrong. */
type Change = (state: EditedChunks, chunks: readonly StoredChunk[]) => EditedChunks;

/**
 * Changes the chunks of a document that is ready: what it gives is found, and what it takes is not, when this returns.
 * Changes of one base take turns. `subject`: the chunk it is about, returned in any case.
 */
async function changeChunks(
  dependencies: KnowledgeDependencies,
  {
    by: { accountId, userId },
    documentId,
    change,
    subject = null,
  }: {
    readonly by: { readonly accountId: AccountId; readonly userId: UserId };
    readonly documentId: DocumentId;
    readonly change: Change;
    readonly subject?: EmbeddingId | null | undefined;
  },
): Promise<Changed> {
  const done = await dependencies.database.account(accountId, async (transaction) => {
    const document = await lockDocument(transaction, documentId);
    const before = await selectChunks(transaction, documentId);
    const edits = await selectEdits(transaction, documentId);
    const state = change({ source: sourceOf(before, edits), edits }, before);
    const after = applyEdits(state.source, state.edits, newId<EmbeddingId>);
    const changes = chunkChanges(before, after);
    await writeEdits(transaction, { documentId, edits: state.edits, before: edits, by: userId });
    await writeChanges(transaction, document, changes);
    const view = orNotFound(await writeEmbeddings(transaction, documentId, after.length), 'document');
    await planMerge(dependencies, transaction, document.knowledgeId);
    const ids = [...cameInstead(changes, before), ...(subject ? [subject] : [])];
    return {
      knowledgeId: document.knowledgeId,
      entered: changes.entering.filter(({ enabled }) => enabled).map(({ id }) => id),
      view,
      items: await selectEmbeddingViews(transaction, documentId, ids),
    };
  });
  publishDocumentUpdate(dependencies, accountId, done.view);
  if (done.entered.length > 0) {
    // The words are found already; a model that is away only delays the vectors.
    await embedChunks(dependencies, { accountId, knowledgeId: done.knowledgeId }, done.entered).catch(
      (err: unknown) => dependencies.log.warn({ err, documentId }, 'embedding changed passages failed'),
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
  const { knowledgeId } = orNotFound(await selectDocumentBase(transaction, id), 'document');
  const statistics = orNotFound(await lockIndex(transaction, knowledgeId), 'document');
  const place = orNotFound(await selectSegmentOf(transaction, knowledgeId, id), 'document');
  if (place.status !== 'ready') {
    throw new AppError('document_not_ready', 'This document is being processed; change it when it is ready');
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
  const first = orNotFound(await reserveOrdinals(transaction, knowledgeId, entering.length), 'document');
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
