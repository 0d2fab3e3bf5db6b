import type { DocumentId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ChunkEdit } from './chunk-edit.ts';

/** What people changed in a document, in the order of its text. */
export const selectEdits = (transaction: AccountTransaction, documentId: DocumentId): Promise<ChunkEdit[]> =>
  transaction.rows(
    `select id, anchors, anchor_start as "anchorStart", anchor_end as "anchorEnd", chunks, source, follows, review,
       source_text as "sourceText"
     from chunk_edits where account_id = $1 and document_id = $2 order by anchor_start, id`,
    [transaction.accountId, documentId],
  );

/** Makes the edits of a document these; only those that differ from `before` are written. */
export async function writeEdits(
  transaction: AccountTransaction,
  {
    documentId,
    edits,
    before,
    by,
  }: {
    readonly documentId: DocumentId;
    readonly edits: readonly ChunkEdit[];
    readonly before: readonly ChunkEdit[];
    readonly by: UserId | null;
  },
): Promise<void> {
  const old = new Map(before.map((edit) => [edit.id, JSON.stringify(edit)]));
  const ids = new Set(edits.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !ids.has(id));
  const changed = edits.filter((edit) => old.get(edit.id) !== JSON.stringify(edit));
  if (gone.length > 0) {
    await transaction.run('delete from chunk_edits where account_id = $1 and id = any($2::uuid[])', [
      transaction.accountId,
      gone,
    ]);
  }
  if (changed.length === 0) return;
  await transaction.run(
    `insert into chunk_edits (account_id, document_id, created_by, id, anchors, anchor_start, anchor_end, chunks, source,
       follows, review, source_text)
     select $1, $2, $3, e.id, e.anchors, e."anchorStart", e."anchorEnd", e.chunks, e.source,
       nullif(e.follows, 'null'::jsonb), e.review, e."sourceText"
     from json_to_recordset($4::json) as e(id uuid, anchors text[], "anchorStart" int, "anchorEnd" int, chunks jsonb,
       source jsonb, follows jsonb, review text, "sourceText" text)
     on conflict (account_id, id) do update set anchors = excluded.anchors, anchor_start = excluded.anchor_start,
       anchor_end = excluded.anchor_end, chunks = excluded.chunks, source = excluded.source,
       follows = excluded.follows, review = excluded.review, source_text = excluded.source_text, updated_at = now()`,
    [transaction.accountId, documentId, by, JSON.stringify(changed)],
  );
}
