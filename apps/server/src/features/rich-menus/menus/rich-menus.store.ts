import type { AccountId, ChannelId, RichMenuId, SegmentId, UserId } from '@hanasu/contract/ids';
import type { RichMenuSettings } from '@hanasu/contract/rich-menus';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';
import type { VersionRow } from '../../../platform/database/version-view.ts';

export interface RichMenuRow {
  readonly id: RichMenuId;
  readonly channelId: ChannelId;
  readonly name: string;
  readonly position: number;
  readonly draft: unknown;
  readonly revision: number;
  readonly settings: RichMenuSettings;
  readonly version: number | null;
  readonly hasChanges: boolean;
  readonly isWithdrawn: boolean;
  readonly friends: number;
  readonly taps: number;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `m.id, m.channel_id as "channelId", m.name, m.position, m.draft, m.revision, m.settings, m.version,
    m.has_changes as "hasChanges", m.withdrawn_at is not null as "isWithdrawn", n.friends, t.taps,
    m.created_by as "createdBy", u.display_name as "createdByName", m.created_at as "createdAt", m.updated_at as "updatedAt"`;
const TABLES = `rich_menus m left join users u on u.id = m.created_by
    cross join lateral (select count(*)::int as friends from friend_menus f
      where f.account_id = m.account_id and f.channel_id = m.channel_id and f.menu_id = m.id) n
    cross join lateral (select count(*)::int as taps from (
      select from menu_taps p where p.account_id = m.account_id and p.menu_id = m.id
        and p.created_at > now() - interval '30 days'
      union all select from tracked_links l join tracked_clicks k on k.account_id = l.account_id and k.link_id = l.id
      where l.account_id = m.account_id and l.owner_kind = 'richMenu' and l.owner_id = m.id
        and k.created_at > now() - interval '30 days') p) t`;

/** By channel, in the order in which they are looked at. */
export async function listMenus(
  transaction: AccountTransaction,
  { channelId, q, limit, offset }: PageRange & { readonly channelId: ChannelId | null },
): Promise<{ rows: RichMenuRow[]; total: number }> {
  const where = `m.account_id = $1 and ($2::uuid is null or m.channel_id = $2) and ($3::text is null or m.name ilike $3)`;
  const values = [transaction.accountId, channelId, containing(q)];
  const rows = await transaction.rows<RichMenuRow>(
    `select ${COLUMNS} from ${TABLES} where ${where} order by m.channel_id, m.position, m.id limit $4 offset $5`,
    [...values, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from rich_menus m where ${where}`,
    values,
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findMenu = (transaction: AccountTransaction, id: RichMenuId): Promise<RichMenuRow | null> =>
  transaction.one<RichMenuRow>(`select ${COLUMNS} from ${TABLES} where m.account_id = $1 and m.id = $2`, [
    transaction.accountId,
    id,
  ]);

/** Who changes menus of an account does so one after the other: their order and their number hold. */
export async function lockMenus(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('rich menus' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from rich_menus where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

interface NewMenu {
  readonly id: RichMenuId;
  readonly channelId: ChannelId;
  readonly name: string;
  readonly draft: unknown;
  readonly settings: RichMenuSettings;
  readonly userId: UserId;
}

/** Finds this name, or one with the first number behind it that no menu of the channel has. */
export async function findFreeName(
  transaction: AccountTransaction,
  channelId: ChannelId,
  name: string,
): Promise<string> {
  const taken = await transaction.rows<{ name: string }>(
    `select lower(name) as name from rich_menus where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );
  const names = new Set(taken.map((row) => row.name));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!names.has(free.toLowerCase())) return free;
  }
}

/** Before the others of its channel: what is new is usually for some and not for all. */
export async function insertMenu(
  transaction: AccountTransaction,
  { id, channelId, name, draft, settings, userId }: NewMenu,
): Promise<void> {
  await transaction.run(
    `update rich_menus set position = position + 1 where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );
  await transaction.run(
    `insert into rich_menus (account_id, id, channel_id, name, position, draft, settings, created_by)
     values ($1, $2, $3, $4, 0, $5, $6, $7)`,
    [transaction.accountId, id, channelId, name, JSON.stringify(draft), JSON.stringify(settings), userId],
  );
}

interface ChangedMenu {
  readonly id: RichMenuId;
  /** What is null stays. */
  readonly name: string | null;
  readonly draft: unknown;
  readonly settings: RichMenuSettings | null;
}

export const updateMenu = (
  transaction: AccountTransaction,
  { id, name, draft, settings }: ChangedMenu,
): Promise<number> =>
  transaction.run(
    `update rich_menus m set name = coalesce($3, m.name), draft = coalesce($4::jsonb, m.draft),
       settings = coalesce($5::jsonb, m.settings),
       revision = m.revision + case when $4::jsonb is null then 0 else 1 end,
       has_changes = case when $4::jsonb is null then m.has_changes else $4::jsonb is distinct from
         (select v.definition from rich_menu_versions v
          where v.account_id = $1 and v.menu_id = $2 and v.number = m.version) end,
       updated_at = now()
     where m.account_id = $1 and m.id = $2`,
    [
      transaction.accountId,
      id,
      name,
      draft === null ? null : JSON.stringify(draft),
      settings && JSON.stringify(settings),
    ],
  );

/** To a place in the list of its channel; the others make room. */
export const moveMenu = (
  transaction: AccountTransaction,
  { id, channelId }: Pick<RichMenuRow, 'id' | 'channelId'>,
  position: number,
): Promise<number> =>
  transaction.run(
    `with others as (select id, row_number() over (order by position, id) - 1 as place from rich_menus
       where account_id = $1 and channel_id = $2 and id <> $3)
     update rich_menus m set position = case when m.id = $3 then least($4::int, (select count(*) from others)::int)
       else (select o.place + case when o.place >= $4::int then 1 else 0 end from others o where o.id = m.id)::int end
     where m.account_id = $1 and m.channel_id = $2`,
    [transaction.accountId, channelId, id, position],
  );

export const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'rich_menus_name';

export const deleteMenu = (transaction: AccountTransaction, id: RichMenuId): Promise<number> =>
  transaction.run(`delete from rich_menus where account_id = $1 and id = $2`, [transaction.accountId, id]);

interface LostMenu {
  readonly accountId: AccountId;
  readonly id: RichMenuId;
}

/** Lists menus that went with their channel, and for which links are still kept. */
export const listLostOfLinks = (transaction: SystemTransaction): Promise<LostMenu[]> =>
  transaction.rows<LostMenu>(
    `select distinct l.account_id as "accountId", l.owner_id as id from tracked_links l
     where l.owner_kind = 'richMenu' and l.expires_at is null and not exists (
       select from rich_menus m where m.account_id = l.account_id and m.id = l.owner_id) limit 1000`,
  );

export const publishMenu = (
  transaction: AccountTransaction,
  id: RichMenuId,
  userId: UserId,
): Promise<number> =>
  transaction.run(
    `with published as (update rich_menus set version = coalesce(version, 0) + 1, has_changes = false,
         withdrawn_at = null, updated_at = now()
       where account_id = $1 and id = $2 returning version, draft)
     insert into rich_menu_versions (account_id, menu_id, number, definition, published_by)
     select $1, $2, version, draft, $3 from published`,
    [transaction.accountId, id, userId],
  );

/** With `isWithdrawn` false, what was published last is shown again. */
export const withdrawMenu = (
  transaction: AccountTransaction,
  id: RichMenuId,
  isWithdrawn: boolean,
): Promise<number> =>
  transaction.run(
    `update rich_menus set withdrawn_at = case when $3 then now() end, updated_at = now()
     where account_id = $1 and id = $2 and version is not null`,
    [transaction.accountId, id, isWithdrawn],
  );

export interface PublishedRow {
  readonly id: RichMenuId;
  readonly name: string;
  readonly settings: RichMenuSettings;
  readonly version: number;
  readonly definition: unknown;
}

/** What was published of a channel and not taken back, in the order in which it is looked at. */
export const listPublished = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<PublishedRow[]> =>
  transaction.rows<PublishedRow>(
    `select m.id, m.name, m.settings, v.number as version, v.definition
     from rich_menus m join rich_menu_versions v
       on v.account_id = m.account_id and v.menu_id = m.id and v.number = m.version
     where m.account_id = $1 and m.channel_id = $2 and m.withdrawn_at is null
     order by m.position, m.id`,
    [transaction.accountId, channelId],
  );

/** An earlier version, too: a tap may come from what was shown yesterday. */
export const findDefinitions = (
  transaction: AccountTransaction,
  id: RichMenuId,
): Promise<{ definition: unknown }[]> =>
  transaction.rows<{ definition: unknown }>(
    `select v.definition from rich_menu_versions v where v.account_id = $1 and v.menu_id = $2 order by v.number desc limit 50`,
    [transaction.accountId, id],
  );

/** The newest first. */
export async function listVersions(
  transaction: AccountTransaction,
  id: RichMenuId,
  { limit, offset }: PageRange,
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await transaction.rows<VersionRow>(
    `select v.number, v.definition, v.published_by as "publishedBy", u.display_name as "publishedByName",
       v.created_at as "createdAt"
     from rich_menu_versions v left join users u on u.id = v.published_by
     where v.account_id = $1 and v.menu_id = $2 order by v.number desc limit $3 offset $4`,
    [transaction.accountId, id, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from rich_menu_versions where account_id = $1 and menu_id = $2`,
    [transaction.accountId, id],
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findDraft = (
  transaction: AccountTransaction,
  id: RichMenuId,
): Promise<{ definition: unknown } | null> =>
  transaction.one<{ definition: unknown }>(
    `select draft as definition from rich_menus where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );

/** Drafts and published versions that are in use, of the other menus of a channel. */
export const listOtherDefinitions = (
  transaction: AccountTransaction,
  { id, channelId }: Pick<RichMenuRow, 'id' | 'channelId'>,
): Promise<{ name: string; definition: unknown }[]> =>
  transaction.rows<{ name: string; definition: unknown }>(
    `select m.name, d.definition from rich_menus m cross join lateral (
       select m.draft as definition union all select v.definition from rich_menu_versions v
       where v.account_id = m.account_id and v.menu_id = m.id and v.number = m.version) d
     where m.account_id = $1 and m.channel_id = $2 and m.id <> $3`,
    [transaction.accountId, channelId, id],
  );

/** Finds those of these menus that exist. `isPublished`: and not taken back. */
export const findMenuStates = (
  transaction: AccountTransaction,
  ids: readonly RichMenuId[],
): Promise<MenuState[]> =>
  transaction.rows<MenuState>(
    `select id, channel_id as "channelId", version is not null and withdrawn_at is null as "isPublished"
     from rich_menus where account_id = $1 and id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );
interface MenuState extends Pick<RichMenuRow, 'id' | 'channelId'> {
  readonly isPublished: boolean;
}

export const findSegmentUses = (
  transaction: AccountTransaction,
  id: SegmentId,
): Promise<{ name: string }[]> =>
  transaction.rows<{ name: string }>(
    `select name from rich_menus where account_id = $1 and settings ->> 'segmentUuid' = $2::text order by name`,
    [transaction.accountId, id],
  );
