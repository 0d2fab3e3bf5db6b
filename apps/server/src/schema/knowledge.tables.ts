import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, updatedAt } from '../platform/database/columns.ts';
import { conversations } from './conversations.tables.ts';

/** A base with the statistics its ranking needs: one number per analysis channel. */
export const knowledges = pgTable(
  'knowledges',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    analyserVersion: text('analyser_version').notNull(),
    nextOrdinal: integer('next_ordinal').notNull().default(0),
    chunks: integer('chunks').notNull().default(0),
    lengthSums: bigint('length_sums', { mode: 'number' }).array().notNull(),
    usedCounts: bigint('used_counts', { mode: 'number' }).array().notNull(),
    /** `KnowledgeSettings` of the contract; what is absent has its default. */
    settings: jsonb('settings').notNull().default({}),
    /** Model whose vectors serve searches, and their length; null: words only. */
    vectorModel: text('vector_model'),
    vectorDimensions: integer('vector_dimensions'),
    /** Why embedding waits (`EMBEDDING_PAUSES`); null: it doesn't. */
    vectorsPaused: text('vectors_paused'),
    /** Goes up with every write of vectors; what a process remembers of them says up to which version. */
    vectorsVersion: bigint('vectors_version', { mode: 'number' }).notNull().default(0),
    /** Up to which version `embedding_vectors_pg` has them, where there is one. */
    vectorsEngineVersion: bigint('vectors_engine_version', { mode: 'number' }).notNull().default(0),
    /** Somebody is embedding it; a worker that died lets go by itself. */
    vectorsBusyUntil: timestamp('vectors_busy_until', { withTimezone: true }),
    /** When it is looked at again; null: everything is embedded. */
    vectorsRetryAt: timestamp('vectors_retry_at', { withTimezone: true }),
    vectorsRetries: integer('vectors_retries').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('knowledges_vectors_due').on(table.vectorsRetryAt).where(sql`vectors_retry_at is not null`),
  ],
);

export const documents = pgTable(
  'documents',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    title: text('title').notNull(),
    fileName: text('file_name'),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Key of the uploaded file in the file store. */
    fileKey: text('file_key').notNull(),
    /** `DocumentKind` of the contract. */
    kind: text('kind').notNull().default('file'),
    /** Folder it was dropped with, `a/b`; empty: none. */
    folder: text('folder').notNull().default(''),
    url: text('url'),
    websiteId: uuid('website_id'),
    tags: text('tags').array().notNull().default([]),
    /** Text by name. */
    metadata: jsonb('metadata').notNull().default({}),
    language: text('language'),
    version: integer('version').notNull().default(1),
    /** SHA-256 of the source in hexadecimal; null: from before it was kept. */
    contentHash: text('content_hash'),
    /** Pages without text that nothing has read. */
    unreadPages: integer('unread_pages').array().notNull().default([]),
    /** `DocumentWarning` of the contract. */
    warnings: text('warnings').array().notNull().default([]),
    /** `StaleReason` of the contract. */
    stale: text('stale'),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    status: text('status').notNull(),
    progress: doublePrecision('progress').notNull().default(0),
    failure: text('failure'),
    reason: text('reason'),
    pages: integer('pages'),
    embeddings: integer('embeddings').notNull().default(0),
    /** Shipped with a template: what it says is made up. */
    sample: boolean('sample').notNull().default(false),
    /** The index segment that holds all chunks of this document; null before it is indexed. */
    segmentId: uuid('segment_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'documents_knowledge',
    }).onDelete('cascade'),
    index('documents_by_knowledge').on(table.accountId, table.knowledgeId, table.createdAt),
    index('documents_by_segment').on(table.accountId, table.segmentId),
    index('documents_by_account').on(table.accountId, table.createdAt),
    index('documents_by_website').on(table.accountId, table.websiteId).where(sql`website_id is not null`),
    index('documents_by_file').on(table.accountId, table.knowledgeId, table.folder, table.fileName),
  ],
);

/** The text that was read; chunk offsets point into it. Apart from `documents` so that lists stay light. */
export const documentTexts = pgTable(
  'document_texts',
  { accountId: accountId(), documentId: uuid('document_id').notNull(), text: text('text').notNull() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.documentId] }),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'document_texts_document',
    }).onDelete('cascade'),
  ],
);

/** Chunks. `ordinal` numbers them within the base for the index; `lengths` are their token counts per channel. */
export const embeddings = pgTable(
  'embeddings',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    documentId: uuid('document_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    position: integer('position').notNull(),
    headingPath: text('heading_path').array().notNull(),
    page: integer('page'),
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    text: text('text').notNull(),
    lengths: integer('lengths').array().notNull(),
    /** Change of a person that this chunk comes from; null: from the source as it was split. */
    editId: uuid('edit_id'),
    /** Switched off chunks are in no index and in no statistics. */
    enabled: boolean('enabled').notNull().default(true),
    /** Index segment that holds it when that is not its document's: it was changed after the document was indexed. */
    segmentId: uuid('segment_id'),
    /** SHA-256 (16 bytes, hexadecimal) of headings and text: what stays the same keeps its id when read again. */
    contentHash: text('content_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'embeddings_document',
    }).onDelete('cascade'),
    uniqueIndex('embeddings_ordinal').on(table.accountId, table.knowledgeId, table.ordinal),
    index('embeddings_by_document').on(table.accountId, table.documentId, table.position),
    index('embeddings_by_segment').on(table.accountId, table.segmentId).where(sql`segment_id is not null`),
  ],
);

/**
 * What people changed in the chunks of a document: a run of chunks of the source (none for one that was added) is
 * replaced by others. Applied anew whenever the document is read.
 */
export const chunkEdits = pgTable(
  'chunk_edits',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    /** Text of the replaced chunks of the source, in order; empty: nothing is replaced. */
    anchors: text('anchors').array().notNull(),
    /** Where they stood in the text of the document when it was last read. */
    anchorStart: integer('anchor_start').notNull(),
    anchorEnd: integer('anchor_end').notNull(),
    /** `EditChunk` of domain/chunk-edit.ts each. */
    chunks: jsonb('chunks').notNull(),
    /** `SourceChunk` each: the chunks that it replaces now; empty: it stands at a place between others. */
    source: jsonb('source').notNull().default([]),
    /** `{id, text}` of the chunk of the source that it stands behind when it replaces none; null: at the start. */
    follows: jsonb('follows'),
    /** `changed` or `gone`: the source is not what it was when the change was made; null: it is. */
    review: text('review'),
    /** What the source says there now. */
    sourceText: text('source_text'),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'chunk_edits_document',
    }).onDelete('cascade'),
    index('chunk_edits_by_document').on(table.accountId, table.documentId),
  ],
);

/** Questions that were answered from a chunk. */
export const embeddingHits = pgTable(
  'embedding_hits',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    embeddingId: uuid('embedding_id').notNull(),
    /** Where it was asked; null: it was noted before this was known. */
    conversationId: uuid('conversation_id'),
    question: text('question').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'embedding_hits_document',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'embedding_hits_conversation',
    }).onDelete('cascade'),
    index('embedding_hits_by_document').on(table.accountId, table.documentId, table.createdAt),
    index('embedding_hits_by_embedding').on(table.accountId, table.embeddingId, table.createdAt),
    index('embedding_hits_by_conversation').on(table.accountId, table.conversationId),
  ],
);

/** Vectors of chunks, one for each model while another one is being made. Little-endian float32, length 1. */
export const embeddingVectors = pgTable(
  'embedding_vectors',
  {
    accountId: accountId(),
    knowledgeId: uuid('knowledge_id').notNull(),
    model: text('model').notNull(),
    embeddingId: uuid('embedding_id').notNull(),
    data: bytes('data').notNull(),
    /** `vectors_version` of its base when it was written. */
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.knowledgeId, table.model, table.embeddingId] }),
    index('embedding_vectors_by_version').on(
      table.accountId,
      table.knowledgeId,
      table.model,
      table.version,
      table.embeddingId,
    ),
    foreignKey({
      columns: [table.accountId, table.embeddingId],
      foreignColumns: [embeddings.accountId, embeddings.id],
      name: 'embedding_vectors_embedding',
    }).onDelete('cascade'),
    index('embedding_vectors_by_embedding').on(table.accountId, table.embeddingId),
  ],
);

/** Files that are being sent in parts. */
export const uploads = pgTable(
  'uploads',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    fileName: text('file_name').notNull(),
    folder: text('folder').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    sha256: text('sha256').notNull(),
    tags: text('tags').array().notNull().default([]),
    /** `{kind, documentUuid}` of the contract; null: not all of it is here. */
    result: jsonb('result'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'uploads_knowledge',
    }).onDelete('cascade'),
    index('uploads_by_file').on(table.accountId, table.knowledgeId, table.sha256),
  ],
);

/** An immutable piece of a base's index; only `removed` changes, until a merge drops those chunks. */
export const indexSegments = pgTable(
  'index_segments',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    bucketBits: smallint('bucket_bits').notNull(),
    /** Live chunks: without the removed ones. */
    chunks: integer('chunks').notNull(),
    removed: integer('removed').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'index_segments_knowledge',
    }).onDelete('cascade'),
    index('index_segments_by_knowledge').on(table.accountId, table.knowledgeId),
  ],
);

/** Posting lists of the terms that fall into one bucket of a segment (packages/retrieval/rank/segment.ts). */
export const indexBlocks = pgTable(
  'index_blocks',
  {
    accountId: accountId(),
    segmentId: uuid('segment_id').notNull(),
    bucket: integer('bucket').notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.segmentId, table.bucket] }),
    foreignKey({
      columns: [table.accountId, table.segmentId],
      foreignColumns: [indexSegments.accountId, indexSegments.id],
      name: 'index_blocks_segment',
    }).onDelete('cascade'),
  ],
);
