import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Language } from './question-memory.ts';
import type { PassagePart, SearchFilter } from './search.ts';

/** A chunk as an answer needs it. */
export interface PassageRow extends PassagePart {
  readonly embeddingId: EmbeddingId;
  readonly documentId: DocumentId;
  readonly knowledgeId: KnowledgeId;
  readonly ordinal: number;
  readonly title: string;
  readonly url: string | null;
  readonly headingPath: string[];
  readonly page: number | null;
}

/**
 * Passages by base and ordinal, in no order; those that are gone are left out. The laterals hold Postgres to one look
 * at the unique index for each: on a table without fresh statistics it would rather join everything.
 */
export const selectPassages = (
  transaction: AccountTransaction,
  wanted: readonly { readonly knowledgeId: KnowledgeId; readonly ordinal: number }[],
): Promise<PassageRow[]> =>
  transaction.rows(
    `select e.id as "embeddingId", e.document_id as "documentId", w.knowledge_id as "knowledgeId", w.ordinal,
       d.title, d.url, e.heading_path as "headingPath", e.page, e.text, e.position, e.start, e."end"
     from unnest($2::uuid[], $3::int[]) as w(knowledge_id, ordinal)
     cross join lateral (select id, document_id, heading_path, page, text, position, start, "end" from embeddings
       where account_id = $1 and knowledge_id = w.knowledge_id and ordinal = w.ordinal limit 1) e
     cross join lateral (select title, url from documents
       where account_id = $1 and id = e.document_id limit 1) d`,
    [transaction.accountId, wanted.map((one) => one.knowledgeId), wanted.map((one) => one.ordinal)],
  );

/** Chunks of one base that a filter lets through. */
export interface Accepted {
  readonly ordinals: ReadonlySet<number>;
  readonly ids: ReadonlySet<EmbeddingId>;
}

/** What a filter lets through, by base; a base without any is left out. */
export async function selectAccepted(
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
  { tags, metadata, documentIds }: SearchFilter,
): Promise<ReadonlyMap<KnowledgeId, Accepted>> {
  const rows = await transaction.rows<{ id: KnowledgeId; ordinals: number[]; ids: EmbeddingId[] }>(
    `select d.knowledge_id as id, array_agg(e.ordinal) as ordinals, array_agg(e.id) as ids
     from documents d
     join embeddings e on e.account_id = d.account_id and e.document_id = d.id and e.enabled
     where d.account_id = $1 and d.knowledge_id = any($2::uuid[]) and d.tags @> $3::text[]
       and d.metadata @> $4::jsonb and (cardinality($5::uuid[]) = 0 or d.id = any($5::uuid[]))
     group by d.knowledge_id`,
    [transaction.accountId, knowledgeIds, tags, JSON.stringify(metadata), documentIds],
  );
  return new Map(
    rows.map(({ id, ordinals, ids }) => [id, { ordinals: new Set(ordinals), ids: new Set(ids) }]),
  );
}

export type DocumentPart = PassagePart & { readonly documentId: DocumentId };

/** Chunks by document and position, in no order; those that are not there or switched off are left out. */
export const selectParts = (
  transaction: AccountTransaction,
  wanted: readonly { readonly documentId: DocumentId; readonly position: number }[],
): Promise<DocumentPart[]> =>
  transaction.rows(
    `select w.document_id as "documentId", w.position, e.text, e.start, e."end"
     from unnest($2::uuid[], $3::int[]) as w(document_id, position)
     cross join lateral (select text, start, "end" from embeddings
       where account_id = $1 and document_id = w.document_id and position = w.position and enabled limit 1) e`,
    [transaction.accountId, wanted.map((one) => one.documentId), wanted.map((one) => one.position)],
  );

/** How many documents of each base are in which language, as far as that is known. */
export const selectLanguages = (
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
): Promise<{ readonly id: KnowledgeId; readonly language: Language; readonly count: number }[]> =>
  transaction.rows(
    `select knowledge_id as id, language, count(*) as count from documents
     where account_id = $1 and knowledge_id = any($2::uuid[]) and language is not null group by 1, 2`,
    [transaction.accountId, knowledgeIds],
  );

/** The beginnings of some chunks of each base. */
export const selectSamples = (
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
): Promise<{ readonly id: KnowledgeId; readonly text: string }[]> =>
  transaction.rows(
    `select k.id, s.text from unnest($2::uuid[]) as k(id)
     cross join lateral (select left(text, 300) as text from embeddings
       where account_id = $1 and knowledge_id = k.id order by ordinal limit 12) s`,
    [transaction.accountId, knowledgeIds],
  );
