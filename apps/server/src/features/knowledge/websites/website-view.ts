import type { WebsiteView } from '@hanasu/contract/websites';
import type { CountedWebsite } from './websites.store.ts';

export const websiteView = (row: CountedWebsite): WebsiteView => ({
  uuid: row.id,
  knowledgeUuid: row.knowledgeId,
  url: row.url,
  mode: row.mode,
  schedule: row.schedule,
  depth: row.depth,
  pageLimit: row.pageLimit,
  include: row.include,
  exclude: row.exclude,
  tags: row.tags,
  status: row.status,
  failure: row.failure,
  known: row.known,
  done: row.done,
  counts: row.counts,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  // While it runs, this is only when a worker looks at it next.
  nextCrawlAt: isRunning(row) ? null : (row.nextCrawlAt?.toISOString() ?? null),
  createdAt: row.createdAt.toISOString(),
});

export const isRunning = ({ status }: Pick<CountedWebsite, 'status'>): boolean =>
  status === 'queued' || status === 'crawling';
