import { randomBytes } from 'node:crypto';
import type { ListingView } from '@hanasu/contract/gallery';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import { pictureOf } from '../../../../platform/files/portrait.ts';
import { coverFile } from '../cover-files.ts';
import type { GalleryDependencies } from '../dependencies.ts';
import { replaceCover } from '../gallery.store.ts';
import { ownListing } from './read-listing.ts';

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
