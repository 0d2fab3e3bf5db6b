import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type {
  createWebsite as contract,
  listWebsitePages,
  updateWebsite,
  WebsiteView,
} from '@hanasu/contract/websites';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { existingKnowledgeIds } from '../../knowledge.store.ts';
import * as sourcePages from '../../source-pages.store.ts';
import { deleteDocument } from '../../use-cases/delete-document.ts';
import { announceWebsite } from '../announce-website.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { nextCrawlAt } from '../domain/next-crawl.ts';
import { forgetJudgements, selectPages } from '../website-pages.store.ts';
import { isRunning, websiteView } from '../website-view.ts';
import {
  type CountedWebsite,
  insertWebsite,
  queueCrawl,
  removeWebsite,
  selectWebsites,
  stopCrawl,
  updateWebsiteRow,
  writeNextCrawl,
} from '../websites.store.ts';
import { existingWebsite, readableAddress, recordWebsite } from './website-rules.ts';

/** Its first crawl begins at once. */
export async function createWebsite(
  { knowledge: { database }, allowPrivate, wake }: WebsitesDependencies,
  actor: Actor,
  knowledgeId: KnowledgeId,
  body: EndpointRequest<typeof contract>['body'],
): Promise<WebsiteView> {
  const url = readableAddress(body.url, allowPrivate);
  const id = newId<WebsiteId>();
  const view = await database.account(actor.accountId, async (transaction) => {
    const [base] = await existingKnowledgeIds(transaction, [knowledgeId]);
    if (!base) throw new AppError('not_found', 'There is no such knowledge base');
    const isNew = await insertWebsite(transaction, { ...body, url, id, knowledgeId });
    if (!isNew) throw AppError.field('website_exists', 'body.url', 'is read already');
    await recordWebsite(transaction, actor, 'website.added', { id, url }, { mode: body.mode });
    return websiteView(await existingWebsite(transaction, id));
  });
  wake();
  return view;
}

type Changes = EndpointRequest<typeof updateWebsite>['body'];

/** Schedule and limits count from the next crawl, tags for the documents it adds. */
export const changeWebsite = (
  { knowledge: { database }, random }: WebsitesDependencies,
  accountId: AccountId,
  id: WebsiteId,
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
    if (!base) throw new AppError('not_found', 'There is no such knowledge base');
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
  accountId: AccountId,
  id: WebsiteId,
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
  { knowledge, wake }: WebsitesDependencies,
  accountId: AccountId,
  id: WebsiteId,
): Promise<WebsiteView> {
  const view = await knowledge.database.account(accountId, async (transaction) => {
    await existingWebsite(transaction, id);
    await queueCrawl(transaction, id);
    return websiteView(await existingWebsite(transaction, id));
  });
  await announceWebsite(knowledge, accountId, id);
  wake();
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
  await announceWebsite(knowledge, accountId, id);
  return view;
}

/**
 * Forgets a site, and what was read of it unless that is to stay. Documents go first: if something comes in between,
 * the site is still there and can be deleted again.
 */
export async function deleteWebsite(
  { knowledge }: WebsitesDependencies,
  actor: Actor,
  id: WebsiteId,
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
      await deleteDocument(knowledge, actor, site.knowledgeId, documentId).catch(ignoreMissing);
      deleted.add(documentId);
    }
  }
}

/** Somebody else was faster. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}
