import type { DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';

export interface EmbeddingFilter extends PageRange {
  readonly show: 'all' | 'changed' | 'review' | 'off';
  /** Chunk whose page is wanted; null: the one at `offset`. */
  readonly around: EmbeddingId | null;
  /** Offset of the text whose chunk's page is wanted; null: none. */
  readonly at: number | null;
}

const CONDITIONS = {
  all: 'true',
  changed: 'e.edit_id is not null',
  review: 'c.review is not null',
  off: 'not e.enabled',
} as const satisfies Record<EmbeddingFilter['show'], string>;

const EDITS = `left join chunk_edits c on c.account_id = e.account_id and c.id = e.edit_id`;

/** A page of the chunks of a document and where it begins; null when there is no such document. */
export async function selectEmbeddings(
  transaction: AccountTransaction,
  documentId: DocumentId,
  { show, around, at, ...range }: EmbeddingFilter,
): Promise<{ items: EmbeddingView[]; total: number; offset: number } | null> {
  const chosen = `from embeddings e ${EDITS} where e.account_id = $1 and e.document_id = $2
    and ($3::text is null or e.text ilike $3) and ${CONDITIONS[show]}`;
  const values = [transaction.accountId, documentId, containing(range.q)];
  const count = await transaction.one<{ total: number; before: number | null }>(
    `select (select count(*) ${chosen}) as total, case when place.position is null then null else
       (select count(*) ${chosen} and e.position < place.position) end as before
     from documents d cross join lateral (
       select coalesce(
         (select position from embeddings where account_id = $1 and document_id = $2 and id = $4),
         (select min(position) from embeddings where account_id = $1 and document_id = $2 and "end" > $5)) as position
     ) place
     where d.account_id = $1 and d.id = $2`,
    [...values, around, at],
  );
  if (!count) return null;
  const { before, total } = count;
  const offset = before === null ? range.offset : Math.floor(before / range.limit) * range.limit;
  const rows = await transaction.rows<EmbeddingRow>(
    `with page as (select e.id, e.position ${chosen} order by e.position limit $4 offset $5)
     ${EMBEDDINGS} where e.account_id = $1 and e.id in (select id from page) order by e.position`,
    [...values, range.limit, offset],
  );
  return { items: rows.map(toView), total, offset };
}

/** Chunks of a document by id, in the order of the document. */
export async function selectEmbeddingViews(
  transaction: AccountTransaction,
  documentId: DocumentId,
  ids: readonly EmbeddingId[],
): Promise<EmbeddingView[]> {
  const rows = await transaction.rows<EmbeddingRow>(
    `${EMBEDDINGS} where e.account_id = $1 and e.document_id = $2 and e.id = any($3::uuid[]) order by e.position`,
    [transaction.accountId, documentId, ids],
  );
  return rows.map(toView);
}

type EmbeddingRow = Omit<EmbeddingView, 'tokens' | 'origin' | 'review' | 'lastHitAt'> & {
  readonly anchors: number | null;
  readonly review: 'changed' | 'gone' | null;
  readonly sourceText: string | null;
  readonly lastHitAt: Date | null;
};

const EMBEDDINGS = `select e.id as uuid, e.document_id as "documentUuid", e.position, e.heading_path as "headingPath",
    e.page, e.start, e."end", e.text, e.enabled, cardinality(c.anchors) as anchors, c.review,
    c.source_text as "sourceText", coalesce(h.hits, 0) as hits, h.last as "lastHitAt"
  from embeddings e ${EDITS}
  left join (select embedding_id, count(*) as hits, max(created_at) as last from embedding_hits
    where account_id = $1 and document_id = $2 group by embedding_id) h on h.embedding_id = e.id`;

function toView({ anchors, review, sourceText, lastHitAt, ...row }: EmbeddingRow): EmbeddingView {
  return {
    ...row,
    tokens: estimateTokens(row.text),
    origin: anchors === null ? 'source' : anchors === 0 ? 'added' : 'edited',
    review: review && { kind: review, sourceText },
    lastHitAt: lastHitAt?.toISOString() ?? null,
  };
}
