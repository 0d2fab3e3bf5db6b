import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { createWebsite as contract, WebsiteView } from '@hanasu/contract/websites';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { existingKnowledgeIds } from '../../knowledge.store.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { websiteView } from '../website-view.ts';
import { insertWebsite } from '../websites.store.ts';
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
