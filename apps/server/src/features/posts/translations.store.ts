import type { Locale } from '@hanasu/contract/accounts';
import type { PostId } from '@hanasu/contract/ids';
import type { LinkedPost } from '@hanasu/contract/posts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { PATH, STATE } from './posts.store.ts';

/** Posts of one group: the original, and its translations. `o` is the post that the others are found for. */
const GROUP = `posts o join posts p on p.account_id = o.account_id
    and (p.id = coalesce(o.translation_of, o.id) or p.translation_of = coalesce(o.translation_of, o.id))`;

/** Finds the same post in other languages, the original first. */
export const listTranslations = (transaction: AccountTransaction, id: PostId): Promise<LinkedPost[]> =>
  transaction.rows<LinkedPost>(
    `select p.id as uuid, p.title, p.language, ${STATE} as state, ${PATH} as path,
       p.hidden_at is not null as "isHidden", p.translation_of is null as "isOriginal"
     from ${GROUP} left join post_sites s on s.account_id = p.account_id
     where o.account_id = $1 and o.id = $2 and p.id <> o.id
     order by p.translation_of is not null, p.created_at, p.id`,
    [transaction.accountId, id],
  );

interface Original {
  /** The post itself, or the one that it translates. */
  readonly id: PostId;
  /** Languages of the group. */
  readonly languages: Locale[];
}

/** Finds what a translation of a post is linked to; null: there is no such post. */
export const findOriginal = (transaction: AccountTransaction, id: PostId): Promise<Original | null> =>
  transaction.one<Original>(
    `select coalesce(o.translation_of, o.id) as id, array_agg(p.language) as languages
     from ${GROUP} where o.account_id = $1 and o.id = $2 group by 1`,
    [transaction.accountId, id],
  );

/** Makes the first of its translations, published ones before drafts, the original of the others: the post is being deleted. */
export const passOnTranslations = (transaction: AccountTransaction, id: PostId): Promise<number> =>
  transaction.run(
    `update posts p set translation_of = nullif(h.id, p.id)
     from (select id from posts where account_id = $1 and translation_of = $2
       order by published_version is null, created_at, id limit 1) h
     where p.account_id = $1 and p.translation_of = $2`,
    [transaction.accountId, id],
  );

/** The page of a group for readers of one language. */
export interface PublicTranslation {
  readonly id: PostId;
  /** Names the group: the post itself, or the one that it translates. */
  readonly originalId: PostId;
  readonly slug: string;
  readonly language: Locale;
  /** Of all languages, the page for readers of every other one. */
  readonly isDefault: boolean;
}

export const ORIGINAL_ID = 'coalesce(p.translation_of, p.id)';
/** The original, then its translations, the first published first. */
export const GROUP_ORDER = 'p.translation_of is not null, p.published_at, p.id';
/**
 * Columns of public posts `p` of an account with what is published of them, `v`. Two posts of a group may be public in the same
 * language until the next publication, as only drafts are refused one that another has: the first of them stands for it.
 */
export const TRANSLATION = `p.id, ${ORIGINAL_ID} as "originalId", p.slug, v.language,
    row_number() over (partition by ${ORIGINAL_ID} order by ${GROUP_ORDER}) = 1 as "isDefault",
    row_number() over (partition by ${ORIGINAL_ID}, v.language order by ${GROUP_ORDER}) = 1 as "isFirst"`;

/** Finds the public posts of groups, one in each language, the first published first. */
export const listPublicTranslations = (
  transaction: AccountTransaction,
  originalIds: readonly PostId[],
): Promise<PublicTranslation[]> =>
  transaction.rows<PublicTranslation>(
    `select t.id, t."originalId", t.slug, t.language, t."isDefault" from (
       select ${TRANSLATION}, p.published_at as at from posts p
         join post_versions v on v.account_id = p.account_id and v.post_id = p.id and v.number = p.published_version
       where p.account_id = $1 and (p.id = any($2) or p.translation_of = any($2)) and p.hidden_at is null) t
     where t."isFirst" order by t.at, t.id`,
    [transaction.accountId, originalIds],
  );
