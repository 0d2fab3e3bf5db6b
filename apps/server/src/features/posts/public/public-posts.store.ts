import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, MediaId, PostId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { GROUP_ORDER, ORIGINAL_ID, type PublicTranslation, TRANSLATION } from '../translations.store.ts';

export interface PublicSite {
  readonly accountId: AccountId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly accountName: string;
  readonly logoKey: string | null;
  readonly color: string | null;
  readonly timeZone: string;
}

/** Pages of an account are for everybody while it is in use and its owner can be reached. */
const IS_SHOWN = `a.suspended_at is null and (a.delete_at is null or a.delete_at > now())
  and exists (select from memberships m join users u on u.id = m.user_id
    where m.tenant_id = a.id and m.role = 'owner' and u.email_verified_at is not null)`;

export const findPublicSite = (transaction: SystemTransaction, slug: string): Promise<PublicSite | null> =>
  transaction.one<PublicSite>(
    `select s.account_id as "accountId", s.slug, s.title, s.description, a.name as "accountName",
       a.logo_key as "logoKey", a.color, a.time_zone as "timeZone"
     from post_sites s join accounts a on a.id = s.account_id where s.slug = $1 and ${IS_SHOWN}`,
    [slug],
  );

/** The present address of the pages that had this one; null: none had. */
export const findSiteRedirect = async (
  transaction: SystemTransaction,
  slug: string,
): Promise<string | null> =>
  (
    await transaction.one<{ slug: string }>(
      `select s.slug from post_site_slugs o join post_sites s on s.account_id = o.account_id
         join accounts a on a.id = s.account_id
       where o.slug = $1 and ${IS_SHOWN}`,
      [slug],
    )
  )?.slug ?? null;

/** The group of a post that has had a page at this address and has none now; null: none has. */
export const findRetracted = async (transaction: AccountTransaction, slug: string): Promise<PostId | null> =>
  (
    await transaction.one<{ originalId: PostId }>(
      `select ${ORIGINAL_ID} as "originalId" from posts p where p.account_id = $1 and p.published_at is not null
         and (p.slug = $2 or p.id = (select o.post_id from post_slugs o where o.account_id = $1 and o.slug = $2))`,
      [transaction.accountId, slug],
    )
  )?.originalId ?? null;

export interface PublicPost extends Pick<PublicTranslation, 'id' | 'originalId'> {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly language: Locale;
  readonly tags: string[];
  readonly content: string;
  /** Number of the version that is published. */
  readonly version: number;
  readonly coverId: MediaId | null;
  readonly coverAlt: string;
  readonly publishedAt: Date;
  readonly republishedAt: Date;
}

const POST = `select p.id, ${ORIGINAL_ID} as "originalId", p.slug, v.number as version, v.title, v.description, v.language, v.tags, v.cover_id as "coverId",
    v.cover_alt as "coverAlt", coalesce(p.published_at, v.created_at) as "publishedAt",
    coalesce(p.republished_at, v.created_at) as "republishedAt"`;
const PUBLIC = `from posts p join post_versions v on v.account_id = p.account_id and v.post_id = p.id
    and v.number = p.published_version
  where p.account_id = $1 and p.published_version is not null and p.hidden_at is null`;

/** With the pictures of its text and its cover. */
export type WholePost = PublicPost & { readonly media: MediaId[] };

export const findPublicPost = (transaction: AccountTransaction, slug: string): Promise<WholePost | null> =>
  transaction.one<WholePost>(`${POST}, v.content, p.published_media as media ${PUBLIC} and p.slug = $2`, [
    transaction.accountId,
    slug,
  ]);

/** Without the pictures. */
export const findPublicPostById = (transaction: AccountTransaction, id: PostId): Promise<PublicPost | null> =>
  transaction.one<PublicPost>(`${POST}, v.content ${PUBLIC} and p.id = $2`, [transaction.accountId, id]);

/** The present address of the public post that had this one; null: none had. */
export const findPostRedirect = async (
  transaction: AccountTransaction,
  slug: string,
): Promise<string | null> =>
  (
    await transaction.one<{ slug: string }>(
      `select p.slug from post_slugs o join posts p on p.account_id = o.account_id and p.id = o.post_id
       where o.account_id = $1 and o.slug = $2 and p.published_version is not null and p.hidden_at is null`,
      [transaction.accountId, slug],
    )
  )?.slug ?? null;

/** Enough of a text for an excerpt. */
const EXCERPT_OF = 4_000;

interface PublicPage {
  readonly tag: string | null;
  /** Of the reader; null: of none of our languages. */
  readonly language: Locale | null;
  readonly limit: number;
  readonly offset: number;
}

/** Lists one public post of each group, in the reader's language or else the default, with the beginning of its text; the newest first. */
export async function listPublicPosts(
  transaction: AccountTransaction,
  { tag, language, limit, offset }: PublicPage,
): Promise<{ rows: PublicPost[]; total: number }> {
  const found = `${PUBLIC} and ($2::text is null or exists (select from unnest(v.tags) t where lower(t) = lower($2)))`;
  const rows = await transaction.rows<PublicPost>(
    `${POST}, left(v.content, ${EXCERPT_OF}) as content ${PUBLIC} and p.id in (select distinct on (${ORIGINAL_ID}) p.id ${found}
       order by ${ORIGINAL_ID}, (v.language = $3) desc, ${GROUP_ORDER})
     order by p.published_at desc, p.id desc limit $4 offset $5`,
    [transaction.accountId, tag, language, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(distinct ${ORIGINAL_ID})::int as total ${found}`,
    [transaction.accountId, tag],
  );
  return { rows, total: counted?.total ?? 0 };
}

interface PublicAddress extends PublicTranslation {
  readonly republishedAt: Date;
  /** Stands for its language. */
  readonly isFirst: boolean;
}

/** Lists the addresses of all public posts, the newest first. */
export const listPublicAddresses = (transaction: AccountTransaction): Promise<PublicAddress[]> =>
  transaction.rows<PublicAddress>(
    `select ${TRANSLATION}, coalesce(p.republished_at, p.updated_at) as "republishedAt"
     ${PUBLIC} order by p.published_at desc, p.id desc`,
    [transaction.accountId],
  );

/** Whether a public post shows this picture. */
export const isPublicPicture = async (transaction: AccountTransaction, id: MediaId): Promise<boolean> =>
  (await transaction.one(
    `select 1 as one from posts p where p.account_id = $1 and p.published_version is not null and p.hidden_at is null
       and $2 = any(p.published_media) limit 1`,
    [transaction.accountId, id],
  )) !== null;

interface NewReport {
  readonly postId: PostId;
  readonly id: string;
  readonly reason: string;
  readonly text: string;
  readonly reporter: Buffer;
}

export const insertReport = (
  transaction: AccountTransaction,
  { postId, id, reason, text, reporter }: NewReport,
): Promise<number> =>
  transaction.run(
    `insert into post_reports (account_id, post_id, id, reason, text, reporter) values ($1, $2, $3, $4, $5, $6)`,
    [transaction.accountId, postId, id, reason, text, reporter],
  );
