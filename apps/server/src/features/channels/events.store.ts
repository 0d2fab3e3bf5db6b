import type { InboundEvent } from '@hanasu/channels/spec/channel';
import type { BotSettings } from '@hanasu/contract/bots';
import type { AccountId, ChannelId, CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export type StoredEvent = InboundEvent & { readonly raw: unknown };

export interface ReceivedEvents {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly events: readonly StoredEvent[];
  readonly receivedAt: Date;
}

/** Stores the events of many webhook calls at once; what is there already stays as it was. */
export async function insertEvents(
  transaction: SystemTransaction,
  received: readonly ReceivedEvents[],
): Promise<void> {
  const rows = received.flatMap((call) => call.events.map((event) => ({ ...call, event })));
  if (rows.length === 0) return;
  // In one order, so that two groups with the same events can't wait for each other.
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await transaction.run(
    `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])
     on conflict do nothing`,
    [
      rows.map((row) => row.accountId),
      rows.map((row) => row.channelId),
      rows.map((row) => row.event.vendorEventId),
      rows.map((row) => row.event.threadExternalId ?? ''),
      // Postgres JSON can't hold NUL.
      rows.map((row) => JSON.stringify(row.event).replaceAll('\\u0000', '')),
      rows.map((row) => row.receivedAt),
    ],
  );
}

const keyOf = ({ channelId, event }: { channelId: ChannelId; event: StoredEvent }): string =>
  `${channelId}/${event.vendorEventId}`;

export interface ThreadKey {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly thread: string;
}

/** Threads with events that nobody has applied, oldest first. */
export const findOpenThreads = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ThreadKey>(
    `select account_id as "accountId", channel_id as "channelId", thread from inbound_events
     where done_at is null group by 1, 2, 3 order by min(received_at) limit $1`,
    [limit],
  );

/** Waits until no other transaction applies events of this thread. */
export async function lockThread(transaction: AccountTransaction, key: ThreadKey): Promise<void> {
  await transaction.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${key.channelId}/${key.thread}`,
  ]);
}

export const findOpenEvents = (transaction: AccountTransaction, key: ThreadKey, limit: number) =>
  transaction.rows<{ vendorEventId: string; event: StoredEvent; receivedAt: Date }>(
    `select vendor_event_id as "vendorEventId", event, received_at as "receivedAt" from inbound_events
     where account_id = $1 and channel_id = $2 and thread = $3 and done_at is null
     order by (event ->> 'occurredAt')::numeric, received_at, vendor_event_id limit $4`,
    [transaction.accountId, key.channelId, key.thread, limit],
  );

/** What a message said is let go of: it lives on in the message alone, where its sender can take it back. */
export async function markDone(
  transaction: AccountTransaction,
  channelId: ChannelId,
  vendorEventIds: readonly string[],
): Promise<void> {
  await transaction.run(
    `update inbound_events set done_at = now(), event = event #- '{what,content}' #- '{raw,message}'
     where account_id = $1 and channel_id = $2 and vendor_event_id = any($3)`,
    [transaction.accountId, channelId, vendorEventIds],
  );
}

export interface ApplyingChannel {
  /** A bot or a group of bots answers here. */
  readonly isAnswered: boolean;
  readonly isPaused: boolean;
  readonly batchingDelay: number;
  /** Of the bot; a group greets with the words of its fallback bot, or of its first. */
  readonly greeting: string | null;
  readonly variables: BotSettings['variables'] | null;
}

export const findApplyingChannel = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<ApplyingChannel>(
    `select coalesce(c.bot_id, c.group_id) is not null as "isAnswered", c.paused as "isPaused",
       c.batching_delay as "batchingDelay", b.greeting, b.settings -> 'variables' as variables
     from channels c
       left join bot_groups g on g.account_id = c.account_id and g.id = c.group_id
       left join bots b on b.account_id = c.account_id and b.id = coalesce(c.bot_id,
         (select f.id from bots f where f.account_id = g.account_id and f.id = g.fallback_bot_id),
         (select m.bot_id from bot_group_members m where m.account_id = g.account_id and m.group_id = g.id
          order by m.position limit 1))
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

export interface FriendState {
  readonly id: FriendId;
  readonly hasProfile: boolean;
}

/** The friend behind a vendor's user id, with a customer of their own when they are new. */
export async function openFriend(
  transaction: AccountTransaction,
  ids: { friendId: FriendId; customerId: CustomerId },
  friend: { channelId: ChannelId; externalId: string },
): Promise<FriendState> {
  const found = await transaction.one<FriendState>(
    `select id, profile_at is not null as "hasProfile" from friends
     where account_id = $1 and channel_id = $2 and external_id = $3`,
    [transaction.accountId, friend.channelId, friend.externalId],
  );
  if (found) return found;
  await transaction.run(`insert into customers (account_id, id, name) values ($1, $2, '')`, [
    transaction.accountId,
    ids.customerId,
  ]);
  await transaction.run(
    `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
     values ($1, $2, $3, $4, $5, '', 'unknown')`,
    [transaction.accountId, ids.friendId, friend.channelId, ids.customerId, friend.externalId],
  );
  return { id: ids.friendId, hasProfile: false };
}

export async function setFriendState(
  transaction: AccountTransaction,
  id: FriendId,
  state: 'following' | 'blocked',
): Promise<void> {
  await transaction.run('update friends set state = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
    state,
  ]);
}

export interface FriendProfile {
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
}

export async function setProfile(
  transaction: AccountTransaction,
  id: FriendId,
  profile: FriendProfile,
): Promise<void> {
  await transaction.run(
    `with friend as (update friends set name = $3, picture_url = $4, language = $5, profile_at = now()
       where account_id = $1 and id = $2 returning customer_id)
     update customers set name = $3 where account_id = $1 and name = '' and id in (select customer_id from friend)`,
    [transaction.accountId, id, profile.name, profile.pictureUrl, profile.language],
  );
}
