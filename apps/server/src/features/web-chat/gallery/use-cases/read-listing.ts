import type { ListingView } from '@hanasu/contract/gallery';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../../platform/database/database.ts';
import { findListing, findOwnBot } from '../gallery.store.ts';
import { listingView } from './gallery-view.ts';

interface Key {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

/** Throws `not_found` for a bot of somebody else; null when it is not listed. */
export async function readListing(transaction: SystemTransaction, key: Key): Promise<ListingView | null> {
  await ownBot(transaction, key);
  const row = await findListing(transaction, key);
  return row && listingView(row);
}

export async function ownBot(transaction: SystemTransaction, key: Key) {
  const bot = await findOwnBot(transaction, key);
  if (!bot) throw new AppError('not_found', 'There is no such bot');
  return bot;
}

export async function ownListing(transaction: SystemTransaction, key: Key): Promise<ListingView> {
  const listing = await readListing(transaction, key);
  if (!listing) throw new AppError('not_found', 'This bot is not listed');
  return listing;
}
