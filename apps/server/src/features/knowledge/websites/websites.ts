import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import { UPDATE_WEBSITE, type UpdateWebsite } from '@hanasu/contract/realtime';
import type {
  createWebsite as contract,
  listWebsitePages,
  updateWebsite,
  WEBSITE_SCHEDULES,
  WebsiteView,
} from '@hanasu/contract/websites';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import { recordAudit } from '../../accounts/public.ts';
import { existingKnowledgeIds } from '../bases/knowledge.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { deleteDocument } from '../documents/documents.ts';
import { normaliseUrl } from './crawling/crawl-url.ts';
import type { WebsitesDependencies } from './dependencies.ts';
import * as sourcePages from './source-pages.store.ts';
import { forgetJudgements, selectPages } from './website-pages.store.ts';
import {
  type CountedWebsite,
  insertWebsite,
  queueCrawl,
  removeWebsite,
  selectWebsite,
  selectWebsites,
  stopCrawl,
  updateWebsiteRow,
  writeNextCrawl,
} from './websites.store.ts';

/** Its first crawl begins at once. */
export async function createWebsite(
  { knowledge: { database }, privateHosts, notify }: WebsitesDependencies,
  { actor, knowledgeId }: { readonly actor: Actor; readonly knowledgeId: KnowledgeId },
  body: EndpointRequest<typeof contract>['body'],
): Promise<WebsiteView> {
  const url = readableAddress(body.url, privateHosts);
  const id = newId<WebsiteId>();
  const view = await database.account(actor.accountId, async (transaction) => {
    const [base] = await existingKnowledgeIds(transaction, [knowledgeId]);
    if (!base) throw new AppError('not_found', 'Knowledge base not found');
    const isNew = await insertWebsite(transaction, { ...body, url, id, knowledgeId });
    if (!isNew) throw AppError.field('website_exists', 'body.url', 'is already being read');
    await recordWebsite(transaction, actor, 'website.added', { id, url }, { mode: body.mode });
    return websiteView(await existingWebsite(transaction, id));
  });
  notify();
  return view;
}

type Changes = EndpointRequest<typeof updateWebsite>['body'];

/** Schedule and limits count from the next crawl, tags for the documents it adds. */
export const changeWebsite = (
  { knowledge: { database }, random }: WebsitesDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: WebsiteId },
  body: Changes,
): Promise<WebsiteView> =>
  database.account(accountId, async (transaction) => {
    const before = await existingWebsite(transaction, id);
    const after = { ...before, ...present(body) };
    await updateWebsiteRow(transaction, id, after);
    if (!isRunning(before) && after.schedule !== before.schedule) {
      const from = before.finishedAt ?? new Date(transaction.now());
      await writeNextCrawl(transaction, id, nextCrawlAt(after.schedule, from, random()));
    }
    if (limitsOf(before) !== limitsOf(after)) await forgetJudgements(transaction, id);
    return websiteView(await existingWebsite(transaction, id));
  });

/** Fields that were not sent stay as they are. */
const present = (body: Changes): { [Key in keyof Changes]-?: NonNullable<Changes[Key]> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;

const limitsOf = ({ depth, pageLimit, include, exclude }: CountedWebsite): string =>
  JSON.stringify([depth, pageLimit, include, exclude]);

export const readWebsites = (
  { knowledge: { database } }: WebsitesDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<{ items: WebsiteView[] }> =>
  database.account(accountId, async (transaction) => {
    const [base] = await existingKnowledgeIds(transaction, [knowledgeId]);
    if (!base) throw new AppError('not_found', 'Knowledge base not found');
    return { items: (await selectWebsites(transaction, knowledgeId)).map(websiteView) };
  });

export const readWebsite = (
  { knowledge: { database } }: WebsitesDependencies,
  accountId: AccountId,
  id: WebsiteId,
): Promise<WebsiteView> =>
  database.account(accountId, async (transaction) => websiteView(await existingWebsite(transaction, id)));

export const readPages = (
  { knowledge: { database } }: WebsitesDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: WebsiteId },
  { page, pageSize, q, state }: EndpointRequest<typeof listWebsitePages>['query'],
): Promise<EndpointOutput<typeof listWebsitePages>> =>
  database.account(accountId, async (transaction) => {
    await existingWebsite(transaction, id);
    const like = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
    const range = { limit: pageSize, offset: (page - 1) * pageSize, like, state };
    const { items, total } = await selectPages(transaction, id, range);
    const views = items.map((row) => ({ ...row, checkedAt: row.checkedAt?.toISOString() ?? null }));
    return { items: views, total, page, pageSize };
  });

/** Crawls now: a stopped crawl goes on where it was, one that runs is left alone, else a new one begins. */
export async function crawlWebsite(
  { knowledge, notify }: WebsitesDependencies,
  accountId: AccountId,
  id: WebsiteId,
): Promise<WebsiteView> {
  const view = await knowledge.database.account(accountId, async (transaction) => {
    await existingWebsite(transaction, id);
    await queueCrawl(transaction, id);
    return websiteView(await existingWebsite(transaction, id));
  });
  await publishWebsiteUpdate(knowledge, accountId, id);
  notify();
  return view;
}

/** What was read stays; by its schedule it goes on later. */
export async function stopWebsite(
  { knowledge, random }: WebsitesDependencies,
  accountId: AccountId,
  id: WebsiteId,
): Promise<WebsiteView> {
  const view = await knowledge.database.account(accountId, async (transaction) => {
    const { schedule } = await existingWebsite(transaction, id);
    await stopCrawl(transaction, id, nextCrawlAt(schedule, new Date(transaction.now()), random()));
    return websiteView(await existingWebsite(transaction, id));
  });
  await publishWebsiteUpdate(knowledge, accountId, id);
  return view;
}

/**
 * Forgets a site, and what was read of it unless that is to stay. Documents go first: if something comes in between,
 * the site is still there and can be deleted again.
 */
export async function deleteWebsite(
  { knowledge }: WebsitesDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: WebsiteId },
  keepDocuments: boolean,
): Promise<void> {
  const { database } = knowledge;
  const { accountId } = actor;
  const site = await database.account(accountId, async (transaction) => {
    // Or its crawl would make documents while they are being deleted.
    await stopCrawl(transaction, id, null);
    return existingWebsite(transaction, id);
  });
  const deleted = new Set<DocumentId>();
  for (;;) {
    const left = await database.account(accountId, async (transaction) => {
      const documents = keepDocuments ? [] : await sourcePages.documentsOfWebsite(transaction, id);
      if (documents.length > 0) return documents;
      if (keepDocuments) await sourcePages.detachFromWebsite(transaction, id);
      await removeWebsite(transaction, id);
      const data = { keptDocuments: keepDocuments, documents: deleted.size };
      await recordWebsite(transaction, actor, 'website.deleted', site, data);
      return [];
    });
    if (left.length === 0) return;
    for (const documentId of left) {
      await deleteDocument(knowledge, { actor, knowledgeId: site.knowledgeId, documentId }).catch(
        ignoreMissing,
      );
      deleted.add(documentId);
    }
  }
}

/** Somebody else was faster. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

async function existingWebsite(transaction: AccountTransaction, id: WebsiteId): Promise<CountedWebsite> {
  const row = await selectWebsite(transaction, id);
  if (!row) throw new AppError('not_found', 'Web site not found');
  return row;
}

/** The address as it is kept. What its name stands for is judged whenever it is asked. */
function readableAddress(address: string, privateHosts: PrivateHosts): string {
  const url = normaliseUrl(address);
  if (url !== null && isAllowedUrl(new URL(url), privateHosts)) return url;
  throw AppError.field('website_address_refused', 'body.url', 'must be a public web address');
}

/** The address may hold a token in its query; the log names its host alone. */
const recordWebsite = (
  transaction: AccountTransaction,
  actor: Actor,
  action: 'website.added' | 'website.deleted',
  { id, url }: { readonly id: WebsiteId; readonly url: string },
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action,
    target: URL.parse(url)?.host ?? '',
    data: { uuid: id, ...data },
  });

const websiteView = (row: CountedWebsite): WebsiteView => ({
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

const isRunning = ({ status }: Pick<CountedWebsite, 'status'>): boolean =>
  status === 'queued' || status === 'crawling';

/** Tells the account's browsers how a crawl stands. Call after the commit. */
export async function publishWebsiteUpdate(
  { database, realtime }: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  accountId: AccountId,
  id: WebsiteId,
): Promise<void> {
  const row = await database.account(accountId, (transaction) => selectWebsite(transaction, id));
  if (row) realtime.emit(accountId, UPDATE_WEBSITE, { website: websiteView(row) } satisfies UpdateWebsite);
}

const HOUR_MS = 3_600_000;
const EVERY_HOURS = { daily: 24, weekly: 7 * 24, monthly: 30 * 24 } as const;
/** Sites that were added together are not all looked at in the same minute. */
const JITTER = 0.05;

/** Null: not by itself. `random` is 0 to 1. */
export function nextCrawlAt(
  schedule: (typeof WEBSITE_SCHEDULES)[number],
  from: Date,
  random: number,
): Date | null {
  if (schedule === 'never') return null;
  const milliseconds = EVERY_HOURS[schedule] * HOUR_MS;
  return new Date(from.getTime() + milliseconds * (1 + (random - 0.5) * JITTER));
}
