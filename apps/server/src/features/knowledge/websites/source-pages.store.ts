import type { DocumentId, WebsiteId } from '@hanasu/contract/ids';
import type { StaleReason } from '@hanasu/contract/knowledge';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** The document that was made from an address of a web site; null: there is none. */
export async function documentOfUrl(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  url: string,
): Promise<DocumentId | null> {
  const row = await transaction.one<{ id: DocumentId }>(
    `select id from documents where account_id = $1 and website_id = $2 and url = $3
     order by created_at limit 1`,
    [transaction.accountId, websiteId, url],
  );
  return row?.id ?? null;
}

/** Says that the source of a document was looked at: it is what it was (`stale` null), gone, or can't be read. */
export async function markSource(
  transaction: AccountTransaction,
  id: DocumentId,
  stale: StaleReason | null,
): Promise<void> {
  await transaction.run(
    `update documents set stale = $3, checked_at = case when $3::text is null then now() else checked_at end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, stale],
  );
}

export const documentsOfWebsite = async (
  transaction: AccountTransaction,
  websiteId: WebsiteId,
): Promise<DocumentId[]> => {
  const rows = await transaction.rows<{ id: DocumentId }>(
    'select id from documents where account_id = $1 and website_id = $2 order by created_at',
    [transaction.accountId, websiteId],
  );
  return rows.map(({ id }) => id);
};

/** Documents that stay when their web site goes are documents of their own. */
export async function detachFromWebsite(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
): Promise<void> {
  await transaction.run(
    'update documents set website_id = null, updated_at = now() where account_id = $1 and website_id = $2',
    [transaction.accountId, websiteId],
  );
}
