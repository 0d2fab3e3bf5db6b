import type * as embeddings from '@hanasu/contract/embeddings';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import type * as knowledge from '@hanasu/contract/knowledge';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { rangeOf } from '../domain/page-range.ts';
import { selectEdits } from '../edits.store.ts';
import { selectEmbeddings, selectEmbeddingViews } from '../embedding-views.store.ts';
import { selectHits } from '../hits.store.ts';
import { selectDocumentBase } from '../index.store.ts';
import { found } from './found.ts';

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readEmbeddings(
  { database }: Reads,
  accountId: AccountId,
  documentId: DocumentId,
  query: EndpointRequest<typeof knowledge.listEmbeddings>['query'],
): Promise<EndpointOutput<typeof knowledge.listEmbeddings>> {
  const filter = { ...rangeOf(query), show: query.show, around: query.around ?? null, at: query.at ?? null };
  const { items, total, offset } = await database.account(accountId, async (transaction) =>
    found(await selectEmbeddings(transaction, documentId, filter), 'document'),
  );
  return { items, total, page: Math.floor(offset / query.pageSize) + 1, pageSize: query.pageSize };
}

export async function readEmbedding(
  { database }: Reads,
  accountId: AccountId,
  documentId: DocumentId,
  id: EmbeddingId,
): Promise<EmbeddingView> {
  const [view] = await database.account(accountId, (transaction) =>
    selectEmbeddingViews(transaction, documentId, [id]),
  );
  return found(view ?? null, 'passage');
}

/** What people have taken out of a document, in its order. */
export async function readRemoved(
  { database }: Reads,
  accountId: AccountId,
  documentId: DocumentId,
): Promise<EndpointOutput<typeof embeddings.listRemovedEmbeddings>> {
  const edits = await database.account(accountId, async (transaction) => {
    found(await selectDocumentBase(transaction, documentId), 'document');
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
  accountId: AccountId,
  documentId: DocumentId,
  query: EndpointRequest<typeof embeddings.listDocumentHits>['query'],
): Promise<EndpointOutput<typeof embeddings.listDocumentHits>> {
  const range = { ...rangeOf(query), embedding: query.embedding };
  const { items, total } = await database.account(accountId, async (transaction) =>
    found(await selectHits(transaction, documentId, range), 'document'),
  );
  return {
    items: items.map(({ askedAt, ...hit }) => ({ ...hit, askedAt: askedAt.toISOString() })),
    total,
    page: query.page,
    pageSize: query.pageSize,
  };
}
