import type { PostId, UserId } from '@hanasu/contract/ids';
import type { PostVersion, PostView, PostWithDraft } from '@hanasu/contract/posts';
import { orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import { mediaIdsOf } from './html/html-tokens.ts';
import { findKnowledge } from './post-copies.ts';
import { findPost, type PostRow, type PostText } from './posts.store.ts';
import { listTranslations } from './translations.store.ts';
import type { VersionRow } from './versions.store.ts';

const memberOf = (uuid: UserId | null, name: string | null) => uuid && { uuid, name: name ?? '' };

export const postView = (row: PostRow): PostView => ({
  uuid: row.id,
  title: row.title,
  slug: row.slug,
  description: row.description,
  language: row.language,
  tags: row.tags,
  state: row.state,
  hasChanges: row.hasChanges,
  path: row.path,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  failure: row.failure,
  isHidden: row.isHidden,
  createdBy: memberOf(row.createdBy, row.createdByName),
  changedBy: memberOf(row.changedBy, row.changedByName),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const versionView = ({ by, byName, at, ...row }: VersionRow): PostVersion => ({
  ...row,
  by: memberOf(by, byName),
  at: at.toISOString(),
});

/** Ids of the pictures that a text shows, its cover included. */
export const picturesOf = ({ content, coverId }: Pick<PostText, 'content' | 'coverId'>) =>
  [...mediaIdsOf(content), ...(coverId ? [coverId] : [])] as NonNullable<PostText['coverId']>[];

/** A post with its draft and the pictures of that. */
export async function shownPost(
  transaction: AccountTransaction,
  keptMedia: KeptMediaStore,
  id: PostId,
): Promise<PostWithDraft> {
  const row = orNotFound(await findPost(transaction, id), 'post');
  const media = await keptMedia.find(transaction, picturesOf(row));
  return {
    ...postView(row),
    content: row.content,
    coverUuid: row.coverId,
    coverAlt: row.coverAlt,
    revision: row.revision,
    version: row.version,
    publishedVersion: row.publishedVersion,
    media: keptMedia.viewsOf(media, transaction.now()),
    knowledge: await findKnowledge(transaction, id),
    translations: await listTranslations(transaction, id),
  };
}
