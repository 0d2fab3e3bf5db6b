import type { DocumentKind, DocumentStatus, DocumentView } from '@hanasu/contract/knowledge';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';
import { COLUMNS, type DocumentRow, toView } from './documents.store.ts';

export interface AllDocumentsFilter extends PageRange {
  readonly status: DocumentStatus | undefined;
  readonly kind: DocumentKind | undefined;
  readonly tag: string | undefined;
  readonly needsAttention: boolean | undefined;
}

const ATTENTION = `status = 'failed' or stale is not null or cardinality(unread_pages) > 0
  or cardinality(warnings) > 0`;
/** What has to be looked at comes first. */
const URGENCY = `case when status = 'failed' then 0 when stale is not null then 1 else 2 end`;

/** Documents of all bases of the account. */
export async function selectAllDocuments(
  transaction: AccountTransaction,
  filter: AllDocumentsFilter,
): Promise<{ items: (DocumentView & { knowledgeName: string })[]; total: number }> {
  const where = `where account_id = $1 and ($2::text is null or status = $2) and ($3::text is null or kind = $3)
    and ($4::text is null or $4 = any(tags)) and ($5::text is null or title ilike $5 or file_name ilike $5 or url ilike $5)
    and (not $6::boolean or ${ATTENTION})`;
  const values = [
    transaction.accountId,
    filter.status ?? null,
    filter.kind ?? null,
    filter.tag ?? null,
    containing(filter.q),
    filter.needsAttention ?? false,
  ];
  const rows = await transaction.rows<DocumentRow & { knowledgeName: string }>(
    `select ${COLUMNS}, (select k.name from knowledges k where k.account_id = documents.account_id
       and k.id = documents.knowledge_id) as "knowledgeName"
     from documents ${where} order by ${URGENCY}, created_at desc, id desc limit $7 offset $8`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*) as total from documents ${where}`,
    values,
  );
  const items = rows.map(({ knowledgeName, ...row }) => ({ ...toView(row), knowledgeName }));
  return { items, total: count?.total ?? 0 };
}
