import type { ChannelId, CustomerId, FriendId, RichMenuId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

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

/**
 * Stands before the menu that a friend was last linked to from the moment when another link is asked for until its answer is
 * stored. A process that dies in between leaves it there: LINE may show either menu, so the friend counts as unlinked,
 * whichever menu they should have by then. No id of the vendor begins with it.
 */
const IN_DOUBT = '?';
/** `line_id` with the mark of doubt, once. */
const UNCERTAIN_LINE_ID = `'${IN_DOUBT}' || ltrim(coalesce(k.line_id, ''), '${IN_DOUBT}')`;

/** Takes friends whom LINE does not show their menu, or their lack of one, yet, and marks their link as in doubt. */
export async function takeUnlinkedFriends(
  transaction: AccountTransaction,
  query: UnlinkedFriendsQuery,
): Promise<UnlinkedFriend[]> {
  const people = await findUnlinkedFriends(transaction, query);
  if (people.length > 0)
    await markLinksUncertain(
      transaction,
      people.map(({ friendId }) => friendId),
    );
  return people;
}

const markLinksUncertain = (
  transaction: AccountTransaction,
  friendIds: readonly FriendId[],
): Promise<number> =>
  transaction.run(
    `update friend_menus k set line_id = ${UNCERTAIN_LINE_ID} where account_id = $1 and friend_id = any($2::uuid[])`,
    [transaction.accountId, friendIds],
  );

/** `is not distinct from` would say both in one and read all friends each time: no index answers it. */
function findUnlinkedFriends(
  transaction: AccountTransaction,
  { channelId, menuId, shown, after, limit }: UnlinkedFriendsQuery,
): Promise<UnlinkedFriend[]> {
  const values = [transaction.accountId, channelId, shown, limit, after];
  const [isUnlinked, all] =
    menuId === null
      ? ['k.menu_id is null and k.line_id is not null and k.line_id <> all($3::text[])', values]
      : ['k.menu_id = $6 and (k.line_id is null or k.line_id <> all($3::text[]))', [...values, menuId]];
  return transaction.rows<UnlinkedFriend>(
    `select k.friend_id as "friendId", f.external_id as "externalId"
     from friend_menus k join friends f on f.account_id = k.account_id and f.id = k.friend_id
     where k.account_id = $1 and k.channel_id = $2 and ${isUnlinked} and f.state in ('following', 'unknown')
       and ($5::uuid is null or k.friend_id > $5)
     order by k.friend_id limit $4`,
    all,
  );
}
export interface UnlinkedFriend {
  readonly friendId: FriendId;
  readonly externalId: string;
}
interface UnlinkedFriendsQuery {
  readonly channelId: ChannelId;
  /** Null: the default. */
  readonly menuId: RichMenuId | null;
  /** The vendor's ids of all pages of the menu: a friend who has switched to another tab keeps it. */
  readonly shown: readonly string[];
  /** The last friend of the batch before; null: this is the first batch. */
  readonly after: FriendId | null;
  readonly limit: number;
}

/** Records the menu at LINE that friends were linked to; null: none of their own. Returns how many rows changed. */
export const markLinked = (
  transaction: AccountTransaction,
  { channelId, friendIds, lineId }: LinkedFriends,
): Promise<number> =>
  transaction.run(
    `with step as (update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2)
     update friend_menus set line_id = $4 where account_id = $1 and friend_id = any($3::uuid[])`,
    [transaction.accountId, channelId, friendIds, lineId],
  );
interface LinkedFriends {
  readonly channelId: ChannelId;
  readonly friendIds: readonly FriendId[];
  readonly lineId: string | null;
}

/** Menus at LINE that friends were last linked to, also where that is in doubt. */
export const listLinked = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<{ lineId: string }[]> =>
  transaction.rows<{ lineId: string }>(
    `select distinct ltrim(k.line_id, '${IN_DOUBT}') as "lineId" from friend_menus k join friends f on f.account_id = k.account_id and f.id = k.friend_id
     where k.account_id = $1 and k.channel_id = $2 and k.line_id is not null and f.state in ('following', 'unknown')`,
    [transaction.accountId, channelId],
  );

interface SampledFriend extends UnlinkedFriend {
  readonly menuId: RichMenuId;
  readonly lineId: string;
}
/** Picks some friends who were linked to a menu of their own minutes ago: the vendor takes its time. */
export const sampleLinked = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  limit: number,
): Promise<SampledFriend[]> =>
  transaction.rows<SampledFriend>(
    `select k.friend_id as "friendId", f.external_id as "externalId", k.menu_id as "menuId", k.line_id as "lineId"
     from friend_menus k join friends f on f.account_id = k.account_id and f.id = k.friend_id
       join line_menus l on l.account_id = k.account_id and l.channel_id = k.channel_id and l.line_id = k.line_id
     where k.account_id = $1 and k.channel_id = $2 and k.menu_id is not null and f.state = 'following'
       and k.changed_at < now() - interval '2 minutes' and l.created_at < now() - interval '2 minutes'
     order by random() limit $3`,
    [transaction.accountId, channelId, limit],
  );

/** Has these friends, or with null all of the channel, linked to their menus once more, or taken off what LINE shows them. */
export const forgetLinks = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  friendIds: readonly FriendId[] | null,
): Promise<number> =>
  transaction.run(
    `update friend_menus k set line_id = ${UNCERTAIN_LINE_ID}
     where account_id = $1 and channel_id = $2 and menu_id is not null and ($3::uuid[] is null or friend_id = any($3::uuid[]))`,
    [transaction.accountId, channelId, friendIds],
  );

/** Friends who were shown a menu that is gone see the default: forgets their links. What is in doubt stays so. */
export const clearLinksExcept = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  existingLineIds: readonly string[],
): Promise<number> =>
  transaction.run(
    `update friend_menus set line_id = null
     where account_id = $1 and channel_id = $2 and line_id <> all($3::text[]) and line_id not like '${IN_DOUBT}%'`,
    [transaction.accountId, channelId, existingLineIds],
  );

/** Counts friends whom LINE does not show one of these menus, though they have one of their own. */
export const countUnlinked = async (
  transaction: AccountTransaction,
  channelId: ChannelId,
  current: readonly string[],
): Promise<number> =>
  (
    await transaction.one<{ count: number }>(
      `select count(*)::int as count from friend_menus
       where account_id = $1 and channel_id = $2 and menu_id is not null
         and (line_id is null or line_id <> all($3::text[]))`,
      [transaction.accountId, channelId, current],
    )
  )?.count ?? 0;

/** `linked`: to the version of their menu that is current. */
export const countShares = async (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<{ wanted: number; linked: number }> =>
  (await transaction.one<{ wanted: number; linked: number }>(
    `select count(*)::int as wanted, count(l.line_id)::int as linked
     from friend_menus k left join line_menus l on l.account_id = k.account_id and l.channel_id = k.channel_id
       and l.line_id = k.line_id and l.menu_id = k.menu_id and l.replaced_at is null
     where k.account_id = $1 and k.channel_id = $2 and k.menu_id is not null`,
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
       given_at = case when excluded.given_menu_id is null then null else now() end,
       menu_id = case when excluded.given_menu_id is not null or k.given_menu_id is null then k.menu_id
         when k.menu_id = k.given_menu_id then null else k.menu_id end`,
    [transaction.accountId, channelId, friendIds, menuId],
  );

/** Gives the menu, by an action, to every friend of the channel that the customer is. Returns how many those are. */
export const giveMenuTo = (
  transaction: AccountTransaction,
  { customerId, channelId, menuId }: { customerId: CustomerId; channelId: ChannelId; menuId: RichMenuId },
): Promise<number> =>
  transaction.run(
    `insert into friend_menus as k (account_id, channel_id, friend_id, given_menu_id, given_at)
     select f.account_id, f.channel_id, f.id, $4::uuid, now() from friends f
     where f.account_id = $1 and f.customer_id = $2 and f.channel_id = $3
     on conflict (account_id, friend_id) do update set given_menu_id = excluded.given_menu_id, given_at = now()`,
    [transaction.accountId, customerId, channelId, menuId],
  );

/** Lets the list decide from now on. Returns the channels where it did not. */
export const takeMenusOf = (
  transaction: AccountTransaction,
  customerId: CustomerId,
): Promise<{ channelId: ChannelId }[]> =>
  transaction.rows<{ channelId: ChannelId }>(
    `with taken as (update friend_menus k set given_menu_id = null, given_at = null from friends f
       where f.account_id = $1 and f.customer_id = $2 and k.account_id = f.account_id and k.friend_id = f.id
         and k.given_menu_id is not null returning k.channel_id)
     select distinct channel_id as "channelId" from taken`,
    [transaction.accountId, customerId],
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
     order by l.replaced_at desc nulls first, l.created_at desc limit 1
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

/** Has the friends that a customer is linked once more. */
export const relinkFriendsOf = (transaction: AccountTransaction, customerId: CustomerId): Promise<number> =>
  transaction.run(
    `update friend_menus k set line_id = ${UNCERTAIN_LINE_ID} from friends f
     where f.account_id = $1 and f.customer_id = $2 and k.account_id = f.account_id and k.friend_id = f.id and k.menu_id is not null`,
    [transaction.accountId, customerId],
  );
