import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentId, KnowledgeId, UploadId, uuidParams } from './ids.ts';
import {
  DocumentKind,
  DocumentMetadata,
  DocumentStatus,
  DocumentTags,
  DocumentView,
  DocumentWarning,
} from './knowledge.ts';
import { PageQuery, pageOf, Time } from './page.ts';

const documentParams = uuidParams(DocumentId);

export const listAllDocuments = endpoint({
  method: 'GET',
  path: '/api/user/documents',
  summary: 'Documents of all bases: failed ones first, then stale ones, then newest first',
  tag: 'knowledge',
  access: 'viewer',
  query: PageQuery.extend({
    status: DocumentStatus.optional(),
    kind: DocumentKind.optional(),
    tag: z.string().max(60).optional(),
    needsAttention: z.stringbool().optional(),
  }),
  status: 200,
  output: pageOf(DocumentView.extend({ knowledgeName: z.string() })),
});
export const updateDocument = endpoint({
  method: 'PATCH',
  path: '/api/user/knowledge/{uuid}/document/{document}',
  summary: 'Change the title, tags or metadata of a document; fields that are absent stay as they are',
  tag: 'knowledge',
  access: 'admin',
  params: z.object({ uuid: KnowledgeId, document: DocumentId }),
  body: z
    .object({
      title: z.string().trim().min(1).max(300),
      tags: DocumentTags,
      metadata: DocumentMetadata,
      /** Says that what the sample tells is true of this shop. */
      sample: z.literal(false),
    })
    .partial()
    .strict(),
  status: 200,
  output: DocumentView,
});
export const stopDocument = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/document/{document}/stop',
  summary: 'Stop reading a document; what was read of it before stays searchable, and `retry` goes on',
  tag: 'knowledge',
  access: 'admin',
  params: z.object({ uuid: KnowledgeId, document: DocumentId }),
  status: 200,
  output: DocumentView,
});
/** The bytes of the source, as they were sent or fetched (`Content-Disposition: attachment` unless `inline=true` and harmless). */
export const getDocumentSource = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/source',
  summary: 'The file, page or text that a document was made from',
  tag: 'knowledge',
  access: 'viewer',
  params: documentParams,
  query: z.object({ inline: z.stringbool().default(false) }),
  status: 200,
});
export const replaceDocument = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/version',
  summary: 'Replace what a text or Q&A document was made from; its tags, changes and place stay',
  tag: 'knowledge',
  access: 'admin',
  params: documentParams,
  body: z.object({ text: z.string().min(1).max(5_000_000) }).strict(),
  status: 202,
  output: DocumentView,
});

export const QUESTIONS_MAX = 5_000;
export const QuestionRow = z
  .object({
    question: z.string().trim().min(1).max(1_000),
    answer: z.string().trim().min(1).max(10_000),
  })
  .strict();
export type QuestionRow = z.infer<typeof QuestionRow>;
export const createQuestions = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/questions',
  summary: 'Add a document of questions and answers; each row becomes one passage',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z
    .object({
      title: z.string().trim().min(1).max(300),
      rows: z.array(QuestionRow).min(1).max(QUESTIONS_MAX),
      tags: DocumentTags.optional(),
    })
    .strict(),
  status: 202,
  output: DocumentView,
});

export const PreviewChunk = z.object({
  position: z.number().int(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
  tokens: z.number().int(),
});
export type PreviewChunk = z.infer<typeof PreviewChunk>;
/** Multipart `file` or JSON text, split and thrown away. Passage sizes come in the query: a file's body has no room. */
export const previewChunks = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/preview',
  summary: 'How a document would be split, before it is stored',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  query: z.object({
    chunkTokens: z.coerce.number().int().min(80).max(1000).optional(),
    overlapPercent: z.coerce.number().int().min(0).max(50).optional(),
  }),
  body: z
    .object({ title: z.string().trim().min(1).max(300), text: z.string().min(1).max(5_000_000) })
    .strict(),
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: z.object({
    title: z.string().nullable(),
    pages: z.number().int().nullable(),
    unreadPages: z.array(z.number().int()),
    warnings: z.array(DocumentWarning),
    total: z.number().int(),
    tokens: z.number().int(),
    /** The first 200. */
    chunks: z.array(PreviewChunk),
  }),
  errors: ['file_missing', 'file_empty', 'file_too_large', 'file_type_unsupported', 'document_unreadable'],
});

/** A file that is sent in parts, so that a broken connection costs one part. Parts are at most `UPLOAD_PART_BYTES`. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;
export const UploadView = z.object({
  uuid: UploadId,
  fileName: z.string(),
  folder: z.string(),
  bytes: z.number().int(),
  /** Bytes that have arrived; the next part starts here. */
  received: z.number().int(),
  /** Set when all of it has arrived: `created`, `version` (a newer one of what was there) or `unchanged`. */
  result: z
    .object({ kind: z.enum(['created', 'version', 'unchanged']), documentUuid: DocumentId })
    .nullable(),
  createdAt: Time,
});
export type UploadView = z.infer<typeof UploadView>;
export const createUpload = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/upload',
  summary:
    'Start to send a file in parts; one of the same name, size and hash that was begun is gone on with',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z
    .object({
      fileName: z.string().min(1).max(500),
      folder: z.string().max(500).default(''),
      bytes: z.number().int().min(1),
      /** SHA-256 of the file in hexadecimal. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      tags: DocumentTags.optional(),
    })
    .strict(),
  status: 200,
  output: UploadView,
  errors: ['file_too_large', 'file_type_unsupported'],
});
export const getUpload = endpoint({
  method: 'GET',
  path: '/api/user/upload/{uuid}',
  summary: 'How much of a file has arrived',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(UploadId),
  status: 200,
  output: UploadView,
});
/** The body is the part itself (`application/octet-stream`). The last part makes the document. */
export const sendUploadPart = endpoint({
  method: 'PUT',
  path: '/api/user/upload/{uuid}/part/{offset}',
  summary: 'Send the part of a file that begins at an offset; one that has arrived already is ignored',
  tag: 'knowledge',
  access: 'admin',
  params: z.object({ uuid: UploadId, offset: z.coerce.number().int().min(0) }),
  status: 200,
  output: UploadView,
  errors: ['upload_gap', 'upload_corrupt', 'file_type_unsupported', 'file_empty'],
});
export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/user/upload/{uuid}',
  summary: 'Give up sending a file',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(UploadId),
  status: 204,
});
