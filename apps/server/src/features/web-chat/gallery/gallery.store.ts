import type { Locale } from '@hanasu/contract/accounts';
import type { BotSettings } from '@hanasu/contract/bots';
import type { GalleryCategory, ListingInput } from '@hanasu/contract/gallery';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface PublicBotRow {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: GalleryCategory;
  readonly language: Locale;
  readonly coverKey: string | null;
  readonly isTemplate: boolean;
  readonly chats: number;
  readonly createdAt: Date;
}

/** With what its page shows of the bot as it answers. */
export interface PublicBotDetailRow extends PublicBotRow {
  readonly greeting: string;
  readonly settings: Partial<BotSettings>;
  readonly showSources: boolean;
}

const COLUMNS = `p.tenant_id as "accountId", p.bot_id as "botId", p.slug, p.title, p.description, p.category,
  p.language, p.cover_key as "coverKey", p.is_template as "isTemplate", p.chats::int as chats,
  p.created_at as "createdAt"`;

const SHOWN_TABLES = `public_bots p join bots b on b.account_id = p.tenant_id and b.id = p.bot_id
  join accounts a on a.id = p.tenant_id`;
const IS_SHOWN = `p.hidden_at is null and a.suspended_at is null and b.version > 0 and not b.paused
  and (a.delete_at is null or a.delete_at > now())`;

export interface GalleryFilter {
  readonly q: string | undefined;
  readonly category: GalleryCategory | undefined;
  readonly language: Locale | undefined;
  readonly sort: 'popular' | 'new';
  readonly limit: number;
  readonly offset: number;
}

const ORDERS = {
  popular: 'p.chats desc, p.created_at desc, p.bot_id desc',
  new: 'p.created_at desc, p.bot_id desc',
} as const;

/** `%` and `_` in the search are letters like any other. */
export async function listShown(
  transaction: SystemTransaction,
  filter: GalleryFilter,
): Promise<{ rows: PublicBotRow[]; total: number }> {
  const where = `${IS_SHOWN} and ($1::text is null or p.title ilike '%' || $1 || '%'
      or p.description ilike '%' || $1 || '%')
    and ($2::text is null or p.category = $2) and ($3::text is null or p.language = $3)`;
  const values = [filter.q?.replaceAll(/[\\%_]/g, '\\$&') || null, filter.category, filter.language];
  const rows = await transaction.rows<PublicBotRow>(
    `select ${COLUMNS} from ${SHOWN_TABLES} where ${where} order by ${ORDERS[filter.sort]} limit $4 offset $5`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from ${SHOWN_TABLES} where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export const findShown = (transaction: SystemTransaction, slug: string) =>
  transaction.one<PublicBotDetailRow>(
    `select ${COLUMNS}, b.greeting, b.settings, b.show_sources as "showSources" from ${SHOWN_TABLES} where p.slug = $1 and ${IS_SHOWN}`,
    [slug],
  );

export async function countChat(transaction: SystemTransaction, botId: BotId): Promise<void> {
  await transaction.run('update public_bots set chats = chats + 1 where bot_id = $1', [botId]);
}

/** False when the address belongs to another bot. */
export async function saveListing(
  transaction: SystemTransaction,
  key: { readonly accountId: AccountId; readonly botId: BotId },
  listing: ListingInput,
): Promise<boolean> {
  const { slug, title, description, category, language, isTemplate } = listing;
  const taken = await transaction.one('select 1 from public_bots where slug = $1 and bot_id <> $2', [
    slug,
    key.botId,
  ]);
  if (taken) return false;
  await transaction.run(
    `insert into public_bots (bot_id, tenant_id, slug, title, description, category, language, is_template)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (bot_id) do update set slug = $3, title = $4, description = $5, category = $6, language = $7,
       is_template = $8, updated_at = now()`,
    [key.botId, key.accountId, slug, title, description, category, language, isTemplate],
  );
  return true;
}

export interface ListingRow extends PublicBotRow {
  readonly isHidden: boolean;
  readonly isAsleep: boolean;
  readonly reports: number;
}

type Key = { readonly accountId: AccountId; readonly botId: BotId };

export const findListing = (transaction: SystemTransaction, { accountId, botId }: Key) =>
  transaction.one<ListingRow>(
    `select ${COLUMNS}, p.hidden_at is not null as "isHidden", b.version = 0 or b.paused as "isAsleep",
       (select count(*)::int from public_bot_reports r where r.bot_id = p.bot_id) as reports
     from ${SHOWN_TABLES} where p.tenant_id = $1 and p.bot_id = $2`,
    [accountId, botId],
  );

/** Of one's own bot: its name, and whether it answers anybody. Null: there is none. */
export const findOwnBot = (transaction: SystemTransaction, { accountId, botId }: Key) =>
  transaction.one<{ name: string; isPublished: boolean }>(
    `select name, version > 0 as "isPublished" from bots where account_id = $1 and id = $2`,
    [accountId, botId],
  );

/** Returns the key of its cover; undefined when it was not listed. */
export async function deleteListing(
  transaction: SystemTransaction,
  { accountId, botId }: Key,
): Promise<string | null | undefined> {
  const row = await transaction.one<{ coverKey: string | null }>(
    `delete from public_bots where tenant_id = $1 and bot_id = $2 and hidden_at is null returning cover_key as "coverKey"`,
    [accountId, botId],
  );
  return row?.coverKey;
}

/** Returns the key it replaces; undefined when the bot is not listed. */
export async function replaceCover(
  transaction: SystemTransaction,
  { accountId, botId }: Key,
  coverKey: string | null,
): Promise<string | null | undefined> {
  const row = await transaction.one<{ before: string | null }>(
    `with before as (select bot_id, cover_key from public_bots where tenant_id = $1 and bot_id = $2 for update)
     update public_bots p set cover_key = $3, updated_at = now() from before where p.bot_id = before.bot_id
     returning before.cover_key as before`,
    [accountId, botId, coverKey],
  );
  return row?.before;
}

/** Whose cover this is; null: nobody's (any more). */
export const findCover = (transaction: SystemTransaction, coverKey: string) =>
  transaction.one<{ accountId: AccountId }>(
    `select tenant_id as "accountId" from public_bots where cover_key = $1`,
    [coverKey],
  );

export async function insertReport(
  transaction: SystemTransaction,
  report: { botId: BotId; id: string; reason: string; text: string; reporter: Buffer },
): Promise<void> {
  await transaction.run(
    'insert into public_bot_reports (bot_id, id, reason, text, reporter) values ($1, $2, $3, $4, $5)',
    [report.botId, report.id, report.reason, report.text, report.reporter],
  );
}

/** Null: it is not listed. */
export const hideListing = (transaction: SystemTransaction, botId: BotId, isHidden: boolean) =>
  transaction.one<{ accountId: AccountId; title: string; slug: string }>(
    `update public_bots set hidden_at = case when $2 then coalesce(hidden_at, now()) end where bot_id = $1
     returning tenant_id as "accountId", title, slug`,
    [botId, isHidden],
  );

export const deleteReports = (transaction: SystemTransaction, botId: BotId) =>
  transaction.run('delete from public_bot_reports where bot_id = $1', [botId]);
