import type { MediaId, PostId, UserId } from '@hanasu/contract/ids';
import { POST_VERSIONS_BYTES, POST_VERSIONS_MAX, POST_VERSIONS_RECENT } from '@hanasu/contract/posts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { PageRange } from '../../platform/database/page-range.ts';
import { mediaIdsOf } from './html/html-tokens.ts';
import type { PostText } from './posts.store.ts';

/** A person's changes within this time are one version. */
const ONE_VERSION = "interval '10 minutes'";

interface Writing {
  readonly id: PostId;
  readonly text: PostText;
  readonly userId: UserId;
  /** It begins a version, also shortly after the same person has written the newest one. */
  readonly isNew?: boolean;
}

const valuesOf = ({ text, userId }: Writing): unknown[] => [
  text.title,
  text.description,
  text.language,
  text.tags,
  text.content,
  text.coverId,
  text.coverAlt,
  [...mediaIdsOf(text.content), ...(text.coverId ? [text.coverId] : [])],
  userId,
];

/** Adds a version, and thins out the others; the published one stays. */
export async function insertVersion(
  transaction: AccountTransaction,
  writing: Writing,
  number: number,
): Promise<void> {
  const { accountId } = transaction;
  const { id } = writing;
  await transaction.run(
    `insert into post_versions (account_id, post_id, number, title, description, language, tags, content, cover_id,
       cover_alt, media, created_by, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, octet_length($8::text))`,
    [accountId, id, number, ...valuesOf(writing)],
  );
  await transaction.run(
    `delete from post_versions v using (
       select o.number, o.published_at, row_number() over w as rank, sum(o.bytes) over w as total,
         row_number() over (partition by (o.updated_at at time zone 'utc')::date order by o.number desc) as of_day,
         case when p.published_version is null then 1 else 2 end as reserved
       from post_versions o join posts p on p.account_id = o.account_id and p.id = o.post_id
       where o.account_id = $1 and o.post_id = $2 and o.number <> $3 and o.number is distinct from p.published_version
       window w as (order by o.number desc)) o
     where v.account_id = $1 and v.post_id = $2 and v.number = o.number and (o.rank > $4 - o.reserved or o.total > $5
       or o.rank >= $6 and o.of_day > 1 and o.published_at is null)`,
    [accountId, id, number, POST_VERSIONS_MAX, POST_VERSIONS_BYTES, POST_VERSIONS_RECENT],
  );
}

/**
 * Writes a draft into the newest version when that is a short while of the same person's writing, else into a new one.
 * Answers its number. The post is locked.
 */
export async function writeVersion(
  transaction: AccountTransaction,
  writing: Writing,
  newest: number,
): Promise<number> {
  const written = await transaction.run(
    `update post_versions v set title = $4, description = $5, language = $6, tags = $7, content = $8, cover_id = $9,
       cover_alt = $10, media = $11, bytes = octet_length($8::text), updated_at = now()
     where v.account_id = $1 and v.post_id = $2 and v.number = $3 and v.created_by = $12
       and v.created_at > now() - ${ONE_VERSION} and v.published_at is null and not $13`,
    [transaction.accountId, writing.id, newest, ...valuesOf(writing), writing.isNew ?? false],
  );
  if (written > 0) return newest;
  await insertVersion(transaction, writing, newest + 1);
  return newest + 1;
}

export interface VersionRow {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly by: UserId | null;
  readonly byName: string | null;
  readonly at: Date;
  readonly isPublished: boolean;
}

/** Lists versions, the newest first. */
export async function listVersions(
  transaction: AccountTransaction,
  id: PostId,
  { limit, offset }: PageRange,
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await transaction.rows<VersionRow>(
    `select v.number, v.title, v.description, v.content, v.created_by as by, u.display_name as "byName",
       v.updated_at as at, v.number is not distinct from p.published_version as "isPublished"
     from post_versions v join posts p on p.account_id = v.account_id and p.id = v.post_id
       left join users u on u.id = v.created_by
     where v.account_id = $1 and v.post_id = $2 order by v.number desc limit $3 offset $4`,
    [transaction.accountId, id, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from post_versions where account_id = $1 and post_id = $2`,
    [transaction.accountId, id],
  );
  return { rows, total: counted?.total ?? 0 };
}

/** Finds which of these files a post, or a version of one, shows; without reading the texts. */
export const findMediaInPosts = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from post_versions v where v.account_id = $1
           and v.media @> array[m.id])`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);
