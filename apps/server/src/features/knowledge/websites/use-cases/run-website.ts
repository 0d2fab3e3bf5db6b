import type { AccountId, WebsiteId } from '@hanasu/contract/ids';
import type { WebsiteView } from '@hanasu/contract/websites';
import { announceWebsite } from '../announce-website.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { nextCrawlAt } from '../domain/next-crawl.ts';
import { websiteView } from '../website-view.ts';
import { queueCrawl, stopCrawl } from '../websites.store.ts';
import { existingWebsite } from './website-rules.ts';

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
