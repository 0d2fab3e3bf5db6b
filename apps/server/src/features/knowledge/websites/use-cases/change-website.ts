import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, WebsiteId } from '@hanasu/contract/ids';
import type { updateWebsite, WebsiteView } from '@hanasu/contract/websites';
import type { WebsitesDependencies } from '../dependencies.ts';
import { nextCrawlAt } from '../domain/next-crawl.ts';
import { forgetJudgements } from '../website-pages.store.ts';
import { isRunning, websiteView } from '../website-view.ts';
import { type CountedWebsite, updateWebsiteRow, writeNextCrawl } from '../websites.store.ts';
import { existingWebsite } from './website-rules.ts';

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
