import type { KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { selectSiteUrls } from '../websites/websites.store.ts';

interface LinkedHost {
  /** As it is written, in small letters, with the port. */
  readonly host: string;
  /** Documents that hold an address of it. */
  readonly documents: number;
}

/** The host of an address in running text, also in Japanese; none that stands behind a user's name. */
const HOST = String.raw`https?://([^][:space:][/?#@<>"'(){}|\\、。，）」』]+)(?!@)`;
const MOST_HOSTS = 200;

/** Hosts of the addresses that passages of knowledge bases hold, those of most documents first. */
const selectLinkedHosts = (transaction: AccountTransaction, knowledgeIds: readonly KnowledgeId[]) =>
  transaction.rows<LinkedHost>(
    `select lower(found.host[1]) as host, count(distinct e.document_id)::int as documents
     from embeddings e, regexp_matches(e.text, $3, 'gi') as found(host)
     where e.account_id = $1 and e.knowledge_id = any($2::uuid[]) and e.enabled and e.text like '%://%'
     group by 1 order by 2 desc, 1 limit ${MOST_HOSTS}`,
    [transaction.accountId, knowledgeIds, HOST],
  );

/** What knowledge bases are told to crawl, and what their documents link to. */
export const knowledgeAddresses = { siteUrls: selectSiteUrls, linkedHosts: selectLinkedHosts };
