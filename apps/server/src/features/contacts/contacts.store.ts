import type { FriendView } from '@hanasu/contract/friends';
import type { ChannelId, ConversationId, CustomerId, FriendId, TagId } from '@hanasu/contract/ids';
import { foldName } from '@hanasu/contract/text';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { picturePath } from '../../platform/database/picture-path.ts';
import { NAMED, noteEvents } from './customers/customer-events.store.ts';
import type { CompiledSegment } from './segments/segment-language.ts';

interface FriendRow {
  readonly id: FriendId;
  readonly customerId: CustomerId;
  readonly channelId: ChannelId;
  readonly externalId: string;
  readonly kind: string;
  readonly channelName: string;
  readonly sandbox: boolean;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
  readonly state: FriendView['state'];
  readonly tags: FriendView['tags'];
  readonly details: Record<string, string>;
  readonly conversationId: FriendView['conversationUuid'];
  readonly lastWroteAt: Date | null;
  readonly createdAt: Date;
}

const SELECT = `select f.id, f.customer_id as "customerId", f.channel_id as "channelId", f.external_id as "externalId",
    c.kind, c.name as "channelName", c.sandbox, f.name, ${picturePath('friend', 'f', 'picture_url')} as "pictureUrl", f.language, f.state, f.details,
    k.id as "conversationId", coalesce(f.last_wrote_at, k.last_customer_at) as "lastWroteAt",
    f.created_at as "createdAt",
    coalesce((select json_agg(json_build_object('uuid', t.id, 'name', t.name, 'color', t.color, 'groupUuid', t.group_id)
        order by g.position nulls last, t.position, t.id)
      from customer_tags x join tags t on t.account_id = x.account_id and t.id = x.tag_id
        left join tag_groups g on g.account_id = t.account_id and g.id = t.group_id
      where x.account_id = f.account_id and x.customer_id = f.customer_id), '[]') as tags
  from friends f
    join channels c on c.account_id = f.account_id and c.id = f.channel_id
    left join conversations k on k.account_id = f.account_id and k.channel_id = f.channel_id
      and k.thread_external_id = f.external_id`;

const view = (row: FriendRow): FriendView => ({
  uuid: row.id,
  customerUuid: row.customerId,
  channel: { uuid: row.channelId, kind: row.kind, name: row.channelName, sandbox: row.sandbox },
  name: row.name,
  pictureUrl: row.pictureUrl,
  language: row.language,
  state: row.state,
  tags: row.tags,
  details: row.details,
  conversationUuid: row.conversationId,
  lastWroteAt: row.lastWroteAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export interface FriendFilter extends FriendsAsked {
  readonly state: FriendView['state'] | undefined;
  readonly sort: FriendSort;
  readonly limit: number;
  readonly offset: number;
}

/** The id is in each order: pages never show somebody twice. */
const ORDERS = {
  name: `f.name = '', lower(f.name), f.id`,
  '-name': `f.name = '', lower(f.name) desc, f.id desc`,
  createdAt: 'f.created_at, f.id',
  '-createdAt': 'f.created_at desc, f.id desc',
  lastWroteAt: 'f.last_wrote_at nulls last, f.id',
  '-lastWroteAt': 'f.last_wrote_at desc nulls last, f.id desc',
} as const;
type FriendSort = keyof typeof ORDERS;

const WHERE = `f.account_id = $1 and ($2::uuid is null or f.channel_id = $2)
  and ($3::text is null or position($3 in f.searched_names) > 0)
  and ($4::uuid is null or exists (select 1 from customer_tags x
    where x.account_id = f.account_id and x.customer_id = f.customer_id and x.tag_id = $4))`;
/** Of `WHERE`. */
const VALUES = 4;

interface FriendsAsked {
  readonly q: string | undefined;
  readonly channelId: ChannelId | undefined;
  readonly tagId: TagId | undefined;
  /** Only friends in its list of SQL; null: any. */
  readonly segment: CompiledSegment | null;
}

/** The friends `f` who are asked for, as a part of SQL and what it takes. */
function asked(transaction: AccountTransaction, { q, channelId, tagId, segment }: FriendsAsked) {
  const within = segment?.where(VALUES + 1);
  return {
    where: within ? `${WHERE} and f.id in ${within.sql}` : WHERE,
    values: [
      transaction.accountId,
      channelId,
      q === undefined ? q : foldName(q),
      tagId,
      ...(within?.values ?? []),
    ],
  };
}

export async function listFriends(
  transaction: AccountTransaction,
  { state, sort, limit, offset, ...filter }: FriendFilter,
): Promise<FriendView[]> {
  const { where, values } = asked(transaction, filter);
  const next = values.length + 1;
  const rows = await transaction.rows<FriendRow>(
    `${SELECT} where ${where} and ($${next}::text is null or f.state = $${next}) order by ${ORDERS[sort]}
     limit $${next + 1} offset $${next + 2}`,
    [...values, state, limit, offset],
  );
  return rows.map(view);
}

/** By state, whatever state is asked for. */
export async function countFriends(
  transaction: AccountTransaction,
  filter: FriendsAsked,
): Promise<Record<FriendView['state'], number>> {
  const { where, values } = asked(transaction, filter);
  const rows = await transaction.rows<{ state: FriendView['state']; count: number }>(
    `select f.state, count(*)::int as count from friends f where ${where} group by f.state`,
    values,
  );
  const counts = { following: 0, blocked: 0, unknown: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

export async function findFriend(transaction: AccountTransaction, id: FriendId): Promise<FriendView | null> {
  const row = await transaction.one<FriendRow>(`${SELECT} where f.account_id = $1 and f.id = $2`, [
    transaction.accountId,
    id,
  ]);
  return row && view(row);
}

/** Where the vendor is asked about somebody. */
export const findVendorId = (transaction: AccountTransaction, id: FriendId) =>
  transaction.one<{ channelId: ChannelId; externalId: string }>(
    `select channel_id as "channelId", external_id as "externalId" from friends where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );

export interface NewFollower {
  readonly friendId: FriendId;
  readonly customerId: CustomerId;
  readonly externalId: string;
}

export interface FollowersStored {
  readonly added: number;
  readonly changed: number;
}

/**
 * The customer whom another channel of this account knows by the same id of the vendor ($1 account, $2 channel). Where
 * the vendor's ids are shared (`capabilities.sharedPersonIds`), the same id is the same person for sure: of LINE because
 * ids are made for one provider and person, so two channels that know one are of one provider. What sandboxes say
 * of people is made up, so they join nobody.
 */
export const customerOf = (externalId: string, isShared: string): string =>
  `(select f.customer_id from channels mine
     join channels other on other.account_id = mine.account_id and other.kind = mine.kind and other.id <> mine.id
       and not other.sandbox
     join friends f on f.account_id = other.account_id and f.channel_id = other.id and f.external_id = ${externalId}
   where ${isShared}::boolean and mine.account_id = $1 and mine.id = $2 and not mine.sandbox
   order by f.created_at limit 1)`;

/**
 * One page of followers, in one statement: who is new becomes a friend with a customer of their own, who is known is
 * following from now on. Somebody who writes at the same moment is stored by whoever comes first; both go through
 * them in the order of their ids, so that neither waits for the other for ever.
 */
export async function storeFollowers(
  transaction: AccountTransaction,
  channelId: ChannelId,
  { followers, isShared }: { readonly followers: readonly NewFollower[]; readonly isShared: boolean },
): Promise<FollowersStored> {
  const sorted = followers.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1));
  const row = await transaction.one<FollowersStored>(
    `with stored as (
       insert into friends as f (account_id, id, channel_id, customer_id, external_id, name, state)
       select $1, id, $2, coalesce(${customerOf('g.external_id', '$6')}, customer_id), external_id, '', 'following'
       from unnest($3::uuid[], $4::uuid[], $5::text[]) as g(id, customer_id, external_id)
       on conflict (account_id, channel_id, external_id) do update set state = 'following'
         where f.state <> 'following'
       returning f.customer_id, f.xmax = 0 as "isNew"),
     people as (
       insert into customers (account_id, id, name) select $1, customer_id, '' from stored where "isNew"
       on conflict do nothing returning id),
     created as (${noteEvents('created', { from: 'people', by: 'import' })})
     select count(*) filter (where "isNew")::int as added, count(*) filter (where not "isNew")::int as changed
     from stored`,
    [
      transaction.accountId,
      channelId,
      sorted.map((follower) => follower.friendId),
      sorted.map((follower) => follower.customerId),
      sorted.map((follower) => follower.externalId),
      isShared,
    ],
  );
  return row ?? { added: 0, changed: 0 };
}

/** Those of a page whose profile was never read, or not within a day. */
export const findUnread = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  externalIds: readonly string[],
) =>
  transaction.rows<{ id: FriendId; externalId: string }>(
    `select id, external_id as "externalId" from friends
     where account_id = $1 and channel_id = $2 and external_id = any($3::text[])
       and (profile_at is null or profile_at < now() - interval '1 day')`,
    [transaction.accountId, channelId, externalIds],
  );

export interface ReadProfile {
  readonly id: FriendId;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
}

/** Returns how many that were known before are different now. A customer without a name gets their friend's. */
export async function storeProfiles(
  transaction: AccountTransaction,
  profiles: readonly ReadProfile[],
): Promise<number> {
  if (profiles.length === 0) return 0;
  const row = await transaction.one<{ changed: number }>(
    `with given as (
       select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as g(id, name, picture_url, language)),
     before as (
       select count(*)::int as changed from friends f join given on given.id = f.id
       where f.account_id = $1 and f.profile_at is not null and
         (f.name, f.picture_url, f.language) is distinct from (given.name, given.picture_url, given.language)),
     stored as (
       update friends f set name = given.name, picture_url = given.picture_url, language = given.language,
         profile_at = now()
       from given where f.account_id = $1 and f.id = given.id returning f.customer_id, f.name),
     named as (
       update customers c set name = stored.name from stored
       where c.account_id = $1 and c.id = stored.customer_id and c.name = '' and stored.name <> '' returning c.id),
     changed as (${noteEvents('changed', { from: 'named', by: 'import', data: NAMED })})
     select changed from before`,
    [
      transaction.accountId,
      profiles.map((profile) => profile.id),
      profiles.map((profile) => storable(profile.name)),
      profiles.map((profile) => profile.pictureUrl && storable(profile.pictureUrl)),
      profiles.map((profile) => profile.language && storable(profile.language)),
    ],
  );
  return row?.changed ?? 0;
}

/** Postgres holds neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Words by which people unsubscribe and come back. */
export interface SubscriptionWords {
  readonly leaving: readonly string[];
  readonly returning: readonly string[];
}

/** Finds them in the settings of broadcasts; null: never changed. */
export const findWords = (transaction: AccountTransaction) =>
  transaction.one<SubscriptionWords>(
    `select unsubscribe_words as leaving, resume_words as returning from broadcast_settings where account_id = $1`,
    [transaction.accountId],
  );

export interface Writer {
  readonly customerId: CustomerId;
  /** Language of their profile. */
  readonly language: string | null;
  readonly tone: string | null;
  /** Language of the channel; `auto` where none is set. */
  readonly speaks: string;
  readonly timeZone: string;
  /** Tag of those who unsubscribed, where it can be given. */
  readonly tagId: TagId | null;
}

/** Finds who sent a word by which people unsubscribe, and their language and tone. */
export const findWriter = (transaction: AccountTransaction, id: FriendId) =>
  transaction.one<Writer>(
    `select f.customer_id as "customerId", f.language, b.settings ->> 'tone' as tone,
       coalesce(h.settings ->> 'language', 'auto') as speaks, a.time_zone as "timeZone", t.id as "tagId"
     from friends f join channels h on h.account_id = f.account_id and h.id = f.channel_id
       join accounts a on a.id = f.account_id
       left join bots b on b.account_id = h.account_id and b.id = h.bot_id
       left join broadcast_settings s on s.account_id = f.account_id
       left join tags t on t.account_id = s.account_id and t.id = s.tag_id and t.archived_at is null
     where f.account_id = $1 and f.id = $2`,
    [transaction.accountId, id],
  );

/** Whether the customer of the conversation wants nothing that they have not asked for. */
export const refusesUnasked = async (transaction: AccountTransaction, id: ConversationId): Promise<boolean> =>
  (await transaction.one<{ id: FriendId }>(
    `select f.id from conversations k join friends f on f.account_id = k.account_id and f.id = k.friend_id
       left join broadcast_settings s on s.account_id = f.account_id
     where k.account_id = $1 and k.id = $2 and not k.is_group and (f.consent = 'withdrawn' or exists (
       select from customer_tags x where x.account_id = f.account_id and x.customer_id = f.customer_id
         and x.tag_id = s.tag_id))`,
    [transaction.accountId, id],
  )) !== null;
