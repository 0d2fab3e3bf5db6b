import type { Locale } from '@hanasu/contract/accounts';
import type { MediaId, PostId, UserId } from '@hanasu/contract/ids';
import { POST_REDIRECTS_MAX, type PostFailure, type PostState } from '@hanasu/contract/posts';
import { foldForSearch } from '@hanasu/contract/text';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { PageRange } from '../../platform/database/page-range.ts';
import { textOf } from './html/html-tokens.ts';

/** What an author writes, but for the address. */
export interface PostText {
  readonly title: string;
  readonly description: string;
  readonly language: Locale;
  readonly tags: readonly string[];
  /** Sanitised. */
  readonly content: string;
  readonly coverId: MediaId | null;
  readonly coverAlt: string;
}

export interface PostRow extends Pick<PostText, 'title' | 'description' | 'language'> {
  readonly id: PostId;
  readonly slug: string;
  readonly tags: string[];
  readonly state: PostState;
  readonly hasChanges: boolean;
  readonly path: string | null;
  readonly publishedAt: Date | null;
  readonly scheduledAt: Date | null;
  readonly failure: PostFailure | null;
  readonly isHidden: boolean;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly changedBy: UserId | null;
  readonly changedByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
export interface DraftRow extends PostRow, Pick<PostText, 'content' | 'coverId' | 'coverAlt'> {
  readonly revision: number;
  readonly version: number;
  readonly publishedVersion: number | null;
}

/** What needs attention comes first: a published post may have a draft that is scheduled or has failed. */
export const STATE = `case when p.failure is not null then 'failed' when p.scheduled_at is not null then 'scheduled'
  when p.published_version is not null then 'published' else 'draft' end`;
/** Of its page; null: it has none. */
export const PATH = `case when p.published_version is not null then '/p/' || s.slug || '/' || p.slug end`;
const COLUMNS = `p.id, p.title, p.slug, p.description, p.language, p.tags, ${STATE} as state,
    p.has_changes as "hasChanges",
    ${PATH} as path,
    p.published_at as "publishedAt", p.scheduled_at as "scheduledAt", p.failure, p.hidden_at is not null as "isHidden",
    p.created_by as "createdBy", u.display_name as "createdByName", p.changed_by as "changedBy",
    w.display_name as "changedByName", p.created_at as "createdAt", p.updated_at as "updatedAt"`;
const TABLES = `posts p left join post_sites s on s.account_id = p.account_id
    left join users u on u.id = p.created_by left join users w on w.id = p.changed_by`;

export interface PostFilter extends Omit<PageRange, 'q'> {
  readonly state: PostState | undefined;
  readonly tag: string | undefined;
  /** Null: all. */
  readonly ids: readonly PostId[] | null;
}

const FOUND = `p.account_id = $1 and ($2::uuid[] is null or p.id = any($2))
  and ($3::text is null or exists (select from unnest(p.tags) t where lower(t) = lower($3)))`;

/** Finds posts with all these words in what is searched of them; null: nothing is sought. */
export async function searchPosts(
  transaction: AccountTransaction,
  q: string | undefined,
): Promise<PostId[] | null> {
  const words = foldForSearch(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  const rows = await transaction.rows<{ id: PostId }>(
    'select id from posts where account_id = $1 and search_text like all($2::text[])',
    [transaction.accountId, words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)],
  );
  return rows.map(({ id }) => id);
}

/** Lists posts, the last changed first. */
export const listPosts = (
  transaction: AccountTransaction,
  { state, tag, ids, limit, offset }: PostFilter,
): Promise<PostRow[]> =>
  transaction.rows<PostRow>(
    `select ${COLUMNS} from ${TABLES} where ${FOUND} and ($4::text is null or ${STATE} = $4)
     order by p.updated_at desc, p.id desc limit $5 offset $6`,
    [transaction.accountId, ids, tag ?? null, state ?? null, limit, offset],
  );

/** Counts what the same filter finds, by state. */
export const countPosts = (
  transaction: AccountTransaction,
  { tag, ids }: PostFilter,
): Promise<{ state: PostState; count: number }[]> =>
  transaction.rows<{ state: PostState; count: number }>(
    `select ${STATE} as state, count(*)::int as count from posts p where ${FOUND} group by 1`,
    [transaction.accountId, ids, tag ?? null],
  );

const TAGS_MAX = 200;

/** Tags of all posts, the most used first. */
export const listTags = (transaction: AccountTransaction): Promise<{ name: string; posts: number }[]> =>
  transaction.rows<{ name: string; posts: number }>(
    `select min(t) as name, count(*)::int as posts from posts p, unnest(p.tags) t where p.account_id = $1
     group by lower(t) order by posts desc, lower(t) limit $2`,
    [transaction.accountId, TAGS_MAX],
  );

export const findPost = (transaction: AccountTransaction, id: PostId): Promise<DraftRow | null> =>
  transaction.one<DraftRow>(
    `select ${COLUMNS}, p.content, p.cover_id as "coverId", p.cover_alt as "coverAlt", p.revision, p.version,
       p.published_version as "publishedVersion" from ${TABLES} where p.account_id = $1 and p.id = $2`,
    [transaction.accountId, id],
  );

/** Locks the post until the transaction ends. */
export const lockPost = (transaction: AccountTransaction, id: PostId): Promise<number> =>
  transaction.run(`select from posts where account_id = $1 and id = $2 for update`, [
    transaction.accountId,
    id,
  ]);

/** Counts the posts; no other is added, and no address changed, until the transaction ends. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('posts' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from posts where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

/** Finds which addresses that begin like this one are taken, by another post or as a redirect to one. */
export const findTakenSlugs = async (
  transaction: AccountTransaction,
  slug: string,
  id: PostId | null,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await transaction.rows<{ slug: string }>(
        `select slug from posts where account_id = $1 and id is distinct from $3 and starts_with(slug, $2)
         union select slug from post_slugs where account_id = $1 and post_id is distinct from $3 and starts_with(slug, $2)`,
        [transaction.accountId, slug, id],
      )
    ).map((row) => row.slug),
  );

/** Longer texts are found by their beginning: a search reads this of every post of the account. */
const SEARCHED_LENGTH = 4_000;
const searchTextOf = ({ title, description, content }: PostText): string =>
  foldForSearch(`${title} ${description} ${textOf(content)}`).slice(0, SEARCHED_LENGTH);

const textValues = (text: PostText): unknown[] => [
  text.title,
  text.description,
  text.language,
  text.tags,
  text.content,
  text.coverId,
  text.coverAlt,
  searchTextOf(text),
];

interface SavedPost {
  readonly id: PostId;
  readonly slug: string;
  readonly text: PostText;
  readonly userId: UserId;
}

export const insertPost = (
  transaction: AccountTransaction,
  { id, slug, text, userId, translationOf }: SavedPost & { readonly translationOf: PostId | null },
): Promise<number> =>
  transaction.run(
    `insert into posts (account_id, id, slug, created_by, changed_by, title, description, language, tags, content,
       cover_id, cover_alt, search_text, translation_of, bytes)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, octet_length($9::text))`,
    [transaction.accountId, id, slug, userId, ...textValues(text), translationOf],
  );

/** Changes the draft of a locked post, which is this version now. */
export const updateDraft = (
  transaction: AccountTransaction,
  { id, slug, text, userId, version }: SavedPost & { readonly version: number },
): Promise<number> =>
  transaction.run(
    `update posts p set slug = $3, changed_by = $4, title = $5, description = $6, language = $7, tags = $8, content = $9,
       cover_id = $10, cover_alt = $11, search_text = $12, version = $13, revision = p.revision + 1, updated_at = now(),
       has_changes = not exists (select from post_versions v
         where v.account_id = p.account_id and v.post_id = p.id and v.number = p.published_version
           and (v.title, v.description, v.language, v.tags, v.content, v.cover_alt) = ($5, $6, $7, $8::text[], $9, $11)
           and v.cover_id is not distinct from $10),
       bytes = (select coalesce(sum(v.bytes), 0) from post_versions v
         where v.account_id = p.account_id and v.post_id = p.id)
     where p.account_id = $1 and p.id = $2`,
    [transaction.accountId, id, slug, userId, ...textValues(text), version],
  );

/** Keeps an address that leads to a post from now on, and forgets the oldest above the limit. */
export async function insertRedirect(
  transaction: AccountTransaction,
  id: PostId,
  slug: string,
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run(
    `insert into post_slugs (account_id, slug, post_id) values ($1, $2, $3) on conflict do nothing`,
    [accountId, slug, id],
  );
  await transaction.run(
    `delete from post_slugs where account_id = $1 and slug in (
       select slug from post_slugs where account_id = $1 and post_id = $2 order by created_at desc, slug offset $3)`,
    [accountId, id, POST_REDIRECTS_MAX],
  );
}

export const deleteRedirect = (transaction: AccountTransaction, id: PostId, slug: string): Promise<number> =>
  transaction.run(`delete from post_slugs where account_id = $1 and post_id = $2 and slug = $3`, [
    transaction.accountId,
    id,
    slug,
  ]);

/** Makes the newest version the page. */
export const publishNewest = (
  transaction: AccountTransaction,
  id: PostId,
  media: readonly string[],
): Promise<number> =>
  transaction.run(
    `with newest as (update post_versions v set published_at = now() from posts p
       where v.account_id = $1 and v.post_id = $2 and p.account_id = $1 and p.id = $2 and v.number = p.version)
     update posts set published_version = version, has_changes = false, published_media = $3,
       published_at = coalesce(published_at, now()), republished_at = now(), scheduled_at = null, scheduled_by = null,
       due_at = null, attempts = 0, failure = null, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, media],
  );

export const updateSchedule = (
  transaction: AccountTransaction,
  {
    id,
    at,
    userId,
    failure = null,
  }: {
    readonly id: PostId;
    readonly at: string | null;
    readonly userId: UserId | null;
    readonly failure?: PostFailure | null;
  },
): Promise<number> =>
  transaction.run(
    `update posts set scheduled_at = $3, due_at = $3, attempts = 0, scheduled_by = $4, failure = $5, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, at, userId, failure],
  );

/** Takes its page away, and with it what was to change the page at a time. */
export const retractPost = (transaction: AccountTransaction, id: PostId): Promise<number> =>
  transaction.run(
    `update posts set published_version = null, published_media = '{}', has_changes = true, scheduled_at = null,
       scheduled_by = null, due_at = null, attempts = 0, failure = null, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );

/** Its versions, redirects and reports go with it. */
export const deletePost = (transaction: AccountTransaction, id: PostId): Promise<number> =>
  transaction.run(`delete from posts where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** The language in which a person uses the product. */
export const findLanguage = async (transaction: AccountTransaction, userId: UserId): Promise<Locale> =>
  (await transaction.one<{ locale: Locale }>('select locale from users where id = $1', [userId]))?.locale ??
  'en';
