import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentId, EmbeddingId, KnowledgeId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const DOCUMENT_STATUSES = ['queued', 'reading', 'splitting', 'embedding', 'ready', 'failed'] as const;
export const DocumentStatus = z.enum(DOCUMENT_STATUSES);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** Why a document could not be read. `reason` beside it says the same in plain English. */
export const DOCUMENT_FAILURES = [
  'empty',
  'encrypted',
  'scanned_only',
  'broken',
  'too_large_inside',
  'wrong_type',
  'timed_out',
  'out_of_memory',
  'internal',
] as const;
export const DocumentFailure = z.enum(DOCUMENT_FAILURES);
export type DocumentFailure = z.infer<typeof DocumentFailure>;

export const KnowledgeView = z
  .object({
    uuid: KnowledgeId,
    name: z.string(),
    documents: z.number().int(),
    ready: z.number().int(),
    failed: z.number().int(),
    embeddings: z.number().int(),
    bytes: z.number().int(),
    bots: z.number().int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeView = z.infer<typeof KnowledgeView>;

export const DocumentView = z
  .object({
    uuid: DocumentId,
    knowledgeUuid: KnowledgeId,
    title: z.string(),
    fileName: z.string().nullable(),
    mediaType: z.string(),
    bytes: z.number().int(),
    status: DocumentStatus,
    /** 0..1 within the whole of reading, splitting and embedding. */
    progress: z.number(),
    failure: DocumentFailure.nullable(),
    reason: z.string().nullable(),
    pages: z.number().int().nullable(),
    embeddings: z.number().int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Document' });
export type DocumentView = z.infer<typeof DocumentView>;

export const EmbeddingView = z
  .object({
    uuid: EmbeddingId,
    documentUuid: DocumentId,
    /** 0-based order in its document. */
    position: z.number().int(),
    headingPath: z.array(z.string()),
    page: z.number().int().nullable(),
    /** UTF-16 offsets into the document's text, end exclusive. */
    start: z.number().int(),
    end: z.number().int(),
    text: z.string(),
  })
  .meta({ id: 'Embedding' });
export type EmbeddingView = z.infer<typeof EmbeddingView>;

export const SearchHit = z.object({
  embeddingUuid: EmbeddingId,
  documentUuid: DocumentId,
  title: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  text: z.string(),
  score: z.number(),
  /** 0..1: score over the best attainable score for this question. */
  confidence: z.number(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const KnowledgeInput = z.object({ name: z.string().trim().min(1).max(120) }).strict();
const documentParams = z.object({ uuid: KnowledgeId, document: DocumentId });

export const listKnowledge = endpoint({
  method: 'GET',
  path: '/api/user/knowledges',
  summary: 'Knowledge bases',
  tag: 'knowledge',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(KnowledgeView),
});
export const createKnowledge = endpoint({
  method: 'POST',
  path: '/api/user/knowledge',
  summary: 'Create a knowledge base',
  tag: 'knowledge',
  access: 'admin',
  body: KnowledgeInput,
  status: 200,
  output: KnowledgeView,
});
export const getKnowledge = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}',
  summary: 'One knowledge base',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  status: 200,
  output: KnowledgeView,
});
export const updateKnowledge = endpoint({
  method: 'PATCH',
  path: '/api/user/knowledge/{uuid}',
  summary: 'Rename a knowledge base',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: KnowledgeInput,
  status: 200,
  output: KnowledgeView,
});
export const deleteKnowledge = endpoint({
  method: 'DELETE',
  path: '/api/user/knowledge/{uuid}',
  summary: 'Delete a knowledge base with its documents and detach it from bots',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  status: 204,
});
export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/documents',
  summary: 'Documents of a knowledge base',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  query: PageQuery.extend({ status: DocumentStatus.optional() }),
  status: 200,
  output: pageOf(DocumentView),
});
export const createDocument = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/document',
  summary: 'Add a document: multipart `file` (PDF, MD, TXT), or JSON text',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z
    .object({ title: z.string().trim().min(1).max(300), text: z.string().min(1).max(5_000_000) })
    .strict(),
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 202,
  output: DocumentView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'file_type_unsupported'],
});
export const getDocument = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/document/{document}',
  summary: 'One document with its status and progress',
  tag: 'knowledge',
  access: 'viewer',
  params: documentParams,
  status: 200,
  output: DocumentView,
});
export const getDocumentText = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/document/{document}/text',
  summary: 'The text that was read from a document; chunks point into it',
  tag: 'knowledge',
  access: 'viewer',
  params: documentParams,
  status: 200,
  output: z.object({ text: z.string() }),
});
export const retryDocument = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/document/{document}/retry',
  summary: 'Read a document again',
  tag: 'knowledge',
  access: 'admin',
  params: documentParams,
  status: 202,
  output: DocumentView,
});
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/user/knowledge/{uuid}/document/{document}',
  summary: 'Delete a document and its chunks; stops it if it is still being read',
  tag: 'knowledge',
  access: 'admin',
  params: documentParams,
  status: 204,
});
export const listEmbeddings = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/embeddings',
  summary: 'The chunks of a document in order',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(DocumentId),
  query: PageQuery,
  status: 200,
  output: pageOf(EmbeddingView),
});
export const searchKnowledge = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/search',
  summary: 'Ranked passages for a question',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  body: z
    .object({ query: z.string().trim().min(1).max(2000), limit: z.number().int().min(1).max(50).default(10) })
    .strict(),
  status: 200,
  output: z.object({ items: z.array(SearchHit), milliseconds: z.number() }),
});
