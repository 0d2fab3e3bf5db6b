import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, updatedAt } from '../../platform/database/columns.ts';

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
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
    status: text('status').notNull(),
    progress: doublePrecision('progress').notNull().default(0),
    failure: text('failure'),
    reason: text('reason'),
    pages: integer('pages'),
    embeddings: integer('embeddings').notNull().default(0),
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
