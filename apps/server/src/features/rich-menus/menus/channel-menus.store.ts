import type { AccountId, ChannelId, CustomerId, FriendId, RichMenuId } from '@hanasu/contract/ids';
import type { MenuDrift } from '@hanasu/contract/menus-at-line';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface ChannelMenusRow {
  readonly wanted: number;
  readonly done: number;
  readonly dueAt: Date | null;
  readonly isRunning: boolean;
  readonly attempts: number;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly error: string | null;
  readonly createdTimes: readonly Date[];
  readonly deletedTimes: readonly Date[];
  readonly defaultSet: string | null;
  readonly defaultFound: string | null;
  readonly otherMenus: number;
  readonly drift: readonly MenuDrift[];
  readonly takesBack: boolean;
  readonly isLeft: boolean;
  readonly checkedAt: Date | null;
}

export const findChannelMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<ChannelMenusRow | null> =>
  transaction.one<ChannelMenusRow>(
    `select wanted::int as wanted, done::int as done, due_at as "dueAt", coalesce(leased_until > now(), false) as "isRunning",
       attempts, steps_done as "stepsDone", steps_total as "stepsTotal", error, created_times as "createdTimes",
       deleted_times as "deletedTimes", default_set as "defaultSet", default_found as "defaultFound",
       other_menus as "otherMenus", drift, takes_back as "takesBack", is_left as "isLeft", checked_at as "checkedAt"
     from channel_menus where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );

export interface Wish {
  readonly takesBack?: boolean;
  readonly isLeft?: boolean;
  /** Not before so many milliseconds: what changes often is gathered. */
  readonly delayMs?: number;
}

/** Something that decides what should be at LINE has changed: the work goes on. */
export const wantMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  { takesBack = false, isLeft, delayMs = 0 }: Wish = {},
): Promise<number> =>
  transaction.run(
    `insert into channel_menus as m (account_id, channel_id, due_at, takes_back, is_left)
     values ($1, $2, now() + $3 * interval '1 millisecond', $4, coalesce($5, false))
     on conflict (account_id, channel_id) do update set wanted = m.wanted + 1,
       due_at = least(coalesce(m.due_at, excluded.due_at), excluded.due_at),
       takes_back = m.takes_back or excluded.takes_back, is_left = coalesce($5, m.is_left), attempts = 0`,
    [transaction.accountId, channelId, delayMs, takesBack, isLeft ?? null],
  );

export interface DueChannel {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly wanted: number;
  readonly attempts: number;
}

/** Seconds; a run that takes longer renews it. */
export const LEASE_SECONDS = 60;

export async function claimDue(
  transaction: SystemTransaction,
  limit: number,
): Promise<{ items: DueChannel[]; nextIn: number | null }> {
  const items = await transaction.rows<DueChannel>(
    `update channel_menus m set leased_until = now() + $2 * interval '1 second'
     from (select account_id, channel_id from channel_menus
       where due_at <= now() and (leased_until is null or leased_until <= now())
       order by due_at limit $1 for update skip locked) d
     where m.account_id = d.account_id and m.channel_id = d.channel_id
     returning m.account_id as "accountId", m.channel_id as "channelId", m.wanted::int as wanted, m.attempts`,
    [limit, LEASE_SECONDS],
  );
  const next = await transaction.one<{ ms: number | null }>(
    `select greatest(0, extract(epoch from min(greatest(due_at, coalesce(leased_until, due_at))) - now()) * 1000)::float8 as ms
     from channel_menus where due_at is not null`,
  );
  return { items, nextIn: next?.ms ?? null };
}

export const extendLease = (transaction: SystemTransaction, { accountId, channelId }: DueChannel) =>
  transaction.run(
    `update channel_menus set leased_until = now() + $3 * interval '1 second' where account_id = $1 and channel_id = $2`,
    [accountId, channelId, LEASE_SECONDS],
  );

/** What a process that died was at is free again. */
export const releaseLeases = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(`update channel_menus set leased_until = null where leased_until is not null`);

export type Ending =
  /** `nextAt`: when schedules, segments or a look at LINE come next. */
  | { readonly kind: 'done'; readonly nextAt: Date }
  /** The vendor takes no more until then. */
  | { readonly kind: 'limited'; readonly until: Date }
  | { readonly kind: 'failed'; readonly error: string; readonly until: Date }
  /** Nothing can be done until somebody changes something. */
  | { readonly kind: 'stopped'; readonly error: string };

export async function endRun(
  transaction: AccountTransaction,
  { channelId, wanted }: DueChannel,
  ending: Ending,
): Promise<void> {
  const at = ending.kind === 'done' ? ending.nextAt : ending.kind === 'stopped' ? null : ending.until;
  const error = 'error' in ending ? ending.error : null;
  await transaction.run(
    `update channel_menus set leased_until = null, error = $4,
       done = case when $5 = 'done' then $3 else done end,
       drift = case when $5 = 'done' and takes_back then '[]' else drift end,
       takes_back = case when $5 = 'done' and wanted = $3 then false else takes_back end,
       attempts = case when $5 = 'failed' then attempts + 1 when $5 = 'done' then 0 else attempts end,
       due_at = case when wanted > $3 and $5 <> 'limited' then now() else $6::timestamptz end
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, wanted, error, ending.kind, at],
  );
}

export interface SeenAtLine {
  readonly defaultFound: string | null;
  readonly otherMenus: number;
  readonly drift: readonly MenuDrift[];
  readonly stepsTotal: number;
}

export const saveSeen = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  { defaultFound, otherMenus, drift, stepsTotal }: SeenAtLine,
): Promise<number> =>
  transaction.run(
    `update channel_menus set default_found = $3, other_menus = $4, drift = $5, checked_at = now(),
       is_left = is_left and $5::jsonb <> '[]'::jsonb, steps_done = 0, steps_total = $6
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, defaultFound, otherMenus, JSON.stringify(drift), stepsTotal],
  );

export interface LineMenuRow {
  readonly lineId: string;
  readonly menuId: RichMenuId;
  readonly pageId: string;
  readonly hash: string;
  readonly hasPicture: boolean;
}

export const listLineMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<LineMenuRow[]> =>
  transaction.rows<LineMenuRow>(
    `select line_id as "lineId", menu_id as "menuId", page_id as "pageId", hash, has_picture as "hasPicture"
     from line_menus where account_id = $1 and channel_id = $2 order by created_at, line_id`,
    [transaction.accountId, channelId],
  );

/** Rows of what is found at LINE, and of nothing else. */
export async function syncLineMenus(
  transaction: AccountTransaction,
  channelId: ChannelId,
  found: readonly Omit<LineMenuRow, 'hasPicture'>[],
): Promise<void> {
  const ids = found.map(({ lineId }) => lineId);
  await transaction.run(
    `delete from line_menus where account_id = $1 and channel_id = $2 and line_id <> all($3::text[])`,
    [transaction.accountId, channelId, ids],
  );
  // Who was shown a menu that is gone sees the default.
  await transaction.run(
    `update friend_menus set line_id = null where account_id = $1 and channel_id = $2 and line_id <> all($3::text[])`,
    [transaction.accountId, channelId, ids],
  );
  await transaction.run(
    `insert into line_menus (account_id, channel_id, line_id, menu_id, page_id, hash)
     select $1, $2, * from unnest($3::text[], $4::uuid[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      transaction.accountId,
      channelId,
      ids,
      found.map(({ menuId }) => menuId),
      found.map(({ pageId }) => pageId),
      found.map(({ hash }) => hash),
    ],
  );
}

/** Made at this moment: counts for the vendor's limit of an hour. */
export const noteMade = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  row: Omit<LineMenuRow, 'hasPicture'>,
): Promise<number> =>
  transaction.run(
    `with made as (update channel_menus set steps_done = steps_done + 1, created_times = array(select t from unnest(created_times) t
         where t > now() - interval '1 hour') || now() where account_id = $1 and channel_id = $2)
     insert into line_menus (account_id, channel_id, line_id, menu_id, page_id, hash) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [transaction.accountId, channelId, row.lineId, row.menuId, row.pageId, row.hash],
  );

export const notePicture = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string,
): Promise<number> =>
  transaction.run(
    `with step as (update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2)
     update line_menus set has_picture = true where account_id = $1 and channel_id = $2 and line_id = $3`,
    [transaction.accountId, channelId, lineId],
  );

export const noteDefault = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string | null,
): Promise<number> =>
  transaction.run(
    `update channel_menus set default_set = $3, default_found = $3, steps_done = steps_done + 1
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, lineId],
  );

export const noteStep = (transaction: AccountTransaction, channelId: ChannelId): Promise<number> =>
  transaction.run(
    `update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );

/** Deleted at this moment, or found gone. */
export const noteRemoved = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string,
): Promise<number> =>
  transaction.run(
    `with gone as (update channel_menus set steps_done = steps_done + 1, deleted_times = array(select t from unnest(deleted_times) t
         where t > now() - interval '1 hour') || now() where account_id = $1 and channel_id = $2)
     delete from line_menus where account_id = $1 and channel_id = $2 and line_id = $3`,
    [transaction.accountId, channelId, lineId],
  );

/** Which menu is for whom, as parts of SQL over the friends `f`, the first of them first. Null: for everybody. */
export interface MenuShare {
  readonly menuId: RichMenuId;
  readonly people: { readonly sql: string; readonly values: readonly unknown[] } | null;
}

const FIXED = 3;

/**
 * Works out which menu each friend of a channel should have. `given` are menus that may be given by hand. Friends for whom it is
 * the menu of everybody have none of their own. Returns for how many that changed.
 */
export function shareMenus(
  transaction: AccountTransaction,
  channelId: ChannelId,
  { shares, given }: { readonly shares: readonly MenuShare[]; readonly given: readonly RichMenuId[] },
): Promise<number> {
  const values: unknown[] = [transaction.accountId, channelId, given];
  const cases = shares.flatMap(({ menuId, people }) => {
    if (!people) return [];
    values.push(...people.values);
    return [`when ${people.sql} then '${menuId}'::uuid`];
  });
  const byList = cases.length > 0 ? `case ${cases.join(' ')} end` : 'null::uuid';
  return transaction.run(
    `insert into friend_menus as k (account_id, channel_id, friend_id, menu_id)
     select f.account_id, f.channel_id, f.id, w.menu_id
     from friends f left join friend_menus o on o.account_id = f.account_id and o.friend_id = f.id
       cross join lateral (select case when o.given_menu_id = any($3::uuid[]) then o.given_menu_id else ${byList} end as menu_id) w
     where f.account_id = $1 and f.channel_id = $2 and f.state in ('following', 'unknown') and w.menu_id is distinct from o.menu_id
     on conflict (account_id, friend_id) do update set menu_id = excluded.menu_id, changed_at = now()`,
    values,
  );
}
/** The number of the first parameter of the first share. */
export const FIRST_OF_SHARES = FIXED + 1;

/** Whom LINE is to be told that they have a menu, or none of their own; at most `limit`. */
export const findUntold = (
  transaction: AccountTransaction,
  { channelId, menuId, shown, limit }: Untold,
): Promise<{ friendId: FriendId; externalId: string }[]> =>
  transaction.rows<{ friendId: FriendId; externalId: string }>(
    `select k.friend_id as "friendId", f.external_id as "externalId"
     from friend_menus k join friends f on f.account_id = k.account_id and f.id = k.friend_id
     where k.account_id = $1 and k.channel_id = $2 and k.menu_id is not distinct from $3::uuid and f.state in ('following', 'unknown')
       and case when $3::uuid is null then k.line_id is not null and k.line_id <> all($4::text[])
         else k.line_id is null or k.line_id <> all($4::text[]) end
     order by k.friend_id limit $5`,
    [transaction.accountId, channelId, menuId, shown, limit],
  );
interface Untold {
  readonly channelId: ChannelId;
  /** Null: the default. */
  readonly menuId: RichMenuId | null;
  /** The vendor's ids of all pages of the menu: whoever has switched to another tab keeps it. */
  readonly shown: readonly string[];
  readonly limit: number;
}

export const noteTold = (
  transaction: AccountTransaction,
  { channelId, friendIds, lineId }: Told,
): Promise<number> =>
  transaction.run(
    `with step as (update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2)
     update friend_menus set line_id = $4 where account_id = $1 and friend_id = any($3::uuid[])`,
    [transaction.accountId, channelId, friendIds, lineId],
  );
interface Told {
  readonly channelId: ChannelId;
  readonly friendIds: readonly FriendId[];
  readonly lineId: string | null;
}

/** Menus at LINE that friends of ours were last told to have. */
export const listLinked = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<{ lineId: string }[]> =>
  transaction.rows<{ lineId: string }>(
    `select distinct k.line_id as "lineId" from friend_menus k join friends f on f.account_id = k.account_id and f.id = k.friend_id
     where k.account_id = $1 and k.channel_id = $2 and k.line_id is not null and f.state in ('following', 'unknown')`,
    [transaction.accountId, channelId],
  );

export const countShares = async (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<{ wanted: number; linked: number }> =>
  (await transaction.one<{ wanted: number; linked: number }>(
    `select count(*) filter (where menu_id is not null)::int as wanted,
       count(*) filter (where menu_id is not null and line_id is not null)::int as linked
     from friend_menus where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  )) ?? { wanted: 0, linked: 0 };

/** Given by hand; null: from now on the list decides. Friends of the channel only. */
export const giveMenu = (
  transaction: AccountTransaction,
  {
    channelId,
    friendIds,
    menuId,
  }: { channelId: ChannelId; friendIds: readonly FriendId[]; menuId: RichMenuId | null },
): Promise<number> =>
  transaction.run(
    `insert into friend_menus as k (account_id, channel_id, friend_id, given_menu_id, given_at)
     select f.account_id, f.channel_id, f.id, $4::uuid, now() from friends f
     where f.account_id = $1 and f.channel_id = $2 and f.id = any($3::uuid[])
     on conflict (account_id, friend_id) do update set given_menu_id = excluded.given_menu_id,
       given_at = case when excluded.given_menu_id is null then null else now() end`,
    [transaction.accountId, channelId, friendIds, menuId],
  );

export interface FriendMenuRow {
  readonly menuId: RichMenuId | null;
  readonly givenMenuId: RichMenuId | null;
  readonly lineId: string | null;
  readonly channelId: ChannelId;
}
/** Null: there is no such friend. */
export const findFriendMenu = (
  transaction: AccountTransaction,
  friendId: FriendId,
): Promise<FriendMenuRow | null> =>
  transaction.one<FriendMenuRow>(
    `select k.menu_id as "menuId", k.given_menu_id as "givenMenuId", k.line_id as "lineId", f.channel_id as "channelId"
     from friends f left join friend_menus k on k.account_id = f.account_id and k.friend_id = f.id
     where f.account_id = $1 and f.id = $2`,
    [transaction.accountId, friendId],
  );

/** They opened another page themselves. `pageId` null: the first one that stands there of the menu. */
export const noteSwitched = (
  transaction: AccountTransaction,
  {
    channelId,
    friendId,
    menuId,
    pageId,
  }: { channelId: ChannelId; friendId: FriendId; menuId: RichMenuId; pageId: string | null },
): Promise<number> =>
  transaction.run(
    `insert into friend_menus (account_id, channel_id, friend_id, line_id)
     select l.account_id, l.channel_id, $3, l.line_id from line_menus l
     where l.account_id = $1 and l.channel_id = $2 and l.menu_id = $4 and ($5::text is null or l.page_id = $5) and l.has_picture
     order by l.created_at desc limit 1
     on conflict (account_id, friend_id) do update set line_id = excluded.line_id`,
    [transaction.accountId, channelId, friendId, menuId, pageId],
  );

/** Channels with published menus that are for segments. */
export const listNarrowed = (transaction: AccountTransaction): Promise<{ channelId: ChannelId }[]> =>
  transaction.rows<{ channelId: ChannelId }>(
    `select distinct channel_id as "channelId" from rich_menus
     where account_id = $1 and version is not null and withdrawn_at is null and settings ->> 'segmentUuid' is not null`,
    [transaction.accountId],
  );

/** LINE is told again. */
export const forgetTold = (transaction: AccountTransaction, customerId: CustomerId): Promise<number> =>
  transaction.run(
    `update friend_menus k set line_id = null from friends f
     where f.account_id = $1 and f.customer_id = $2 and k.account_id = f.account_id and k.friend_id = f.id and k.menu_id is not null`,
    [transaction.accountId, customerId],
  );
