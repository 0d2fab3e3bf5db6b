import { randomBytes } from 'node:crypto';
import type { ListingInput, ListingView } from '@hanasu/contract/gallery';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import { type Database, within } from '../../../../platform/database/database.ts';
import { pictureOf } from '../../../../platform/files/portrait.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { coverFile } from '../cover-files.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { deleteListing as deleteRow, replaceCover, saveListing as saveRow } from '../gallery.store.ts';
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

type Needs = Pick<GalleryDependencies, 'database' | 'files'>;
interface Key {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

/** 32 characters that nobody guesses. */
const KEY_BYTES = 24;
const COVER = { width: 960, height: 540 };

/** Makes a picture of what was uploaded and keeps that; the one before goes. */
export async function setCover(needs: Needs, own: Key, bytes: Uint8Array): Promise<ListingView> {
  await needs.database.system((transaction) => ownListing(transaction, own));
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const picture = await pictureOf(bytes, COVER);
  if (!picture) throw AppError.field('image_invalid', 'body.file', 'Not a readable PNG, JPEG or WebP');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await needs.files.put(coverFile(own.accountId, key), picture);
  return changeCover(needs, own, key);
}

/** The new file is there before its row names it, the old one goes after. */
export async function changeCover(
  { database, files }: Needs,
  own: Key,
  key: string | null,
): Promise<ListingView> {
  const { before, listing } = await database.system(async (transaction) => ({
    before: await replaceCover(transaction, own, key),
    listing: await ownListing(transaction, own),
  }));
  if (before) await files.remove(coverFile(own.accountId, before));
  return listing;
}

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
