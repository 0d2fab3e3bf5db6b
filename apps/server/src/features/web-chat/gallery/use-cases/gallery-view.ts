import { fillVariables } from '@hanasu/contract/fill-variables';
import type { GalleryBot, GalleryBotDetail, ListingView } from '@hanasu/contract/gallery';
import { coverUrl } from '../cover-files.ts';
import type { ListingRow, PublicBotDetailRow, PublicBotRow } from '../gallery.store.ts';

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

export const listingView = (row: ListingRow): ListingView => ({
  ...galleryBot(row),
  isHidden: row.isHidden,
  isAsleep: row.isAsleep,
  reports: row.reports,
});
