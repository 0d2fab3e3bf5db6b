import type { AccountId } from '@hanasu/contract/ids';
import type { changePostSite, PostSite } from '@hanasu/contract/posts';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import { recordAudit } from '../accounts/public.ts';
import { markCopiesDue } from './post-copies.ts';
import { freeSlug, slugOf } from './slugs.ts';

const siteView = (row: SiteRow): PostSite => {
  const path = `/p/${row.slug}`;
  return { ...row, path, feedPath: `${path}/feed` };
};

/** The account's page of posts; its address is made of the account's name when it is first needed. */
export async function ensureSite(database: Database, accountId: AccountId): Promise<PostSite> {
  const found = await database.account(accountId, findSite);
  return siteView(
    found ?? (await database.system((transaction) => findOrCreateSite(transaction, accountId))),
  );
}

async function findOrCreateSite(transaction: SystemTransaction, accountId: AccountId): Promise<SiteRow> {
  await lockSiteSlugs(transaction);
  const own = within(transaction, accountId);
  const found = await findSite(own);
  if (found) return found;
  const wanted = slugOf(await findAccountName(transaction, accountId), 'site');
  const slug = freeSlug(wanted, await findTakenSiteSlugs(transaction, wanted, accountId));
  await insertSite(own, slug);
  return { slug, title: '', description: '' };
}

/** Changes the page; its earlier address leads to the new one. */
export const changeSite = (
  database: Database,
  { accountId, userId, address, apiKey }: Actor,
  change: z.output<typeof changePostSite.body>,
): Promise<PostSite> =>
  database.system(async (transaction) => {
    const before = await findOrCreateSite(transaction, accountId);
    const own = within(transaction, accountId);
    const after = {
      slug: change.slug ?? before.slug,
      title: change.title ?? before.title,
      description: change.description ?? before.description,
    };
    if (after.slug !== before.slug) {
      if ((await findTakenSiteSlugs(transaction, after.slug, accountId)).has(after.slug))
        throw AppError.field('slug_taken', 'body.slug', 'This address is used by another account');
      await insertSiteRedirect(own, { before: before.slug, now: after.slug });
      await markCopiesDue(own, null);
    }
    await updateSite(own, after);
    const data = { name: after.title || after.slug, changed: Object.keys(change) };
    await recordAudit(own, {
      userId,
      address,
      apiKey,
      action: 'post_site.changed',
      target: after.slug,
      data,
    });
    return siteView(after);
  });

interface SiteRow {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}

const findSite = (transaction: AccountTransaction): Promise<SiteRow | null> =>
  transaction.one<SiteRow>(`select slug, title, description from post_sites where account_id = $1`, [
    transaction.accountId,
  ]);

/** No address of any account's page changes until the transaction ends. */
const lockSiteSlugs = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('post site slugs', 0))`);

/** Finds which addresses that begin like this one other accounts have, or had. */
const findTakenSiteSlugs = async (
  transaction: SystemTransaction,
  slug: string,
  accountId: AccountId,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await transaction.rows<{ slug: string }>(
        `select slug from post_sites where account_id <> $2 and starts_with(slug, $1)
         union select slug from post_site_slugs where account_id <> $2 and starts_with(slug, $1)`,
        [slug, accountId],
      )
    ).map((row) => row.slug),
  );

const findAccountName = async (transaction: SystemTransaction, accountId: AccountId): Promise<string> =>
  (await transaction.one<{ name: string }>('select name from accounts where id = $1', [accountId]))?.name ??
  '';

const insertSite = (transaction: AccountTransaction, slug: string): Promise<number> =>
  transaction.run(`insert into post_sites (account_id, slug) values ($1, $2)`, [transaction.accountId, slug]);

const updateSite = (
  transaction: AccountTransaction,
  { slug, title, description }: SiteRow,
): Promise<number> =>
  transaction.run(
    `update post_sites set slug = $2, title = $3, description = $4, updated_at = now() where account_id = $1`,
    [transaction.accountId, slug, title, description],
  );

/** Earlier addresses that an account keeps; others get the older ones back. */
const REDIRECTS_MAX = 20;

/** Lets an earlier address lead to the present one, which is none any more. */
async function insertSiteRedirect(
  transaction: AccountTransaction,
  { before, now }: { readonly before: string; readonly now: string },
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run(`delete from post_site_slugs where account_id = $1 and slug = $2`, [accountId, now]);
  await transaction.run(`insert into post_site_slugs (slug, account_id) values ($2, $1)`, [
    accountId,
    before,
  ]);
  await transaction.run(
    `delete from post_site_slugs where account_id = $1 and slug in (
       select slug from post_site_slugs where account_id = $1 order by created_at desc, slug offset $2)`,
    [accountId, REDIRECTS_MAX],
  );
}
