import type { AccountId, WebsiteId } from '@hanasu/contract/ids';
import { UPDATE_WEBSITE, type UpdateWebsite } from '@hanasu/contract/realtime';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { websiteView } from './website-view.ts';
import { selectWebsite } from './websites.store.ts';

/** Tells the account's browsers how a crawl stands. Call after the commit. */
export async function announceWebsite(
  { database, realtime }: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  accountId: AccountId,
  id: WebsiteId,
): Promise<void> {
  const row = await database.account(accountId, (transaction) => selectWebsite(transaction, id));
  if (row) realtime.emit(accountId, UPDATE_WEBSITE, { website: websiteView(row) } satisfies UpdateWebsite);
}
