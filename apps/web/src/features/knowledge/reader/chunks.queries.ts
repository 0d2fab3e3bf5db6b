import {
  addEmbedding,
  changeEmbedding,
  deleteEmbedding,
  listDocumentHits,
  listRemovedEmbeddings,
  mergeEmbeddings,
  resetEmbedding,
  restoreEmbedding,
  splitEmbedding,
} from '@hanasu/contract/embeddings';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { getDocumentText, listEmbeddings } from '@hanasu/contract/knowledge';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

export const SHOWN = ['all', 'changed', 'review', 'off'] as const;
export type Shown = (typeof SHOWN)[number];

/** Apart from what changes with every edit: a text may be megabytes, and only a reading changes it. */
export const documentTextQuery = (uuid: KnowledgeId, document: DocumentId) =>
  queryOptions({
    queryKey: ['document-text', document],
    queryFn: ({ signal }) => call(getDocumentText, { params: { uuid, document }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface ChunkFilter {
  readonly show: Shown;
  readonly q: string;
  /** The page that the list begins with. */
  readonly from: number;
}

/** Passages of a document, from one page on in both directions. */
export const chunksQuery = (document: DocumentId, { show, q, from }: ChunkFilter) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'embeddings', document, { show, q, from }],
    queryFn: ({ signal, pageParam }) =>
      call(listEmbeddings, {
        params: { uuid: document },
        query: { page: pageParam, pageSize: PAGE_SIZE_MAX, show, ...(q ? { q } : {}) },
        signal,
      }),
    initialPageParam: from,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    getPreviousPageParam: ({ page }) => (page > 1 ? page - 1 : undefined),
  });

/** The page that holds a passage, or the one at an offset of the text. */
export const findChunk = (
  document: DocumentId,
  where: { readonly around: EmbeddingId } | { readonly at: number },
) =>
  call(listEmbeddings, {
    params: { uuid: document },
    query: { page: 1, pageSize: PAGE_SIZE_MAX, show: 'all', ...where },
  });

export const chunkPlaceQuery = (document: DocumentId, chunk: EmbeddingId) =>
  queryOptions({
    queryKey: ['document-place', document, chunk],
    queryFn: async () => (await findChunk(document, { around: chunk })).page,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const removedChunksQuery = (document: DocumentId) =>
  queryOptions({
    queryKey: ['knowledge', 'removed', document],
    queryFn: ({ signal }) => call(listRemovedEmbeddings, { params: { uuid: document }, signal }),
  });

export const chunkHitsQuery = (document: DocumentId, embedding: EmbeddingId) =>
  queryOptions({
    queryKey: ['knowledge', 'hits', document, embedding],
    queryFn: ({ signal }) =>
      call(listDocumentHits, { params: { uuid: document }, query: { embedding, pageSize: 20 }, signal }),
  });

type Body<E extends { readonly body: unknown }> = EndpointInput<E & Parameters<typeof call>[0]>['body'];

/** What a person does with a passage, each as a call. */
export type ChunkChange =
  | { readonly kind: 'add'; readonly body: Body<typeof addEmbedding> }
  | { readonly kind: 'change'; readonly body: Body<typeof changeEmbedding> }
  | { readonly kind: 'split'; readonly body: Body<typeof splitEmbedding> }
  | { readonly kind: 'reset'; readonly body: Body<typeof resetEmbedding> }
  | { readonly kind: 'merge' | 'delete' | 'restore'; readonly body: { readonly embedding: EmbeddingId } };

function send(uuid: DocumentId, change: ChunkChange) {
  const params = { uuid };
  switch (change.kind) {
    case 'add':
      return call(addEmbedding, { params, body: change.body });
    case 'change':
      return call(changeEmbedding, { params, body: change.body });
    case 'split':
      return call(splitEmbedding, { params, body: change.body });
    case 'reset':
      return call(resetEmbedding, { params, body: change.body });
    case 'merge':
      return call(mergeEmbeddings, { params, body: change.body });
    case 'restore':
      return call(restoreEmbedding, { params, body: change.body });
    default:
      return call(deleteEmbedding, { params, query: change.body });
  }
}

/** Resolves when what is shown is up to date. */
export function useChangeChunks(document: DocumentId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ChunkChange) => send(document, change),
    onSuccess: async () => {
      const shown = ['embeddings', 'removed', 'document'].map((kind) =>
        queryClient.invalidateQueries({ queryKey: ['knowledge', kind, document] }),
      );
      await Promise.all(shown);
    },
    meta: { inPlace: true },
  });
}
