import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { listWebsitePages, WebsiteView } from '@hanasu/contract/websites';
import { AppError } from '../../../../platform/app-error.ts';
import { existingKnowledgeIds } from '../../knowledge.store.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { selectPages } from '../website-pages.store.ts';
import { websiteView } from '../website-view.ts';
import { selectWebsites } from '../websites.store.ts';
import { existingWebsite } from './website-rules.ts';

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
