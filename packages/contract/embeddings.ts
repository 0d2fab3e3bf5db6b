import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentId, EmbeddingId, uuidParams } from './ids.ts';
import { EmbeddingView } from './knowledge.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const EMBEDDING_CHARACTERS_MAX = 8_000;
const text = z.string().trim().min(1).max(EMBEDDING_CHARACTERS_MAX);
const heading = z.array(z.string().trim().min(1).max(300)).max(8);
const params = uuidParams(DocumentId);

/** Every change of passages: those that came instead, in order, and how many the document has now. */
const Changed = z.object({ items: z.array(EmbeddingView), total: z.number().int() });

export const getEmbedding = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/embedding',
  summary: 'One passage of a document',
  tag: 'knowledge',
  access: 'viewer',
  params,
  query: z.object({ embedding: EmbeddingId }),
  status: 200,
  output: EmbeddingView,
});
export const addEmbedding = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/embedding',
  summary: 'Write a passage into a document; it is found when this returns',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z
    .object({
      text,
      headingPath: heading.default([]),
      /** Null: at the start. Absent: at the end. */
      after: EmbeddingId.nullable().optional(),
    })
    .strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
export const changeEmbedding = endpoint({
  method: 'PUT',
  path: '/api/user/document/{uuid}/embedding',
  summary: 'Change a passage, or switch it on or off; survives that its document is read again',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z
    .object({
      embedding: EmbeddingId,
      text: text.optional(),
      headingPath: heading.optional(),
      enabled: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
export const deleteEmbedding = endpoint({
  method: 'DELETE',
  path: '/api/user/document/{uuid}/embedding',
  summary: 'Take a passage out; survives that its document is read again',
  tag: 'knowledge',
  access: 'admin',
  params,
  query: z.object({ embedding: EmbeddingId }),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
export const splitEmbedding = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/embedding/split',
  summary: 'Cut a passage in two at an offset of its text',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z.object({ embedding: EmbeddingId, at: z.number().int().min(1) }).strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
export const mergeEmbeddings = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/embedding/merge',
  summary: 'Join a passage with the one after it; what both say is kept once',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z.object({ embedding: EmbeddingId }).strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
export const resetEmbedding = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/embedding/reset',
  summary:
    'Undo the change of a passage (also one taken out): what the source says counts again. `keep`: the change stays, the review ends',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z.object({ embedding: EmbeddingId, keep: z.boolean().default(false) }).strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});
/** Passages that were deleted by a person, so that they can be had back. */
export const listRemovedEmbeddings = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/embeddings/removed',
  summary: 'Passages of a document that a person has taken out',
  tag: 'knowledge',
  access: 'viewer',
  params,
  status: 200,
  output: z.object({
    items: z.array(
      z.object({
        uuid: EmbeddingId,
        text: z.string(),
        headingPath: z.array(z.string()),
        start: z.number().int(),
        end: z.number().int(),
        /** What stood in the place of the passage is different now: `sourceText`, which is out as well. */
        review: z.object({ kind: z.enum(['changed', 'gone']), sourceText: z.string().nullable() }).nullable(),
      }),
    ),
  }),
});
export const restoreEmbedding = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/embeddings/restore',
  summary: 'Put a passage back that was taken out',
  tag: 'knowledge',
  access: 'admin',
  params,
  body: z.object({ embedding: EmbeddingId }).strict(),
  status: 200,
  output: Changed,
  errors: ['document_not_ready'],
});

export const listDocumentHits = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/hits',
  summary: 'Questions that were answered from a document, newest first',
  tag: 'knowledge',
  access: 'viewer',
  params,
  query: PageQuery.extend({ embedding: EmbeddingId.optional() }),
  status: 200,
  output: pageOf(z.object({ question: z.string(), embeddingUuid: EmbeddingId, askedAt: Time })),
});
