import { randomBytes } from 'node:crypto';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { GalleryBot, GalleryBotDetail, ListingInput, ListingView } from '@hanasu/contract/gallery';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import { pictureOf } from '../../../platform/files/portrait.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { GalleryDependencies } from './dependencies.ts';
import {
  deleteListing as deleteRow,
  findCover,
  findListing,
  findOwnBot,
  type ListingRow,
  type PublicBotDetailRow,
  type PublicBotRow,
  replaceCover,
  saveListing as saveRow,
} from './gallery.store.ts';

/** Anybody may find and ask the bot from now on. */
export const saveListing = (
  database: Database,
  { actor: { accountId, userId, address }, botId }: { readonly actor: Actor; readonly botId: BotId },
  input: ListingInput,
): Promise<ListingView> =>
  database.system(async (transaction) => {
    const key = { accountId, botId };
    const { name, isPublished } = await ownBot(transaction, key);
    if (!isPublished) throw new AppError('bot_not_published', 'Publish the bot before listing it');
    const isSaved = await saveRow(transaction, key, input).catch((error: unknown) => {
      if (isTakenNow(error)) return false;
      throw error;
    });
    if (!isSaved) throw AppError.field('slug_taken', 'body.slug', 'This address is used by another bot');
    const data = { uuid: botId, slug: input.slug, isTemplate: input.isTemplate };
    const own = within(transaction, accountId);
    await recordAudit(own, { userId, address, action: 'listing.saved', target: name, data });
    return ownListing(transaction, key);
  });

/** Two at the same moment: the index decides. */
const isTakenNow = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'public_bots_slug';

type Needs = Pick<GalleryDependencies, 'database' | 'files'>;
interface ListingsKey {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

/** 32 characters that nobody guesses. */
const KEY_BYTES = 24;
const COVER = { width: 960, height: 540 };

/** Makes a picture of what was uploaded and keeps that; the one before goes. */
export async function setCover(needs: Needs, own: ListingsKey, bytes: Uint8Array): Promise<ListingView> {
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
  own: ListingsKey,
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
  await database.system(async (transaction) => {
    const { name } = await ownBot(transaction, { accountId, botId });
    const removed = await deleteRow(transaction, { accountId, botId });
    if (removed === undefined) throw new AppError('not_found', 'This bot is not listed');
    const own = within(transaction, accountId);
    const data = { uuid: botId };
    await recordAudit(own, { userId, address, action: 'listing.deleted', target: name, data });
    if (removed) await noteRemovedFiles(own, [coverFile(accountId, removed)]);
  });
  await deleteRemovedFiles({ database, files }, accountId);
}

interface ReadListingKey {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

/** Throws `not_found` for a bot of somebody else; null when it is not listed. */
export async function readListing(
  transaction: SystemTransaction,
  key: ReadListingKey,
): Promise<ListingView | null> {
  await ownBot(transaction, key);
  const row = await findListing(transaction, key);
  return row && listingView(row);
}

async function ownBot(transaction: SystemTransaction, key: ReadListingKey) {
  const bot = await findOwnBot(transaction, key);
  if (!bot) throw new AppError('not_found', 'Bot not found');
  return bot;
}

async function ownListing(transaction: SystemTransaction, key: ReadListingKey): Promise<ListingView> {
  const listing = await readListing(transaction, key);
  if (!listing) throw new AppError('not_found', 'This bot is not listed');
  return listing;
}

/** A public bot as everybody sees it: nothing says whose it is. */
export const galleryBot = (row: PublicBotRow): GalleryBot => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  category: row.category,
  language: row.language,
  coverUrl: coverUrl(row.coverKey),
  isTemplate: row.isTemplate,
  chats: row.chats,
  createdAt: row.createdAt.toISOString(),
});

export const galleryBotDetail = (row: PublicBotDetailRow): GalleryBotDetail => ({
  ...galleryBot(row),
  greeting: fillVariables(row.greeting, row.settings.variables ?? []),
  suggestedQuestions: row.settings.suggestedQuestions ?? [],
});

const listingView = (row: ListingRow): ListingView => ({
  ...galleryBot(row),
  isHidden: row.isHidden,
  isAsleep: row.isAsleep,
  reports: row.reports,
});

/** What the key of a cover looks like; nothing else is looked for among the files. */
const COVER_KEY = /^[\w-]{32}$/;

const Params = z.object({ key: z.string().regex(COVER_KEY) });
const DAY_SECONDS = 24 * 60 * 60;

/** Pictures of listed bots, for everybody; the address changes with the picture. It is a picture and runs nothing. */
export function addCoverRoute(
  app: FastifyInstance,
  { database, files }: Pick<GalleryDependencies, 'database' | 'files'>,
): void {
  app.get('/api/public/cover/:key', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const found = data && (await database.system((transaction) => findCover(transaction, data.key)));
    const picture = found && (await files.getStream(coverFile(found.accountId, data.key)));
    if (!picture) throw new AppError('not_found', 'Picture not found');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}

/** Under the account's own folder, which goes when the account is erased. */
const coverFile = (accountId: AccountId, key: string): string => `${accountId}/covers/${key}`;

const coverUrl = (key: string | null): string | null => key && `/api/public/cover/${key}`;
