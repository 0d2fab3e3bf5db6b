import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createKnowledge,
  type DocumentView,
  deleteDocument,
  deleteKnowledge,
  getDocument,
  getKnowledge,
  type KnowledgeView,
  listKnowledge,
  retryDocument,
  searchKnowledge,
  updateKnowledge,
} from '@hanasu/contract/knowledge';
import { listKnowledgeModels } from '@hanasu/contract/knowledge-models';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

export const POLL_MS = 4000;
export const moving = ({ status }: Pick<DocumentView, 'status'>) =>
  status !== 'ready' && status !== 'failed' && status !== 'stopped';

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

export const documentQuery = (uuid: KnowledgeId, document: DocumentId) =>
  queryOptions({
    queryKey: ['knowledge', 'document', document],
    queryFn: ({ signal }) => call(getDocument, { params: { uuid, document }, signal }),
    refetchInterval: ({ state }) => (state.data && moving(state.data) ? POLL_MS : false),
  });

export function useKnowledgeMutation<Variables, Result>(
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
  useKnowledgeMutation(
    (body: EndpointInput<typeof createKnowledge>['body']) => call(createKnowledge, { body }),
    true,
  );
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
