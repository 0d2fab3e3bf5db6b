import type { previewChunks as contract, PreviewChunk } from '@hanasu/contract/documents';
import type * as embeddings from '@hanasu/contract/embeddings';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import type * as knowledge from '@hanasu/contract/knowledge';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { Chunk } from '@hanasu/retrieval/split/chunk';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { mediaTypeOf } from '../documents/store-source.ts';
import { selectDocumentBase } from '../indexing/index.store.ts';
import type { DocumentKey } from '../keys.ts';
import { limitsFor } from '../reading/read-file.ts';
import { storable, type Upload } from '../uploads/upload.ts';
import { selectEdits } from './edits.store.ts';
import { selectEmbeddings, selectEmbeddingViews } from './embedding-views.store.ts';
import { selectHits } from './hits.store.ts';

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readEmbeddings(
  { database }: Reads,
  { accountId, documentId }: DocumentKey,
  query: EndpointRequest<typeof knowledge.listEmbeddings>['query'],
): Promise<EndpointOutput<typeof knowledge.listEmbeddings>> {
  const filter = { ...rangeOf(query), show: query.show, around: query.around ?? null, at: query.at ?? null };
  const { items, total, offset } = await database.account(accountId, async (transaction) =>
    orNotFound(await selectEmbeddings(transaction, documentId, filter), 'document'),
  );
  return { items, total, page: Math.floor(offset / query.pageSize) + 1, pageSize: query.pageSize };
}

export async function readEmbedding(
  { database }: Reads,
  {
    accountId,
    documentId,
    id,
  }: { readonly accountId: AccountId; readonly documentId: DocumentId; readonly id: EmbeddingId },
): Promise<EmbeddingView> {
  const [view] = await database.account(accountId, (transaction) =>
    selectEmbeddingViews(transaction, documentId, [id]),
  );
  return orNotFound(view ?? null, 'passage');
}

/** What people have taken out of a document, in its order. */
export async function readRemoved(
  { database }: Reads,
  accountId: AccountId,
  documentId: DocumentId,
): Promise<EndpointOutput<typeof embeddings.listRemovedEmbeddings>> {
  const edits = await database.account(accountId, async (transaction) => {
    orNotFound(await selectDocumentBase(transaction, documentId), 'document');
    return selectEdits(transaction, documentId);
  });
  const items = edits.flatMap(({ chunks, anchorStart: start, anchorEnd: end, review, sourceText }) => {
    const isOut = chunks.every(({ removed }) => removed);
    return chunks
      .filter(({ removed }) => removed)
      .map(({ id, text, headingPath }) => ({
        uuid: id,
        text,
        headingPath: [...headingPath],
        start,
        end,
        review: isOut && review ? { kind: review, sourceText } : null,
      }));
  });
  return { items };
}

/** Questions that were answered from a document. */
export async function readHits(
  { database }: Reads,
  { accountId, documentId }: DocumentKey,
  query: EndpointRequest<typeof embeddings.listDocumentHits>['query'],
): Promise<EndpointOutput<typeof embeddings.listDocumentHits>> {
  const range = { ...rangeOf(query), embedding: query.embedding };
  const { items, total } = await database.account(accountId, async (transaction) =>
    orNotFound(await selectHits(transaction, documentId, range), 'document'),
  );
  return {
    items: items.map(({ askedAt, ...hit }) => ({ ...hit, askedAt: askedAt.toISOString() })),
    total,
    page: query.page,
    pageSize: query.pageSize,
  };
}

/** Each reads a file in a process of its own. */
const AT_ONCE = 2;
const SHOWN = 200;
/** Somebody waits for it. */
const MOST_MILLISECONDS = 60_000;

interface Sizes {
  readonly chunkTokens: number;
  readonly overlapPercent: number;
}

/**
 * Splits a document as it would be stored, and forgets it. An account has two at a time (`rate_limited`). Throws
 * `document_unreadable` with the reason.
 */
export async function previewChunks(
  dependencies: Pick<KnowledgeDependencies, 'readFile' | 'text' | 'previews'>,
  accountId: AccountId,
  { upload, sizes, signal }: { readonly upload: Upload; readonly sizes: Sizes; readonly signal: AbortSignal },
): Promise<EndpointOutput<typeof contract>> {
  const { previews } = dependencies;
  const running = previews.get(accountId) ?? 0;
  if (running >= AT_ONCE)
    throw new AppError(
      'rate_limited',
      'Two previews are already in progress; try again when one has finished',
    );
  previews.set(accountId, running + 1);
  try {
    return await readAndSplit(dependencies, { upload, sizes }, signal);
  } finally {
    const left = (previews.get(accountId) ?? 1) - 1;
    if (left > 0) previews.set(accountId, left);
    else previews.delete(accountId);
  }
}

async function readAndSplit(
  { readFile, text }: Pick<KnowledgeDependencies, 'readFile' | 'text'>,
  { upload, sizes }: { readonly upload: Upload; readonly sizes: Sizes },
  signal: AbortSignal,
): Promise<EndpointOutput<typeof contract>> {
  mediaTypeOf(upload);
  const limits = limitsFor(upload.bytes.byteLength);
  const read = await readFile({
    bytes: upload.bytes,
    fileName: upload.fileName ?? 'text.md',
    isTyped: upload.fileName === null,
    signal,
    onProgress: () => undefined,
    limits: { ...limits, milliseconds: Math.min(limits.milliseconds ?? 0, MOST_MILLISECONDS) },
  });
  if (read.kind === 'stopped')
    throw new AppError('document_unreadable', 'The customer no longer waits for this answer');
  if (read.kind === 'failed') throw AppError.field('document_unreadable', 'body.file', read.reason);
  const { document } = read;
  const input = {
    text: storable(document.text),
    pages: document.pages,
    title: upload.title,
    ...(document.kind && { kind: document.kind }),
  };
  const chunks = (await text.run({ kind: 'split', input, options: sizes })).map(toPreview);
  return {
    title: document.title,
    pages: document.pages?.length ?? null,
    unreadPages: [...document.unreadPages],
    warnings: [...new Set(document.warnings)],
    total: chunks.length,
    tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    chunks: chunks.slice(0, SHOWN),
  };
}

const toPreview = ({ position, headingPath, page, start, end, text }: Chunk): PreviewChunk => ({
  position,
  headingPath,
  page,
  start,
  end,
  text,
  tokens: estimateTokens(text),
});
