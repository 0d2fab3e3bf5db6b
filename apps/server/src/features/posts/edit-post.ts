import type { Locale } from '@hanasu/contract/accounts';
import type { PostId } from '@hanasu/contract/ids';
import { POST_LENGTH_MAX, POSTS_MAX, type PostDraft } from '@hanasu/contract/posts';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import type { KeptMediaStore } from '../conversations/public.ts';
import { sanitisePost } from './html/sanitise-post.ts';
import { markCopiesDue } from './post-copies.ts';
import { picturesOf } from './post-views.ts';
import * as store from './posts.store.ts';
import { freeSlug, slugOf } from './slugs.ts';
import { findOriginal } from './translations.store.ts';
import { insertVersion, writeVersion } from './versions.store.ts';

/** Sanitising takes longer with the elements than with the letters. */
const ELEMENTS_MAX = 10_000;

/** A text that a post may have. Slow for long ones, so call it before anything is locked. */
export function cleanContent(given: string): string {
  const refuse = (message: string): AppError => AppError.field('validation_failed', 'body.content', message);
  if (given.split('<').length > ELEMENTS_MAX) throw refuse(`At most ${ELEMENTS_MAX} elements`);
  const content = sanitisePost(given);
  if (content.length > POST_LENGTH_MAX) throw refuse(`At most ${POST_LENGTH_MAX} characters`);
  return content;
}

const EMPTY: Omit<store.PostText, 'language'> = {
  title: '',
  description: '',
  tags: [],
  content: '',
  coverId: null,
  coverAlt: '',
};

interface NewPost extends Change {
  /** The post that it translates. */
  readonly translationOf: PostId | null;
  /** Throws when the account may not keep so many bytes more. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}
interface Change {
  readonly session: Pick<Session, 'userId'>;
  /** With a sanitised `content`. */
  readonly draft: PostDraft;
}

export async function createPost(
  transaction: AccountTransaction,
  keptMedia: KeptMediaStore,
  { session: { userId }, draft, translationOf, requireQuota }: NewPost,
): Promise<PostId> {
  if ((await store.lockAndCount(transaction)) >= POSTS_MAX)
    throw new AppError('too_many_posts', `An account may have ${POSTS_MAX} posts`);
  const language = await store.findLanguage(transaction, userId);
  const text = changedText({ ...EMPTY, language }, draft);
  await keepPictures(transaction, keptMedia, text, draft);
  await requireQuota(transaction, Buffer.byteLength(text.content));
  const id = newId<PostId>();
  const slug = await chooseSlug(transaction, draft.slug, text.title);
  const original = translationOf && (await originalOf(transaction, translationOf, text.language));
  await store.insertPost(transaction, { id, slug, text, userId, translationOf: original });
  await insertVersion(transaction, { id, text, userId }, 1);
  return id;
}

/** The post that a translation into this language is linked to: one in each language. */
async function originalOf(
  transaction: AccountTransaction,
  translated: PostId,
  language: Locale,
): Promise<PostId> {
  const original = await requireFreeLanguage(transaction, translated, language);
  if (!original) throw AppError.field('validation_failed', 'body.translationOf', 'There is no such post');
  return original;
}

/** Returns the original of a post's group, nothing when there is no such post; throws when the group has this language. */
async function requireFreeLanguage(
  transaction: AccountTransaction,
  id: PostId,
  language: Locale,
): Promise<PostId | undefined> {
  const original = await findOriginal(transaction, id);
  if (original?.languages.includes(language))
    throw new AppError('translation_exists', 'There is a post in this language already');
  return original?.id;
}

/** A given address has to be free; one that is made of the title gets a number. */
async function chooseSlug(
  transaction: AccountTransaction,
  given: string | undefined,
  title: string,
): Promise<string> {
  const slug = given ?? slugOf(title, 'post');
  const taken = await store.findTakenSlugs(transaction, slug, null);
  if (given === undefined) return freeSlug(slug, taken);
  if (taken.has(given)) throw slugTaken();
  return given;
}

const slugTaken = (): AppError =>
  AppError.field('slug_taken', 'body.slug', 'This address is used by another post, or leads to one');

const changedText = (before: store.PostText, draft: PostDraft): store.PostText => ({
  title: draft.title ?? before.title,
  description: draft.description ?? before.description,
  language: draft.language ?? before.language,
  tags: draft.tags ?? before.tags,
  content: draft.content ?? before.content,
  coverId: draft.coverUuid === undefined ? before.coverId : draft.coverUuid,
  coverAlt: draft.coverAlt ?? before.coverAlt,
});

/** Pictures stay as long as a version shows them. Those of a text may be gone; a cover that is chosen has to be there. */
async function keepPictures(
  transaction: AccountTransaction,
  keptMedia: KeptMediaStore,
  text: store.PostText,
  draft: PostDraft,
): Promise<void> {
  const found = await keptMedia.find(transaction, picturesOf(text));
  const pictures = found.filter(({ contentType }) => contentType.startsWith('image/')).map(({ id }) => id);
  if (draft.coverUuid && !pictures.includes(draft.coverUuid))
    throw AppError.field('validation_failed', 'body.coverUuid', 'There is no such picture');
  await keptMedia.keep(transaction, pictures);
}

interface Revised extends Change {
  readonly id: PostId;
  readonly revision: number;
  /** It begins a version of its own. */
  readonly isNew: boolean;
}

/** Changes a draft if it still is the one that the change was made from. */
export async function changePost(
  transaction: AccountTransaction,
  keptMedia: KeptMediaStore,
  { id, session, draft, revision, isNew }: Revised,
): Promise<store.PostText> {
  if (draft.slug !== undefined || draft.language !== undefined) await store.lockAndCount(transaction);
  await store.lockPost(transaction, id);
  const before = orNotFound(await store.findPost(transaction, id), 'post');
  refuseChanged(before, revision);
  const text = changedText(before, draft);
  if (text.language !== before.language) await requireFreeLanguage(transaction, id, text.language);
  const slug = draft.slug ?? before.slug;
  const isWritten = !isSameText(before, text);
  if (!isWritten && slug === before.slug) return text;
  if (slug !== before.slug) await moveSlug(transaction, before, slug);
  const { userId } = session;
  if (isWritten) await keepPictures(transaction, keptMedia, text, draft);
  const version = isWritten
    ? await writeVersion(transaction, { id, text, userId, isNew }, before.version)
    : before.version;
  await store.updateDraft(transaction, { id, slug, text, userId, version });
  return text;
}

export function refuseChanged(post: store.DraftRow, revision: number): void {
  if (post.revision !== revision)
    throw new AppError('post_changed', `The draft is at revision ${post.revision} now`);
}

const isSameText = (one: store.PostText, other: store.PostText): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.language === other.language &&
  one.content === other.content &&
  one.coverId === other.coverId &&
  one.coverAlt === other.coverAlt &&
  JSON.stringify(one.tags) === JSON.stringify(other.tags);

/** Links to a post that was ever published lead on to its new address. */
async function moveSlug(
  transaction: AccountTransaction,
  before: store.DraftRow,
  slug: string,
): Promise<void> {
  const { id, publishedAt } = before;
  if ((await store.findTakenSlugs(transaction, slug, id)).has(slug)) throw slugTaken();
  await store.deleteRedirect(transaction, id, slug);
  if (!publishedAt) return;
  await store.insertRedirect(transaction, id, before.slug);
  await markCopiesDue(transaction, id);
}
