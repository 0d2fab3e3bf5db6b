import type { AccountId, ChannelId, ConversationId, CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { customerOf } from './contacts.store.ts';
import { NAMED, noteEvents } from './customers/customer-events.store.ts';

/** SQL of the people behind a channel, as far as what they do there changes them. */

export interface FriendState {
  readonly id: FriendId;
  readonly externalId: string;
  /** When the vendor was last asked who they are. */
  readonly profileAt: Date | null;
}

/** The friends behind a vendor's user ids; the new ones get a customer of their own, or that of `customerOf`. */
export async function openFriends(
  transaction: AccountTransaction,
  { id: channelId, isShared }: { readonly id: ChannelId; readonly isShared: boolean },
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, FriendState>> {
  if (externalIds.length === 0) return new Map();
  const found = await findFriends(transaction, channelId, externalIds);
  const known = new Set(found.map((friend) => friend.externalId));
  const missing = externalIds.filter((externalId) => !known.has(externalId));
  // Their other thread (the group, or the chat with the account alone) may be opening them at the same moment.
  const added =
    missing.length === 0 ? [] : await addFriends(transaction, { id: channelId, isShared }, missing);
  return new Map([...found, ...added].map((friend) => [friend.externalId, friend]));
}

const findFriends = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  externalIds: readonly string[],
): Promise<FriendState[]> =>
  transaction.rows<FriendState>(
    `select id, external_id as "externalId", profile_at as "profileAt" from friends
     where account_id = $1 and channel_id = $2 and external_id = any($3)`,
    [transaction.accountId, channelId, externalIds],
  );

/**
 * Whether one of these ids belongs to somebody who has talked to the channel or, while nothing was ever received on it,
 * to its official account: with a secret that was wrong from the first day it has no friends.
 */
export const isKnownToChannel = async (
  transaction: AccountTransaction,
  channelId: ChannelId,
  externalIds: readonly string[],
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from friends where account_id = $1 and channel_id = $2 and external_id = any($3)
     union all
     select 1 from channels where account_id = $1 and id = $2 and external_id = any($3) and last_inbound_at is null
     limit 1`,
    [transaction.accountId, channelId, externalIds],
  )) !== null;

async function addFriends(
  transaction: AccountTransaction,
  { id: channelId, isShared }: { readonly id: ChannelId; readonly isShared: boolean },
  externalIds: readonly string[],
): Promise<FriendState[]> {
  const sorted = [...externalIds].sort();
  const adding = transaction.run(
    `with added as (
       insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       select $1, f, $2, coalesce(${customerOf('e', '$6')}, c), e, '', 'unknown'
       from unnest($3::uuid[], $4::uuid[], $5::text[]) as n(f, c, e)
       on conflict (account_id, channel_id, external_id) do nothing returning customer_id),
     people as (
       insert into customers (account_id, id, name) select $1, customer_id, '' from added
       on conflict do nothing returning id)
     ${noteEvents('created', { from: 'people' })}`,
    [
      transaction.accountId,
      channelId,
      sorted.map(() => newId<FriendId>()),
      sorted.map(() => newId<CustomerId>()),
      sorted,
      isShared,
    ],
  );
  const [, added] = await Promise.all([adding, findFriends(transaction, channelId, sorted)]);
  return added;
}

/** As many messages as a segment can ask for. */
const MESSAGE_TIMES_MAX = 100;
/** SQL of the newest of a friend's `message_times` and of `more`, the oldest first. */
const newestOf = (more: string): string => `array(select n.at from
  (select at from unnest(f.message_times || ${more}) t(at) order by at desc limit ${MESSAGE_TIMES_MAX}) n order by n.at)`;

/** Somebody who writes is a friend, with a customer; a name that is theirs takes the place of the one we gave. */
export async function openFriend(
  transaction: AccountTransaction,
  channelId: ChannelId,
  who: {
    readonly externalId: string;
    readonly signedId: string | null;
    readonly name: string;
    readonly isNamed: boolean;
    readonly conversationId: ConversationId;
  },
): Promise<FriendId> {
  const row = await transaction.one<{ id: FriendId }>(
    `with friend as (
       insert into friends as f
         (account_id, id, channel_id, customer_id, external_id, name, signed_id, state, last_wrote_at, message_times)
       values ($1, $4, $2, $5, $3, $6, $8, 'following', now(), array[now()])
       on conflict (account_id, channel_id, external_id) do update set state = 'following', last_wrote_at = now(),
         message_times = ${newestOf('array[now()]')},
         signed_id = excluded.signed_id,
         name = case when $7 then excluded.name else f.name end
       returning f.id, f.customer_id, f.name, f.xmax = 0 as "isNew"),
     people as (insert into customers (account_id, id, name, last_wrote_at)
       select $1, customer_id, name, now() from friend where "isNew" returning id),
     created as (${noteEvents('created', { from: 'people' })}),
     heard as (${noteMessages({ from: 'friend', channel: '$2', conversation: '$9' })}),
     writing as (update customers set last_wrote_at = now() where account_id = $1
       and id in (select customer_id from friend where not "isNew") and
         (last_wrote_at is null or last_wrote_at < now() - interval '1 minute'))
     select id from friend`,
    [
      transaction.accountId,
      channelId,
      who.externalId,
      newId<FriendId>(),
      newId<CustomerId>(),
      who.name,
      who.isNamed,
      who.signedId,
      who.conversationId,
    ],
  );
  if (!row) throw new Error('a friend was neither found nor made');
  return row.id;
}

interface EarlierFriend {
  readonly externalId: string;
  readonly name: string;
  readonly lastWroteAt: Date;
  readonly createdAt: Date;
}

/** People who wrote before there was a channel, each with a customer. */
export async function insertFriends(
  transaction: AccountTransaction,
  channelId: ChannelId,
  friends: readonly EarlierFriend[],
): Promise<void> {
  await transaction.run(
    `with friend as (
       insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, last_wrote_at, message_times,
         created_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), n.external_id, n.name, 'following', n.wrote_at,
         array[n.wrote_at], n.created_at
       from unnest($3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
         as n(external_id, name, wrote_at, created_at)
       on conflict (account_id, channel_id, external_id) do nothing
       returning customer_id, name, created_at, last_wrote_at),
     people as (
       insert into customers (account_id, id, name, created_at, last_wrote_at)
       select $1, customer_id, name, created_at, last_wrote_at from friend returning id)
     ${noteEvents('created', { from: 'people', by: 'import' })}`,
    [
      transaction.accountId,
      channelId,
      friends.map(({ externalId }) => externalId),
      friends.map(({ name }) => name),
      friends.map(({ lastWroteAt }) => lastWroteAt),
      friends.map(({ createdAt }) => createdAt),
    ],
  );
}

export async function setFriendState(
  transaction: AccountTransaction,
  id: FriendId,
  state: 'following' | 'blocked',
): Promise<void> {
  await transaction.run(
    `with friend as (update friends set state = $3 where account_id = $1 and id = $2 and state <> $3
       returning customer_id as id, id as friend_id, channel_id)
     ${noteEvents(state === 'following' ? 'followed' : 'blocked', {
       from: 'friend',
       data: `jsonb_build_object('friendId', n.friend_id, 'channelId', n.channel_id)`,
     })}`,
    [transaction.accountId, id, state],
  );
}

/** Of people who wrote, the rows of `from`: only where a rule listens, as it comes with every message. */
const noteMessages = ({
  from,
  channel,
  conversation,
}: {
  readonly from: string;
  readonly channel: string;
  readonly conversation: string;
}): string => `insert into customer_events (account_id, id, customer_id, kind, by_kind, data, due_at)
  select $1, gen_random_uuid(), n.customer_id, 'message', 'customer',
    jsonb_build_object('friendId', n.id, 'channelId', ${channel}::uuid, 'conversationId', ${conversation}::uuid), now()
  from ${from} n where ${conversation}::uuid is not null and exists (select from action_rules r
    where r.account_id = $1 and r.event = 'message' and r.enabled_at is not null)`;

export interface Writing {
  readonly at: Date;
  /** Of their messages that are new. */
  readonly messageTimes: readonly Date[];
}

/**
 * When each of them last wrote; an earlier moment than the known one changes nothing. Of the customer it is kept to the minute:
 * it stands in an index, and somebody who writes line by line should not change it each time. `heardIn`: where they said
 * something new that rules may hear, with nobody else; null: they did not.
 */
export async function noteWriting(
  transaction: AccountTransaction,
  wrote: ReadonlyMap<FriendId, Writing>,
  heardIn: ConversationId | null,
): Promise<void> {
  if (wrote.size === 0) return;
  const written = [...wrote.values()];
  await transaction.run(
    `with friend as (update friends f set last_wrote_at = greatest(f.last_wrote_at, n.at),
         message_times = ${newestOf('n.times::timestamptz[]')}
       from unnest($2::uuid[], $3::timestamptz[], $5::text[]) as n(id, at, times)
       where f.account_id = $1 and f.id = any($2) and f.id = n.id returning f.id, f.customer_id, f.channel_id, n.at),
     heard as (${noteMessages({ from: 'friend', channel: 'n.channel_id', conversation: '$4' })})
     update customers c set last_wrote_at = friend.at from friend
     where c.account_id = $1 and c.id = friend.customer_id
       and (c.last_wrote_at is null or c.last_wrote_at < friend.at - interval '1 minute')`,
    [
      transaction.accountId,
      [...wrote.keys()],
      written.map(({ at }) => at),
      heardIn,
      // A list of lists would have to be of one length: each goes as the text of an array.
      written.map(({ messageTimes }) => `{${messageTimes.map((at) => at.toISOString()).join(',')}}`),
    ],
  );
}

export interface FriendProfile {
  readonly accountId: AccountId;
  readonly id: FriendId;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
}

/** A language that the vendor doesn't tell any more stays as it was. */
export async function setProfiles(
  transaction: SystemTransaction,
  profiles: readonly FriendProfile[],
): Promise<void> {
  const sorted = profiles.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await transaction.run(
    `with friend as (update friends f set name = n.name, picture_url = n.picture,
         language = coalesce(n.language, f.language), profile_at = now()
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
         as n(account, id, name, picture, language)
       where f.account_id = n.account and f.id = n.id returning f.account_id, f.customer_id, f.name),
     named as (update customers c set name = friend.name from friend
       where c.account_id = friend.account_id and c.id = friend.customer_id and c.name = '' and friend.name <> ''
       returning c.account_id, c.id)
     ${noteEvents('changed', { from: 'named', account: 'n.account_id', data: NAMED })}`,
    [
      sorted.map(({ accountId }) => accountId),
      sorted.map(({ id }) => id),
      sorted.map(({ name }) => name),
      sorted.map(({ pictureUrl }) => pictureUrl),
      sorted.map(({ language }) => language),
    ],
  );
}

/** What they told of themselves; a customer without a name gets the one they gave. */
export async function addDetails(
  transaction: AccountTransaction,
  id: FriendId,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await transaction.run(
    `with friend as (update friends set details = details || $3::jsonb where account_id = $1 and id = $2
       returning customer_id),
     named as (update customers set name = $4 where account_id = $1 and name = '' and $4 <> ''
       and id in (select customer_id from friend) returning id)
     ${noteEvents('changed', { from: 'named', data: NAMED })}`,
    [transaction.accountId, id, JSON.stringify(details), details.name ?? ''],
  );
}

/** Who they are is forgotten; that there is somebody stays, or their answers would have no place. */
export async function forgetFriend(transaction: AccountTransaction, id: FriendId): Promise<void> {
  await transaction.run(
    `with friend as (update friends set name = '', picture_url = null, language = null, details = '{}',
         profile_at = now()
       where account_id = $1 and id = $2 returning customer_id)
     update customers set name = '' where account_id = $1 and id in (select customer_id from friend)`,
    [transaction.accountId, id],
  );
}
