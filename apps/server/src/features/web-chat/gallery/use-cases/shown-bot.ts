import { AppError } from '../../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../../platform/database/database.ts';
import { findShown, type PublicBotDetailRow } from '../gallery.store.ts';

export async function shownBot(transaction: SystemTransaction, slug: string): Promise<PublicBotDetailRow> {
  const bot = await findShown(transaction, slug);
  if (!bot) throw new AppError('not_found', 'There is no such public bot');
  return bot;
}
