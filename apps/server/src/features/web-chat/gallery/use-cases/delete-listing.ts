import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import { within } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { coverFile } from '../cover-files.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { deleteListing as deleteRow } from '../gallery.store.ts';
import { ownBot } from './read-listing.ts';

export async function deleteListing(
  { database, files }: Pick<GalleryDependencies, 'database' | 'files'>,
  { accountId, userId, address }: Actor,
  botId: BotId,
): Promise<void> {
  const coverKey = await database.system(async (transaction) => {
    const { name } = await ownBot(transaction, { accountId, botId });
    const removed = await deleteRow(transaction, { accountId, botId });
    if (removed === undefined) throw new AppError('not_found', 'This bot is not listed');
    const own = within(transaction, accountId);
    const data = { uuid: botId };
    await recordAudit(own, { userId, address, action: 'listing.deleted', target: name, data });
    return removed;
  });
  if (coverKey) await files.remove(coverFile(accountId, coverKey));
}
