import type { AccountId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { WebsiteFailure, WebsiteView } from '@hanasu/contract/websites';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface WebsiteRow {
  readonly id: WebsiteId;
  readonly knowledgeId: KnowledgeId;
  readonly url: string;
  readonly mode: WebsiteView['mode'];
  readonly schedule: WebsiteView['schedule'];
  readonly depth: number;
  readonly pageLimit: number;
  readonly include: string[];
  readonly exclude: string[];
  readonly tags: string[];
  readonly status: WebsiteView['status'];
  readonly failure: WebsiteFailure | null;
  readonly crawl: number;
  readonly robots: unknown;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly nextCrawlAt: Date | null;
  readonly createdAt: Date;
}

export interface CountedWebsite extends WebsiteRow {
  readonly known: number;
  readonly done: number;
  readonly counts: WebsiteView['counts'];
}

const COLUMNS = `w.id, w.knowledge_id as "knowledgeId", w.url, w.mode, w.schedule, w.depth,
  w.page_limit as "pageLimit", w.include, w.exclude, w.tags, w.status, w.failure, w.crawl, w.robots,
  w.started_at as "startedAt", w.finished_at as "finishedAt", w.next_crawl_at as "nextCrawlAt",
  w.created_at as "createdAt"`;

const count = (state: string): string =>
  `'${state}', count(*) filter (where p.done_in = w.crawl and p.state = '${state}')`;
const COUNTED = `select ${COLUMNS}, c.* from websites w cross join lateral (
    select count(*) filter (where p.found_in = w.crawl) as known,
      count(*) filter (where p.done_in = w.crawl) as done,
      json_build_object(${['new', 'changed', 'unchanged', 'skipped', 'failed', 'gone'].map(count).join(', ')}) as counts
    from website_pages p where p.account_id = w.account_id and p.website_id = w.id) c
  where w.account_id = $1`;

export const selectWebsites = (transaction: AccountTransaction, knowledgeId: KnowledgeId) =>
  transaction.rows<CountedWebsite>(
    `${COUNTED} and w.knowledge_id = $2 order by w.created_at desc, w.id desc`,
    [transaction.accountId, knowledgeId],
  );

/** Addresses that knowledge bases are told to read. */
export async function selectSiteUrls(
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
): Promise<string[]> {
  const rows = await transaction.rows<{ url: string }>(
    'select distinct url from websites where account_id = $1 and knowledge_id = any($2::uuid[]) order by url',
    [transaction.accountId, knowledgeIds],
  );
  return rows.map(({ url }) => url);
}

export const selectWebsite = (transaction: AccountTransaction, id: WebsiteId) =>
  transaction.one<CountedWebsite>(`${COUNTED} and w.id = $2`, [transaction.accountId, id]);

export type NewWebsite = Pick<
  WebsiteRow,
  'id' | 'knowledgeId' | 'url' | 'mode' | 'schedule' | 'depth' | 'pageLimit' | 'include' | 'exclude' | 'tags'
>;

/** False: the base reads this address already. Its first crawl is due at once. */
export async function insertWebsite(transaction: AccountTransaction, website: NewWebsite): Promise<boolean> {
  const written = await transaction.run(
    `insert into websites (account_id, id, knowledge_id, url, mode, schedule, depth, page_limit, include, exclude,
       tags, status, crawl, next_crawl_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'queued', 1, now())
     on conflict (account_id, knowledge_id, url) do nothing`,
    [
      transaction.accountId,
      website.id,
      website.knowledgeId,
      website.url,
      website.mode,
      website.schedule,
      website.depth,
      website.pageLimit,
      website.include,
      website.exclude,
      website.tags,
    ],
  );
  return written > 0;
}

export async function updateWebsiteRow(
  transaction: AccountTransaction,
  id: WebsiteId,
  fields: Pick<WebsiteRow, 'schedule' | 'depth' | 'pageLimit' | 'include' | 'exclude' | 'tags'>,
): Promise<void> {
  await transaction.run(
    `update websites set schedule = $3, depth = $4, page_limit = $5, include = $6, exclude = $7, tags = $8,
       updated_at = now() where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      fields.schedule,
      fields.depth,
      fields.pageLimit,
      fields.include,
      fields.exclude,
      fields.tags,
    ],
  );
}

export async function writeNextCrawl(
  transaction: AccountTransaction,
  id: WebsiteId,
  nextCrawlAt: Date | null,
): Promise<void> {
  await transaction.run('update websites set next_crawl_at = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
    nextCrawlAt,
  ]);
}

/** A stopped crawl goes on; what is done or has failed starts anew. One that runs is left alone. */
export async function queueCrawl(transaction: AccountTransaction, id: WebsiteId): Promise<void> {
  await transaction.run(
    `update websites set crawl = crawl + (status <> 'stopped')::int, status = 'queued', failure = null,
       started_at = case when status = 'stopped' then started_at end, finished_at = null, next_crawl_at = now(),
       updated_at = now()
     where account_id = $1 and id = $2 and status not in ('queued', 'crawling')`,
    [transaction.accountId, id],
  );
}

/** The worker that has it notices at its next page. */
export async function stopCrawl(
  transaction: AccountTransaction,
  id: WebsiteId,
  nextAt: Date | null,
): Promise<void> {
  await transaction.run(
    `update websites set status = 'stopped', next_crawl_at = $3, updated_at = now()
     where account_id = $1 and id = $2 and status in ('queued', 'crawling')`,
    [transaction.accountId, id, nextAt],
  );
}

/** Its addresses go with it. */
export async function removeWebsite(transaction: AccountTransaction, id: WebsiteId): Promise<void> {
  await transaction.run('delete from websites where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

export interface Lease {
  readonly accountId: AccountId;
  readonly websiteId: WebsiteId;
  readonly token: string;
}

/**
 * Takes sites whose time has come, for `leaseSeconds`; those that others hold are passed over. One that was done or had
 * failed begins its next crawl, one that was stopped goes on.
 */
export const claimWebsites = (
  transaction: SystemTransaction,
  { limit, leaseSeconds, token }: { limit: number; leaseSeconds: number; token: string },
) =>
  transaction.rows<Lease>(
    `with due as (
       select account_id, id from websites
       where next_crawl_at <= now() and (lease_until is null or lease_until < now())
       order by next_crawl_at limit $1 for update skip locked)
     update websites w set lease_until = now() + make_interval(secs => $2), lease_token = $3,
       crawl = w.crawl + (w.status in ('done', 'failed'))::int,
       started_at = case when w.status in ('done', 'failed') then now() else coalesce(w.started_at, now()) end,
       finished_at = null, failure = null, status = 'crawling', updated_at = now()
     from due where w.account_id = due.account_id and w.id = due.id
     returning w.account_id as "accountId", w.id as "websiteId", $3::uuid as token`,
    [limit, leaseSeconds, token],
  );

export const NEXT_CRAWL_DUE =
  '(select next_crawl_at from websites where next_crawl_at is not null order by next_crawl_at limit 1)';

/** Keeps a site for longer, its row locked; null: it was stopped, deleted, or somebody else has it. */
export const holdLease = (
  transaction: AccountTransaction,
  { websiteId, token }: Lease,
  leaseSeconds: number,
): Promise<WebsiteRow | null> =>
  transaction.one<WebsiteRow>(
    `update websites w set lease_until = now() + make_interval(secs => $4)
     where account_id = $1 and id = $2 and lease_token = $3 and status = 'crawling' returning ${COLUMNS}`,
    [transaction.accountId, websiteId, token, leaseSeconds],
  );

/** Lets go of a site; null leaves when it is next looked at as it is. */
export async function releaseLease(
  transaction: AccountTransaction,
  { websiteId, token }: Lease,
  waitSeconds: number | null,
): Promise<void> {
  await transaction.run(
    `update websites set lease_until = null, lease_token = null,
       next_crawl_at = case when $4::float8 is null or status <> 'crawling' then next_crawl_at
         else now() + make_interval(secs => $4) end
     where account_id = $1 and id = $2 and lease_token = $3`,
    [transaction.accountId, websiteId, token, waitSeconds],
  );
}

export async function writeRobots(
  transaction: AccountTransaction,
  id: WebsiteId,
  robots: object,
): Promise<void> {
  await transaction.run('update websites set robots = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
    JSON.stringify(robots),
  ]);
}

export async function finishCrawl(
  transaction: AccountTransaction,
  { websiteId }: Lease,
  end: { readonly failure: WebsiteFailure | null; readonly nextCrawlAt: Date | null },
): Promise<void> {
  await transaction.run(
    `update websites set status = case when $3::text is null then 'done' else 'failed' end, failure = $3,
       finished_at = now(), next_crawl_at = $4, lease_until = null, lease_token = null, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, websiteId, end.failure, end.nextCrawlAt],
  );
}

/** For the start of the only process: what a crash left locked is free at once. */
export const releaseWebsites = (transaction: SystemTransaction): Promise<number> =>
  transaction.run('update websites set lease_until = null, lease_token = null where lease_token is not null');
