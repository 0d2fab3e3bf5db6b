import { EMBEDDING_CHARACTERS_MAX } from '@hanasu/contract/embeddings';
import type { DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { StoredChunk } from '../chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import {
  addChunk,
  changeChunk,
  editOf,
  keepChange,
  mergeChunks,
  type NewIds,
  resetChunk,
  splitChunk,
} from '../domain/change-edits.ts';
import { joinTexts } from '../domain/chunk-edit.ts';
import { storable } from '../domain/upload.ts';
import { changeChunks } from './change-chunks.ts';
import { found } from './found.ts';

type By = Pick<Actor, 'accountId' | 'userId'>;
const IDS: NewIds = { edit: newId<string>, chunk: newId<EmbeddingId> };

interface Words {
  readonly text: string;
  readonly headingPath: readonly string[];
}

/** Puts a written passage behind another; `after` null: at the start, absent: at the end. */
export const addEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  { after, text, headingPath }: Words & { readonly after?: EmbeddingId | null | undefined },
) =>
  changeChunks(dependencies, by, documentId, (state, chunks) => {
    const place = after === undefined ? (chunks.at(-1)?.id ?? null) : after;
    if (place !== null) existing(chunks, place);
    return addChunk(state, place, { text: storable(text), headingPath: headingPath.map(storable) }, IDS);
  });

export const changeEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
  {
    text,
    headingPath,
    enabled,
  }: { [Key in keyof Words]?: Words[Key] | undefined } & {
    readonly enabled?: boolean | undefined;
  },
) =>
  changeChunks(
    dependencies,
    by,
    documentId,
    (state, chunks) => {
      existing(chunks, id);
      const change = {
        ...(text === undefined ? {} : { text: storable(text) }),
        ...(headingPath === undefined ? {} : { headingPath: headingPath.map(storable) }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      return changeChunk(state, id, change, IDS);
    },
    id,
  );

export const deleteEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
) =>
  changeChunks(dependencies, by, documentId, (state, chunks) => {
    existing(chunks, id);
    return changeChunk(state, id, { removed: true }, IDS);
  });

export const splitEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
  at: number,
) =>
  changeChunks(dependencies, by, documentId, (state, chunks) => {
    const { text } = existing(chunks, id);
    const [first, second] = [text.slice(0, at).trim(), text.slice(at).trim()];
    if (first === '' || second === '' || !first.isWellFormed()) {
      throw AppError.field('validation_failed', 'body.at', 'Both parts need text');
    }
    return splitChunk(state, id, [first, second], IDS);
  });

export const mergeEmbeddings = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
) =>
  changeChunks(dependencies, by, documentId, (state, chunks) => {
    const first = existing(chunks, id);
    const next = chunks[chunks.indexOf(first) + 1];
    if (!next) throw AppError.field('validation_failed', 'body.embedding', 'No passage follows this one');
    if (joinTexts(first.text, next.text).length > EMBEDDING_CHARACTERS_MAX) {
      throw AppError.field('validation_failed', 'body.embedding', 'Both together are too long');
    }
    return mergeChunks(state, [id, next.id], IDS);
  });

/** Undoes the change of a passage, or with `keep` only ends its review. */
export const resetEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
  keep: boolean,
) =>
  changeChunks(
    dependencies,
    by,
    documentId,
    (state, chunks) => {
      if (!editOf(state, id)) existing(chunks, id);
      return keep ? keepChange(state, id) : resetChunk(state, id);
    },
    id,
  );

/** Puts a passage back that was taken out. */
export const restoreEmbedding = (
  dependencies: KnowledgeDependencies,
  by: By,
  documentId: DocumentId,
  id: EmbeddingId,
) =>
  changeChunks(
    dependencies,
    by,
    documentId,
    (state) => {
      found(editOf(state, id) ?? null, 'passage');
      return changeChunk(state, id, { removed: false }, IDS);
    },
    id,
  );

const existing = (chunks: readonly StoredChunk[], id: EmbeddingId): StoredChunk =>
  found(chunks.find((chunk) => chunk.id === id) ?? null, 'passage');
