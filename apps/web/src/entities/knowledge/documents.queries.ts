import {
  createQuestions,
  getDocumentSource,
  listAllDocuments,
  previewChunks,
  type QuestionRow,
  replaceDocument,
  stopDocument,
  updateDocument,
} from '@hanasu/contract/documents';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createDocument,
  type DocumentKind,
  type DocumentStatus,
  type DocumentView,
  deleteDocument,
  listDocuments,
  retryDocument,
} from '@hanasu/contract/knowledge';
import { queryOptions } from '@tanstack/react-query';
import { call, download, upload } from '../../shell/api/api-client.ts';
import { saveBlob } from '../../shell/save-blob.ts';
import { moving, POLL_MS, useKnowledgeMutation } from './knowledge.queries.ts';

export interface DocumentFilter {
  q?: string | undefined;
  page?: number | undefined;
  status?: DocumentStatus | undefined;
  kind?: DocumentKind | undefined;
  tag?: string | undefined;
}

const PAGE_SIZE = 20;

const queryOf = ({ page = 1, ...filter }: DocumentFilter & { needsAttention?: boolean | undefined }) => ({
  page,
  pageSize: PAGE_SIZE,
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')),
});

/** Documents of a base. Realtime keeps them fresh; while one is being read they are also asked for now and then. */
export const documentsQuery = (uuid: KnowledgeId, filter: DocumentFilter = {}) =>
  queryOptions({
    queryKey: ['knowledge', 'documents', uuid, filter],
    queryFn: ({ signal }) => call(listDocuments, { params: { uuid }, query: queryOf(filter), signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.items.some(moving) ? POLL_MS : false),
  });

/** Documents of all bases. */
export const allDocumentsQuery = (filter: DocumentFilter & { needsAttention?: boolean | undefined }) =>
  queryOptions({
    queryKey: ['knowledge', 'all-documents', filter],
    queryFn: ({ signal }) => call(listAllDocuments, { query: queryOf(filter), signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.items.some(moving) ? POLL_MS : false),
  });

/** What a typed text or rows were made from, to be edited again. */
export const sourceQuery = (uuid: DocumentId) =>
  queryOptions({
    queryKey: ['knowledge', 'source', uuid],
    queryFn: async ({ signal }) => (await download(getDocumentSource, { params: { uuid }, signal })).text(),
    // It changes with each version, and the form starts with it.
    gcTime: 0,
  });

export const useAddText = (uuid: KnowledgeId) =>
  useKnowledgeMutation(
    (body: { title: string; text: string }) => call(createDocument, { params: { uuid }, body }),
    true,
  );
export const useAddQuestions = (uuid: KnowledgeId) =>
  useKnowledgeMutation(
    (body: { title: string; rows: QuestionRow[] }) => call(createQuestions, { params: { uuid }, body }),
    true,
  );
export const useReplaceDocument = () =>
  useKnowledgeMutation(
    ({ uuid, text }: { uuid: DocumentId; text: string }) =>
      call(replaceDocument, { params: { uuid }, body: { text } }),
    true,
  );

type Key = Pick<DocumentView, 'uuid' | 'knowledgeUuid'>;
const paramsOf = ({ uuid, knowledgeUuid }: Key) => ({ uuid: knowledgeUuid, document: uuid });

export const useStopDocument = () =>
  useKnowledgeMutation((document: Key) => call(stopDocument, { params: paramsOf(document) }));
export const useChangeDocument = () =>
  useKnowledgeMutation(
    ({ document, body }: { document: Key; body: EndpointInput<typeof updateDocument>['body'] }) =>
      call(updateDocument, { params: paramsOf(document), body }),
    true,
  );

/** What can be done with several documents at once. */
export type BulkAction =
  | { readonly kind: 'delete' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'tag'; readonly tags: readonly string[] };

const TAGS_MAX = 20;

/** One after the other; one that is gone meanwhile is passed over. */
export const useBulkAction = () =>
  useKnowledgeMutation(
    async ({ action, documents }: { action: BulkAction; documents: readonly DocumentView[] }) => {
      for (const document of documents) {
        const params = paramsOf(document);
        if (action.kind === 'delete') await call(deleteDocument, { params });
        else if (action.kind === 'retry') await call(retryDocument, { params });
        else {
          const tags = [...new Set([...document.tags, ...action.tags])].slice(0, TAGS_MAX);
          await call(updateDocument, { params, body: { tags } });
        }
      }
    },
    true,
  );

/** Saves what a document was made from to the person's disk. */
export async function saveSource(document: DocumentView): Promise<void> {
  const blob = await download(getDocumentSource, { params: { uuid: document.uuid } });
  saveBlob(blob, document.fileName ?? `${document.title}.${document.kind === 'questions' ? 'json' : 'txt'}`);
}

export interface PreviewInput {
  /** Typed text, or a file. */
  source: { title: string; text: string } | File;
  chunkTokens: number;
  overlapPercent: number;
}

/** Passages as they would be; nothing is kept. */
export const previewQuery = (uuid: KnowledgeId, input: PreviewInput, key: string) =>
  queryOptions({
    queryKey: ['knowledge', 'preview', uuid, key, input.chunkTokens, input.overlapPercent],
    queryFn: ({ signal }) => {
      const { source, chunkTokens, overlapPercent } = input;
      const query = { chunkTokens, overlapPercent };
      return source instanceof File
        ? upload(previewChunks, { params: { uuid }, query, file: source, signal })
        : call(previewChunks, { params: { uuid }, query, body: source, signal, timeoutMs: 90_000 });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
