import type { DocumentId, WebsiteId } from '@hanasu/contract/ids';
import type { WebsiteFailure, WebsitePageView } from '@hanasu/contract/websites';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface PageRow {
  readonly id: string;
  readonly url: string;
  readonly depth: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentHash: string | null;
  readonly documentId: DocumentId | null;
  readonly tries: number;
  readonly misses: number;
}

const COLUMNS = `id, url, depth, etag, last_modified as "lastModified", content_hash as "contentHash",
  document_id as "documentId", tries, misses`;

/** `http_status is null`: it was told from the address alone and never asked for. */
const UNASKED = `state = 'skipped' and http_status is null`;

/** A site's own rules are read again for every crawl. */
const SETTLED = `${UNASKED} and failure <> 'robots_refused'`;

/**
 * Every address that was known is looked at in this crawl too. A page whose document somebody has deleted counts as
 * never read.
 */
export async function reopenPages(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  crawl: number,
): Promise<void> {
  await transaction.run(
    `update website_pages p set found_in = $3, tries = 0,
       done_in = case when ${SETTLED} then $3 else p.done_in end,
       state = case when ${SETTLED} then state else 'waiting' end,
       failure = case when ${SETTLED} then failure end,
       (document_id, content_hash, etag, last_modified) = (
         select d.id, p.content_hash, p.etag, p.last_modified from documents d
         where d.account_id = p.account_id and d.id = p.document_id)
     where account_id = $1 and website_id = $2 and found_in < $3`,
    [transaction.accountId, websiteId, crawl],
  );
}

/** Other limits count: what was left out is judged anew, and every page is read for its links again. */
export async function forgetJudgements(transaction: AccountTransaction, websiteId: WebsiteId): Promise<void> {
  await transaction.run(
    `delete from website_pages where account_id = $1 and website_id = $2 and ${UNASKED}`,
    [transaction.accountId, websiteId],
  );
  await transaction.run(
    'update website_pages set etag = null, last_modified = null where account_id = $1 and website_id = $2',
    [transaction.accountId, websiteId],
  );
}

/** The next to read: those that failed before come last. */
export const selectNextPage = (transaction: AccountTransaction, websiteId: WebsiteId, crawl: number) =>
  transaction.one<PageRow>(
    `select ${COLUMNS} from website_pages
     where account_id = $1 and website_id = $2 and found_in = $3 and done_in < $3
     order by tries, depth, id limit 1`,
    [transaction.accountId, websiteId, crawl],
  );

export interface FrontierCounts {
  /** Addresses that were or will be asked for, those that gave or may give a document, and the rest. */
  readonly asked: number;
  readonly wanted: number;
  readonly unasked: number;
}

export async function countFrontier(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
): Promise<FrontierCounts> {
  const row = await transaction.one<FrontierCounts>(
    `select count(*) filter (where not (${UNASKED})) as asked, count(*) filter (where state <> 'skipped') as wanted,
       count(*) filter (where ${UNASKED}) as unasked
     from website_pages where account_id = $1 and website_id = $2`,
    [transaction.accountId, websiteId],
  );
  return row ?? { asked: 0, wanted: 0, unasked: 0 };
}

export const selectKnownUrls = async (
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  urls: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await transaction.rows<{ url: string }>(
    'select url from website_pages where account_id = $1 and website_id = $2 and url = any($3)',
    [transaction.accountId, websiteId, urls],
  );
  return new Set(rows.map(({ url }) => url));
};

/** Addresses that will be or were asked for, for counting templates. */
export const selectAskedUrls = async (
  transaction: AccountTransaction,
  websiteId: WebsiteId,
): Promise<string[]> => {
  const rows = await transaction.rows<{ url: string }>(
    `select url from website_pages where account_id = $1 and website_id = $2 and not (${UNASKED})
       and (url like '%?%' or url ~ '/(19|20|21)[0-9]{2}[-/]')`,
    [transaction.accountId, websiteId],
  );
  return rows.map(({ url }) => url);
};

export interface NewPage {
  readonly id: string;
  readonly url: string;
  readonly depth: number;
  /** Null: to be read. */
  readonly failure: WebsiteFailure | null;
}

export async function insertPages(
  transaction: AccountTransaction,
  { id, crawl }: { readonly id: WebsiteId; readonly crawl: number },
  pages: readonly NewPage[],
  fromSitemap: boolean,
): Promise<void> {
  if (pages.length === 0) return;
  await transaction.run(
    `insert into website_pages (account_id, id, website_id, url, depth, found_in, done_in, state, failure,
       from_sitemap)
     select $1, n.id, $2, n.url, n.depth, $3, case when n.failure is null then 0 else $3 end,
       case when n.failure is null then 'waiting' else 'skipped' end, n.failure, $8
     from unnest($4::uuid[], $5::text[], $6::int[], $7::text[]) as n(id, url, depth, failure)
     on conflict (account_id, website_id, url) do nothing`,
    [
      transaction.accountId,
      id,
      crawl,
      pages.map((page) => page.id),
      pages.map(({ url }) => url),
      pages.map(({ depth }) => depth),
      pages.map(({ failure }) => failure),
      fromSitemap,
    ],
  );
}

/** Another address with the same content that has its document. */
export const selectTwin = (
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  page: { readonly id: string; readonly contentHash: string },
) =>
  transaction.one<{ url: string }>(
    `select url from website_pages where account_id = $1 and website_id = $2 and id <> $3 and content_hash = $4
       and document_id is not null limit 1`,
    [transaction.accountId, websiteId, page.id, page.contentHash],
  );

/** How an address stands: is it worth sending others there. */
export const selectPageByUrl = (transaction: AccountTransaction, websiteId: WebsiteId, url: string) =>
  transaction.one<{ id: string; state: string; failure: WebsiteFailure | null }>(
    'select id, state, failure from website_pages where account_id = $1 and website_id = $2 and url = $3',
    [transaction.accountId, websiteId, url],
  );

export interface PageEnd {
  readonly state: Exclude<WebsitePageView['state'], 'waiting'>;
  readonly failure: WebsiteFailure | null;
  readonly httpStatus: number | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentHash: string | null;
  readonly documentId: DocumentId | null;
  readonly misses: number;
}

export async function finishPage(
  transaction: AccountTransaction,
  id: string,
  crawl: number,
  end: PageEnd,
): Promise<void> {
  await transaction.run(
    `update website_pages set done_in = $3, state = $4, failure = $5, http_status = $6, etag = $7,
       last_modified = $8, content_hash = $9, document_id = $10, misses = $11, checked_at = now()
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      crawl,
      end.state,
      end.failure,
      end.httpStatus,
      end.etag,
      end.lastModified,
      end.contentHash,
      end.documentId,
      end.misses,
    ],
  );
}

export async function countTry(transaction: AccountTransaction, id: string): Promise<void> {
  await transaction.run('update website_pages set tries = tries + 1 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** Links to nowhere that nobody follows any more, and that never gave anything. */
export async function removeDeadPages(transaction: AccountTransaction, websiteId: WebsiteId): Promise<void> {
  await transaction.run(
    `delete from website_pages where account_id = $1 and website_id = $2 and document_id is null and misses > 2
       and depth > 0`,
    [transaction.accountId, websiteId],
  );
}

export interface CrawlEnd {
  /** Pages that have a document and were reached, and the first failure of those that were not. */
  readonly read: number;
  readonly failure: WebsiteFailure | null;
}

export async function summariseCrawl(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  crawl: number,
): Promise<CrawlEnd> {
  const row = await transaction.one<CrawlEnd>(
    `select count(*) filter (where state in ('new', 'changed', 'unchanged')) as read,
       (array_agg(failure order by depth, id) filter (where failure is not null and failure <> 'duplicate'))[1]
         as failure
     from website_pages where account_id = $1 and website_id = $2 and done_in = $3`,
    [transaction.accountId, websiteId, crawl],
  );
  return row ?? { read: 0, failure: null };
}

type PageViewRow = Omit<WebsitePageView, 'checkedAt'> & { readonly checkedAt: Date | null };

export async function selectPages(
  transaction: AccountTransaction,
  websiteId: WebsiteId,
  range: {
    readonly limit: number;
    readonly offset: number;
    readonly like: string | null;
    readonly state: string | undefined;
  },
): Promise<{ items: PageViewRow[]; total: number }> {
  const where = `from website_pages p where p.account_id = $1 and p.website_id = $2
    and ($3::text is null or p.state = $3) and ($4::text is null or p.url ilike $4)`;
  const values = [transaction.accountId, websiteId, range.state ?? null, range.like];
  const items = await transaction.rows<PageViewRow>(
    `select p.url, p.state, p.failure, p.http_status as "httpStatus", p.depth, p.checked_at as "checkedAt",
       (select d.id from documents d where d.account_id = p.account_id and d.id = p.document_id) as "documentUuid"
     ${where} order by p.depth, p.url limit $5 offset $6`,
    [...values, range.limit, range.offset],
  );
  const row = await transaction.one<{ total: number }>(`select count(*) as total ${where}`, values);
  return { items, total: row?.total ?? 0 };
}
