import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentId, EmbeddingId, KnowledgeId, uuidParams, WebsiteId } from './ids.ts';
import { KnowledgeSettings, KnowledgeSettingsPatch, KnowledgeVectors } from './knowledge-settings.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const DOCUMENT_STATUSES = [
  'queued',
  'reading',
  'splitting',
  'embedding',
  'ready',
  'failed',
  'stopped',
] as const;
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
    settings: KnowledgeSettings,
    vectors: KnowledgeVectors,
    stale: z.number().int(),
    documents: z.number().int(),
    ready: z.number().int(),
    failed: z.number().int(),
    embeddings: z.number().int(),
    bytes: z.number().int(),
    bots: z.number().int(),
    /** It holds passages of a template's sample that nobody has changed. A bot that uses it is not published. */
    sample: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeView = z.infer<typeof KnowledgeView>;

/**
 * What a reader noticed that the owner should look at, although the document was read. `old_font`: letters of Vietnamese
 * that are right only in a font from before Unicode. `little_text`: hardly any text was found in a page that has more to
 * show. `unread_objects`: text in drawings or other objects was not read.
 */
export const DOCUMENT_WARNINGS = ['old_font', 'little_text', 'unread_objects'] as const;
export const DocumentWarning = z.enum(DOCUMENT_WARNINGS);
export type DocumentWarning = z.infer<typeof DocumentWarning>;

/** What a document was made from. `questions`: rows of questions and answers. */
export const DOCUMENT_KINDS = ['file', 'text', 'page', 'questions'] as const;
export const DocumentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** Why what was read may no longer be true: its page is gone, could not be read again, or was not looked at for long. */
export const STALE_REASONS = ['source_gone', 'source_failed', 'old'] as const;
export const StaleReason = z.enum(STALE_REASONS);
export type StaleReason = z.infer<typeof StaleReason>;

const Label = z.string().trim().normalize('NFC').min(1).max(60);
export const DocumentTags = z
  .array(Label)
  .max(20)
  .transform((tags) => [...new Set(tags)]);
export const DocumentMetadata = z
  .record(Label, z.string().trim().max(300))
  .refine((fields) => Object.keys(fields).length <= 20, 'at most 20 fields');

export const DocumentView = z
  .object({
    uuid: DocumentId,
    knowledgeUuid: KnowledgeId,
    kind: DocumentKind,
    title: z.string(),
    fileName: z.string().nullable(),
    /** Folder it was in when it was dropped, `a/b`; empty: none. */
    folder: z.string(),
    url: z.string().nullable(),
    websiteUuid: WebsiteId.nullable(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    language: z.enum(['en', 'ja', 'vi']).nullable(),
    /** Counts from 1; the same file sent again is the next version of the same document. */
    version: z.number().int(),
    /** Pages without text that no model has read either. */
    unreadPages: z.array(z.number().int()),
    warnings: z.array(DocumentWarning),
    /** Changes people made to its passages, and how many of them stand on source that changed since. */
    edits: z.number().int(),
    editsToReview: z.number().int(),
    stale: StaleReason.nullable(),
    /** When its source was last read or found unchanged. */
    checkedAt: Time.nullable(),
    mediaType: z.string(),
    bytes: z.number().int(),
    status: DocumentStatus,
    /** 0..1 within the whole of reading, splitting and embedding. */
    progress: z.number(),
    failure: DocumentFailure.nullable(),
    reason: z.string().nullable(),
    pages: z.number().int().nullable(),
    embeddings: z.number().int(),
    /** Shipped with a template; until its source is replaced or the owner says that it is true. */
    sample: z.boolean(),
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
    /** Model tokens, about. */
    tokens: z.number().int(),
    /** `source`: as it was split. `edited`: a person changed, split or merged it. `added`: a person wrote it. */
    origin: z.enum(['source', 'edited', 'added']),
    /** Switched off: kept, but never found. */
    enabled: z.boolean(),
    /** The source under a change of a person is different now, or gone. `sourceText`: what it says now. */
    review: z.object({ kind: z.enum(['changed', 'gone']), sourceText: z.string().nullable() }).nullable(),
    /** How often it was cited in an answer. */
    hits: z.number().int(),
    lastHitAt: Time.nullable(),
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
  /** 0..1: how likely it holds the answer. */
  confidence: z.number(),
  /** What each stage made of it; null: that stage did not find it or was not asked. Ranks count from 1. */
  stages: z.object({
    words: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
    meaning: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
    fused: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
    reranked: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
  }),
});
export type SearchHit = z.infer<typeof SearchHit>;

const KnowledgeName = z.string().trim().min(1).max(120);
const KnowledgeInput = z
  .object({ name: KnowledgeName, settings: KnowledgeSettingsPatch.optional() })
  .strict();
const KnowledgePatch = z.object({ name: KnowledgeName, settings: KnowledgeSettingsPatch }).partial().strict();
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
  errors: ['knowledge_model_unknown'],
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
  summary: 'Rename a knowledge base or change its settings; other passage sizes read its documents again',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: KnowledgePatch,
  status: 200,
  output: KnowledgeView,
  errors: ['knowledge_model_unknown'],
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
  query: PageQuery.extend({
    status: DocumentStatus.optional(),
    kind: DocumentKind.optional(),
    tag: z.string().max(60).optional(),
  }),
  status: 200,
  output: pageOf(DocumentView),
});
export const createDocument = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/document',
  summary:
    'Add a document: multipart `file`, or JSON text. A file of the same name and folder is a new version',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z
    .object({
      title: z.string().trim().min(1).max(300),
      text: z.string().min(1).max(5_000_000),
      tags: DocumentTags.optional(),
      metadata: DocumentMetadata.optional(),
    })
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
  output: z.object({
    text: z.string(),
    /** Where the first passage of each page stands. */
    pages: z.array(z.object({ number: z.number().int(), start: z.number().int() })),
  }),
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
  query: PageQuery.extend({
    /** `changed`: by people. `review`: changes whose source is different now. `off`: switched off. */
    show: z.enum(['all', 'changed', 'review', 'off']).default('all'),
    /** Gives the page that holds this passage instead of `page`; no such passage: `page`. */
    around: EmbeddingId.optional(),
    /** Gives the page that holds the first passage of the source at or behind this offset of the text. */
    at: z.coerce.number().int().min(0).optional(),
  }),
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
    .object({
      query: z.string().trim().min(1).max(2000),
      limit: z.number().int().min(1).max(50).default(10),
      /** Only documents with all of these tags, and with these values of metadata. */
      tags: z.array(Label).max(20).default([]),
      metadata: DocumentMetadata.default({}),
      documentUuids: z.array(DocumentId).max(100).default([]),
    })
    .strict(),
  status: 200,
  output: z.object({
    items: z.array(SearchHit),
    milliseconds: z.number(),
    /** Confidence of the best passage; below `least`, a bot that answers only from knowledge says it found nothing. */
    confidence: z.number(),
    least: z.number(),
    /** What was looked for beside the question, in the base's language. */
    translated: z.string().nullable(),
    /** Passages that say nearly the same as a better one, left out. */
    duplicates: z.number().int(),
    /** Stages in order, with the passages they looked at; `skipped` says why one was left out. */
    stages: z.array(
      z.object({
        name: z.enum(['translate', 'words', 'meaning', 'fuse', 'rerank']),
        milliseconds: z.number(),
        passages: z.number().int(),
        skipped: z.enum(['not_set', 'not_needed', 'no_model', 'no_tokens', 'busy', 'failed']).nullable(),
      }),
    ),
  }),
});
