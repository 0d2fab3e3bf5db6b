import type { ListingInput, ListingView } from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import { type Database, within } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { saveListing as saveRow } from '../gallery.store.ts';
import { ownBot, ownListing } from './read-listing.ts';

/** Anybody may find and ask the bot from now on. */
export const saveListing = (
  database: Database,
  { accountId, userId, address }: Actor,
  botId: BotId,
  input: ListingInput,
): Promise<ListingView> =>
  database.system(async (transaction) => {
    const key = { accountId, botId };
    const { name, isPublished } = await ownBot(transaction, key);
    if (!isPublished) throw new AppError('bot_not_published', 'A draft answers nobody');
    const isSaved = await saveRow(transaction, key, input).catch((error: unknown) => {
      if (isTakenNow(error)) return false;
      throw error;
    });
    if (!isSaved) throw AppError.field('slug_taken', 'body.slug', 'Another bot has this address');
    const data = { uuid: botId, slug: input.slug, isTemplate: input.isTemplate };
    const own = within(transaction, accountId);
    await recordAudit(own, { userId, address, action: 'listing.saved', target: name, data });
    return ownListing(transaction, key);
  });

/** Two at the same moment: the index decides. */
const isTakenNow = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'public_bots_slug';
