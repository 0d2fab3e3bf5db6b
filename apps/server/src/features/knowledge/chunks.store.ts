import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { containing, type PageRange } from './domain/page-range.ts';

export interface NewChunk {
  readonly id: EmbeddingId;
  readonly ordinal: number;
  readonly position: number;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly lengths: readonly number[];
}

// One parameter is turned into text at once: more would hold up everything else in the process.
const ROWS_AT_ONCE = 500;

export async function insertChunks(
  transaction: AccountTransaction,
  owner: { readonly knowledgeId: KnowledgeId; readonly documentId: DocumentId },
  chunks: readonly NewChunk[],
): Promise<void> {
  for (let from = 0; from < chunks.length; from += ROWS_AT_ONCE) {
    await transaction.run(
      `insert into embeddings (account_id, knowledge_id, document_id, id, ordinal, position, heading_path, page,
         start, "end", text, lengths)
       select $1, $2, $3, c.id, c.ordinal, c.position, c."headingPath", c.page, c.start, c."end", c.text, c.lengths
       from json_to_recordset($4::json) as c(id uuid, ordinal int, position int, "headingPath" text[], page int,
         start int, "end" int, text text, lengths int[])`,
      [
        transaction.accountId,
        owner.knowledgeId,
        owner.documentId,
        JSON.stringify(chunks.slice(from, from + ROWS_AT_ONCE)),
      ],
    );
  }
}

/** What the chunks of a document add to their base's statistics, and where they stand. */
export interface ChunkTotals {
  readonly ordinals: readonly number[];
  readonly lengthSums: readonly number[];
  readonly usedCounts: readonly number[];
}

export async function selectChunkTotals(
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<ChunkTotals> {
  const found = await transaction.one<ChunkTotals>(
    `select array(select ordinal from embeddings where account_id = $1 and document_id = $2 order by ordinal) as ordinals,
       coalesce(array_agg(used order by channel), '{}')::float8[] as "usedCounts",
       coalesce(array_agg(sum order by channel), '{}')::float8[] as "lengthSums"
     from (select channel, sum(length) as sum, count(*) filter (where length > 0) as used
       from embeddings e, unnest(e.lengths) with ordinality as l(length, channel)
       where e.account_id = $1 and e.document_id = $2 group by channel) channels`,
    [transaction.accountId, documentId],
  );
  return found ?? { ordinals: [], lengthSums: [], usedCounts: [] };
}

export async function deleteChunks(transaction: AccountTransaction, documentId: DocumentId): Promise<void> {
  await transaction.run('delete from embeddings where account_id = $1 and document_id = $2', [
    transaction.accountId,
    documentId,
  ]);
}

export async function writeText(
  transaction: AccountTransaction,
  documentId: DocumentId,
  text: string,
): Promise<void> {
  await transaction.run(
    `insert into document_texts (account_id, document_id, text) values ($1, $2, $3)
     on conflict (account_id, document_id) do update set text = excluded.text`,
    [transaction.accountId, documentId, text],
  );
}

/** The text that was read; empty before. Null when there is no such document in the base. */
export async function selectText(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<string | null> {
  const found = await transaction.one<{ text: string }>(
    `select coalesce(t.text, '') as text from documents d
     left join document_texts t on t.account_id = d.account_id and t.document_id = d.id
     where d.account_id = $1 and d.knowledge_id = $2 and d.id = $3`,
    [transaction.accountId, knowledgeId, documentId],
  );
  return found?.text ?? null;
}

/** Null when there is no such document. */
export async function selectEmbeddings(
  transaction: AccountTransaction,
  documentId: DocumentId,
  range: PageRange,
): Promise<{ items: EmbeddingView[]; total: number } | null> {
  const where = 'where account_id = $1 and document_id = $2 and ($3::text is null or text ilike $3)';
  const values = [transaction.accountId, documentId, containing(range.q)];
  const count = await transaction.one<{ total: number }>(
    `select (select count(*) from embeddings ${where}) as total
     from documents where account_id = $1 and id = $2`,
    values,
  );
  if (!count) return null;
  const rows = await transaction.rows<EmbeddingRow>(
    `${EMBEDDINGS} ${where} order by position limit $4 offset $5`,
    [...values, range.limit, range.offset],
  );
  return { items: rows.map(toEmbeddingView), total: count.total };
}

type EmbeddingRow = Omit<EmbeddingView, 'tokens' | 'origin' | 'review' | 'lastHitAt'> & {
  readonly edit: { anchors: number; review: 'changed' | 'gone' | null; sourceText: string | null } | null;
  readonly lastHitAt: Date | null;
};

const EMBEDDINGS = `select id as uuid, document_id as "documentUuid", position, heading_path as "headingPath", page,
    start, "end", text, enabled,
    (select jsonb_build_object('anchors', cardinality(c.anchors), 'review', c.review, 'sourceText', c.source_text)
      from chunk_edits c where c.account_id = embeddings.account_id and c.id = embeddings.edit_id) as edit,
    (select count(*) from embedding_hits h
      where h.account_id = embeddings.account_id and h.embedding_id = embeddings.id) as hits,
    (select max(created_at) from embedding_hits h
      where h.account_id = embeddings.account_id and h.embedding_id = embeddings.id) as "lastHitAt"
  from embeddings`;

function toEmbeddingView({ edit, lastHitAt, ...row }: EmbeddingRow): EmbeddingView {
  const origin = edit === null ? 'source' : edit.anchors === 0 ? 'added' : 'edited';
  const review = edit?.review ? { kind: edit.review, sourceText: edit.sourceText } : null;
  return {
    ...row,
    tokens: estimateTokens(row.text),
    origin,
    review,
    lastHitAt: lastHitAt?.toISOString() ?? null,
  };
}
