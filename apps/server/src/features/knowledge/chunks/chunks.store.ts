import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { contentHashOf, type FinalChunk } from './chunk-edit.ts';

/** A chunk as it is stored. `segmentId` null: its document's segment holds it, or, switched off, none does. */
export interface StoredChunk extends FinalChunk {
  readonly ordinal: number;
  readonly position: number;
  readonly lengths: readonly number[];
  readonly segmentId: string | null;
  readonly contentHash: string;
}

// One parameter is turned into text at once: more would hold up everything else in the process.
const ROWS_AT_ONCE = 500;

/** Inserts chunks, or makes those that are there (by id) say this; their vectors and hits stay. */
export async function putChunks(
  transaction: AccountTransaction,
  owner: { readonly knowledgeId: KnowledgeId; readonly documentId: DocumentId },
  chunks: readonly StoredChunk[],
): Promise<void> {
  for (let from = 0; from < chunks.length; from += ROWS_AT_ONCE) {
    await transaction.run(
      `insert into embeddings (account_id, knowledge_id, document_id, id, ordinal, position, heading_path, page,
         start, "end", text, lengths, edit_id, enabled, segment_id, content_hash)
       select $1, $2, $3, c.id, c.ordinal, c.position, c."headingPath", c.page, c.start, c."end", c.text, c.lengths,
         c."editId", c.enabled, c."segmentId", c."contentHash"
       from json_to_recordset($4::json) as c(id uuid, ordinal int, position int, "headingPath" text[], page int,
         start int, "end" int, text text, lengths int[], "editId" uuid, enabled boolean, "segmentId" uuid,
         "contentHash" text)
       on conflict (account_id, id) do update set ordinal = excluded.ordinal, position = excluded.position,
         heading_path = excluded.heading_path, page = excluded.page, start = excluded.start, "end" = excluded."end",
         text = excluded.text, lengths = excluded.lengths, edit_id = excluded.edit_id, enabled = excluded.enabled,
         segment_id = excluded.segment_id, content_hash = excluded.content_hash`,
      [
        transaction.accountId,
        owner.knowledgeId,
        owner.documentId,
        JSON.stringify(chunks.slice(from, from + ROWS_AT_ONCE)),
      ],
    );
  }
}

/** Says where chunks stand now; the rest of them is as it was. */
export async function moveChunks(
  transaction: AccountTransaction,
  chunks: readonly Pick<StoredChunk, 'id' | 'position' | 'page' | 'start' | 'end' | 'editId'>[],
): Promise<void> {
  if (chunks.length === 0) return;
  const rows = chunks.map(({ id, position, page, start, end, editId }) => ({
    id,
    position,
    page,
    start,
    end,
    editId,
  }));
  await transaction.run(
    `update embeddings e set position = c.position, page = c.page, start = c.start, "end" = c."end",
       edit_id = c."editId"
     from json_to_recordset($2::json) as c(id uuid, position int, page int, start int, "end" int, "editId" uuid)
     where e.account_id = $1 and e.id = c.id`,
    [transaction.accountId, JSON.stringify(rows)],
  );
}

/** All chunks of a document in order. Those from before hashes were kept get theirs here. */
export async function selectChunks(
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<StoredChunk[]> {
  const rows = await transaction.rows<Omit<StoredChunk, 'contentHash'> & { readonly hash: string | null }>(
    `select id, ordinal, position, heading_path as "headingPath", page, start, "end", text, lengths,
       edit_id as "editId", enabled, segment_id as "segmentId", content_hash as hash
     from embeddings where account_id = $1 and document_id = $2 order by position`,
    [transaction.accountId, documentId],
  );
  return rows.map(({ hash, ...row }) => ({ ...row, contentHash: hash ?? contentHashOf(row) }));
}

/** Where the chunks of a document are indexed, and what they add to their base's statistics. */
export interface ChunkTotals {
  readonly segments: readonly { readonly segmentId: string; readonly ordinals: readonly number[] }[];
  readonly lengthSums: readonly number[];
  readonly usedCounts: readonly number[];
}

export async function selectChunkTotals(
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<ChunkTotals> {
  const found = await transaction.one<ChunkTotals>(
    `select coalesce((select jsonb_agg(s) from (
         select coalesce(e.segment_id, d.segment_id) as "segmentId", jsonb_agg(e.ordinal order by e.ordinal) as ordinals
         from embeddings e join documents d on d.account_id = e.account_id and d.id = e.document_id
         where e.account_id = $1 and e.document_id = $2 and e.enabled group by 1) s
         where s."segmentId" is not null), '[]'::jsonb) as segments,
       coalesce(array_agg(used order by channel), '{}')::float8[] as "usedCounts",
       coalesce(array_agg(sum order by channel), '{}')::float8[] as "lengthSums"
     from (select channel, sum(length) as sum, count(*) filter (where length > 0) as used
       from embeddings e, unnest(e.lengths) with ordinality as l(length, channel)
       where e.account_id = $1 and e.document_id = $2 and e.enabled group by channel) channels`,
    [transaction.accountId, documentId],
  );
  return found ?? { segments: [], lengthSums: [], usedCounts: [] };
}

export async function deleteChunks(
  transaction: AccountTransaction,
  ids: readonly EmbeddingId[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.run('delete from embeddings where account_id = $1 and id = any($2::uuid[])', [
    transaction.accountId,
    ids,
  ]);
}

/** Deletes the chunks of a document that are not among these. */
export async function deleteOtherChunks(
  transaction: AccountTransaction,
  documentId: DocumentId,
  kept: readonly EmbeddingId[],
): Promise<void> {
  await transaction.run(
    'delete from embeddings where account_id = $1 and document_id = $2 and not id = any($3::uuid[])',
    [transaction.accountId, documentId, kept],
  );
}

/** Chunks that say something else now: their vectors are of the old words. */
export async function deleteVectors(
  transaction: AccountTransaction,
  ids: readonly EmbeddingId[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.run(
    'delete from embedding_vectors where account_id = $1 and embedding_id = any($2::uuid[])',
    [transaction.accountId, ids],
  );
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

/** The text that was read (empty before) and where its pages begin. Null when there is no such document in the base. */
export const selectText = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<{ text: string; pages: { number: number; start: number }[] } | null> =>
  transaction.one(
    `select coalesce(t.text, '') as text, coalesce((
       select jsonb_agg(p order by p.number) from (
         select e.page as number, min(e.start) as start from embeddings e
         where e.account_id = d.account_id and e.document_id = d.id and e.page is not null group by e.page) p
       ), '[]'::jsonb) as pages
     from documents d left join document_texts t on t.account_id = d.account_id and t.document_id = d.id
     where d.account_id = $1 and d.knowledge_id = $2 and d.id = $3`,
    [transaction.accountId, knowledgeId, documentId],
  );
