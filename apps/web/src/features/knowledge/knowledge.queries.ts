import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createDocument,
  createKnowledge,
  type DocumentView,
  deleteDocument,
  deleteKnowledge,
  getDocument,
  getDocumentText,
  getKnowledge,
  type KnowledgeView,
  listDocuments,
  listEmbeddings,
  listKnowledge,
  retryDocument,
  searchKnowledge,
  updateKnowledge,
} from '@hanasu/contract/knowledge';
import { listKnowledgeModels } from '@hanasu/contract/knowledge-models';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';

const POLL_MS = 4000;
const moving = ({ status }: Pick<DocumentView, 'status'>) => status !== 'ready' && status !== 'failed';

/** Knowledge bases; without arguments one full page, for choices. */
export const knowledgesQuery = ({ q, page = 1, pageSize = PAGE_SIZE_MAX }: ListInput = {}) =>
  queryOptions({
    queryKey: ['knowledge', 'list', { q, page, pageSize }],
    queryFn: ({ signal }) => call(listKnowledge, { query: { page, pageSize, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
  });
interface ListInput {
  q?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export const knowledgeQuery = (uuid: KnowledgeId) =>
  queryOptions({
    queryKey: ['knowledge', 'one', uuid],
    queryFn: ({ signal }) => call(getKnowledge, { params: { uuid }, signal }),
    refetchInterval: ({ state }) => (state.data && isEmbedding(state.data) ? POLL_MS : false),
  });

const isEmbedding = ({ vectors, settings }: KnowledgeView) =>
  settings.embeddingModel !== null && vectors.paused === null && vectors.embedded < vectors.total;

/** Models that compare passages or put them in order, also those that lack a key. */
export const knowledgeModelsQuery = queryOptions({
  queryKey: ['knowledge-models'],
  queryFn: ({ signal }) => call(listKnowledgeModels, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Documents of a base. Realtime keeps them fresh; while one is being read they are also asked for now and then. */
export const documentsQuery = (uuid: KnowledgeId, { q, page = 1 }: ListInput = {}) =>
  queryOptions({
    queryKey: ['knowledge', 'documents', uuid, { q, page }],
    queryFn: ({ signal }) =>
      call(listDocuments, { params: { uuid }, query: { page, pageSize: 20, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.items.some(moving) ? POLL_MS : false),
  });

export const documentQuery = (uuid: KnowledgeId, document: DocumentId) =>
  queryOptions({
    queryKey: ['knowledge', 'document', document],
    queryFn: ({ signal }) => call(getDocument, { params: { uuid, document }, signal }),
    refetchInterval: ({ state }) => (state.data && moving(state.data) ? POLL_MS : false),
  });

export const documentTextQuery = (uuid: KnowledgeId, document: DocumentId) =>
  queryOptions({
    queryKey: ['knowledge', 'text', document],
    queryFn: ({ signal }) => call(getDocumentText, { params: { uuid, document }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const embeddingsQuery = (document: DocumentId) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'embeddings', document],
    queryFn: ({ signal, pageParam }) =>
      call(listEmbeddings, {
        params: { uuid: document },
        query: { page: pageParam, pageSize: PAGE_SIZE_MAX },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

function useKnowledgeMutation<Variables, Result>(
  run: (variables: Variables) => Promise<Result>,
  inPlace = false,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
      void queryClient.invalidateQueries({ queryKey: ['home'] });
    },
    meta: { inPlace },
  });
}

export const useCreateKnowledge = () =>
  useKnowledgeMutation((name: string) => call(createKnowledge, { body: { name } }), true);
export const useRenameKnowledge = (uuid: KnowledgeId) =>
  useKnowledgeMutation((name: string) => call(updateKnowledge, { params: { uuid }, body: { name } }), true);
export const useChangeKnowledge = (uuid: KnowledgeId) =>
  useKnowledgeMutation(
    (body: EndpointInput<typeof updateKnowledge>['body']) =>
      call(updateKnowledge, { params: { uuid }, body }),
    true,
  );
export const useDeleteKnowledge = () =>
  useKnowledgeMutation((uuid: KnowledgeId) => call(deleteKnowledge, { params: { uuid } }), true);
export const useAddText = (uuid: KnowledgeId) =>
  useKnowledgeMutation(
    (body: { title: string; text: string }) => call(createDocument, { params: { uuid }, body }),
    true,
  );
export const useRetryDocument = (uuid: KnowledgeId) =>
  useKnowledgeMutation((document: DocumentId) => call(retryDocument, { params: { uuid, document } }));
export const useDeleteDocument = (uuid: KnowledgeId) =>
  useKnowledgeMutation((document: DocumentId) => call(deleteDocument, { params: { uuid, document } }), true);
export const useSearchKnowledge = (uuid: KnowledgeId) =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof searchKnowledge>['body']) =>
      call(searchKnowledge, { params: { uuid }, body }),
    meta: { inPlace: true },
  });
