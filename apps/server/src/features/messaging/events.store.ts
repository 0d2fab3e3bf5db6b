import type { InboundEvent } from '@hanasu/channels/spec/channel';
import type { BotSettings } from '@hanasu/contract/bots';
import type { AccountId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import type { StoredSettings } from '../channels/public.ts';
import { messages } from '../conversations/public.ts';

export type StoredEvent = InboundEvent & {
  readonly raw: unknown;
  /** It was replayed from the log. */
  readonly replayed?: boolean;
};

export interface ReceivedEvents {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly events: readonly StoredEvent[];
  readonly receivedAt: Date;
}

/** Stores the events of many webhook calls, and ends the transaction; what is there already stays as it was. */
export async function insertEvents(
  transaction: SystemTransaction,
  received: readonly ReceivedEvents[],
): Promise<void> {
  const rows = received.flatMap((call) => call.events.map((event) => ({ ...call, event })));
  if (rows.length === 0) return;
  const threads = rows.some(isAboutMessage) ? await findThreadsOf(transaction, rows) : NO_THREADS;
  // In one order, so that two groups with the same events can't wait for each other.
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const inserting = () =>
    transaction.run(
      `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at, vendor_message_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::text[])
     on conflict do nothing`,
      [
        rows.map((row) => row.accountId),
        rows.map((row) => row.channelId),
        rows.map((row) => row.event.vendorEventId),
        rows.map((row) => threads.get(row) ?? row.event.threadExternalId ?? ''),
        // Postgres JSON can't hold NUL.
        rows.map((row) => JSON.stringify(row.event).replaceAll('\\u0000', '')),
        rows.map((row) => row.receivedAt),
        rows.map(({ event: { what } }) => ('vendorMessageId' in what ? what.vendorMessageId : null)),
      ],
    );
  await transaction.last(inserting);
}

type ReceivedEvent = Omit<ReceivedEvents, 'events'> & { readonly event: StoredEvent };

const NO_THREADS: ReadonlyMap<ReceivedEvent, string | null> = new Map();

const isAboutMessage = ({ event }: ReceivedEvent): boolean => event.aboutMessage !== undefined;

/** Threads of the events that only name a message of theirs. */
async function findThreadsOf(
  transaction: SystemTransaction,
  rows: readonly ReceivedEvent[],
): Promise<ReadonlyMap<ReceivedEvent, string | null>> {
  const sought = rows.flatMap((row) => {
    const { aboutMessage: vendorMessageId, threadExternalId: chat } = row.event;
    return vendorMessageId === undefined || chat === null ? [] : [{ row, ...row, vendorMessageId, chat }];
  });
  if (sought.length === 0) return new Map();
  const threads = await findThreads(transaction, sought);
  return new Map(sought.map(({ row }, index) => [row, threads[index] ?? null]));
}

/** How many of our latest messages are searched for the ids of their later parts. */
const LATEST_OURS = 200;

/** A message of the vendor, in a chat that may have several threads. */
interface SoughtMessage {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  /** The thread of the chat itself; those of places inside it are called by it, `/` and their own id. */
  readonly chat: string;
  readonly vendorMessageId: string;
}

/** In which thread of their chats these messages stand, in the same order; null: no thread has it. */
async function findThreads(
  transaction: SystemTransaction,
  sought: readonly SoughtMessage[],
): Promise<(string | null)[]> {
  const rows = await transaction.rows<{ index: number; thread: string | null }>(
    `select k.index::int as index, c.thread_external_id as thread
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) with ordinality
         as k(account_id, channel_id, chat, message, index)
       join conversations c on c.account_id = k.account_id and c.channel_id = k.channel_id
         and (c.thread_external_id = k.chat or starts_with(c.thread_external_id, k.chat || '/'))
     where exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id
           and m.vendor_message_id = k.message)
       or exists (select from (select data from messages m where m.account_id = c.account_id
             and m.conversation_id = c.id and m.sender in ('bot', 'operator') order by m.id desc limit ${LATEST_OURS}) latest
           where latest.data -> 'vendorIds' ? k.message)`,
    [
      sought.map(({ accountId }) => accountId),
      sought.map(({ channelId }) => channelId),
      sought.map(({ chat }) => chat),
      sought.map(({ vendorMessageId }) => vendorMessageId),
    ],
  );
  const threads = new Map(rows.map(({ index, thread }) => [index, thread]));
  return sought.map((_, at) => threads.get(at + 1) ?? null);
}

const keyOf = ({ channelId, event }: { channelId: ChannelId; event: StoredEvent }): string =>
  `${channelId}/${event.vendorEventId}`;

export interface ThreadKey {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly thread: string;
}

/** Threads with events that are not applied yet, oldest first; channels take turns, however many events one has. */
export const findOpenThreads = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ThreadKey>(
    `select account_id as "accountId", channel_id as "channelId", thread
     from (select account_id, channel_id, thread, min(received_at) as since,
             row_number() over (partition by account_id, channel_id order by min(received_at)) as place
           from inbound_events where done_at is null group by 1, 2, 3) t
     order by place, since limit $1`,
    [limit],
  );

export const NEXT_EVENT_DUE = '(select received_at from inbound_events where done_at is null limit 1)';

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

/** Its content stays for a while, so that it can be applied again (`dropContent`). */
export async function markDone(
  transaction: AccountTransaction,
  { channelId, thread }: ThreadKey,
  vendorEventIds: readonly string[],
  error: string | null = null,
): Promise<void> {
  await transaction.run(
    `update inbound_events set done_at = now(), error = $5
     where account_id = $1 and channel_id = $2 and thread = $3 and done_at is null and vendor_event_id = any($4)`,
    [transaction.accountId, channelId, thread, vendorEventIds, error],
  );
}

/** An event without its content: only its kind and ids are left. */
export const withoutContent = (event: string): string =>
  `(${event} - 'raw' - 'what' - 'replyToken' - 'quoteToken' - 'readToken')
     || jsonb_build_object('what', jsonb_strip_nulls(jsonb_build_object('kind', ${event} #> '{what,kind}',
       'event', ${event} #> '{what,event}', 'vendorMessageId', ${event} #> '{what,vendorMessageId}')))`;

/** A message was taken back: its words go from the events as well. */
export async function purgeStored(
  transaction: AccountTransaction,
  channelId: ChannelId,
  vendorMessageId: string,
): Promise<void> {
  await transaction.run(
    `update inbound_events set event = ${withoutContent('event')}
     where account_id = $1 and channel_id = $2 and vendor_message_id = $3 and done_at is not null`,
    [transaction.accountId, channelId, vendorMessageId],
  );
}

/** A person wants their data erased: of all that was received from them, the words go. */
export async function purgeThread(
  transaction: AccountTransaction,
  { channelId, thread }: ThreadKey,
): Promise<void> {
  await transaction.run(
    `update inbound_events set event = ${withoutContent('event')}
     where account_id = $1 and channel_id = $2 and thread = $3 and done_at is not null and event ? 'raw'`,
    [transaction.accountId, channelId, thread],
  );
}

/** Whether this person came or went later than at `at`: calls may overtake each other. */
export async function hasLaterTurn(
  transaction: AccountTransaction,
  key: ThreadKey,
  conversationId: ConversationId,
  at: number,
): Promise<boolean> {
  const row = await transaction.one(
    `select 1 from messages m
       join inbound_events e on e.account_id = m.account_id and e.channel_id = $3
         and e.vendor_event_id = substr(m.vendor_message_id, length('${messages.ID_PREFIXES.event}') + 1)
     where m.account_id = $1 and m.conversation_id = $2 and m.kind = 'event'
       and m.data ->> 'event' in ('follow', 'unfollow') and (e.event ->> 'occurredAt')::numeric > $4 limit 1`,
    [transaction.accountId, conversationId, key.channelId, at],
  );
  return row !== null;
}

export interface ApplyingChannel extends StoredSettings {
  /** A bot or a group of bots answers here. */
  readonly isAnswered: boolean;
  /** That bot, or one of the group, is published and not paused. */
  readonly isLive: boolean;
  readonly isPaused: boolean;
  /** An administrator has suspended the account: nothing is said in its name. */
  readonly isSuspended: boolean;
  /** Its last event came so long ago that it is noted again (`updateHealth`). */
  readonly isQuiet: boolean;
  /** Of the bot; a group greets with the words of its fallback bot, or of its first. */
  readonly greeting: string | null;
  readonly variables: BotSettings['variables'] | null;
  readonly tone: string | null;
  /** Words by which people unsubscribe and come back; null: never changed. */
  readonly subscriptionWords: { readonly leaving: string[]; readonly returning: string[] } | null;
}

export const findApplyingChannel = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<ApplyingChannel>(
    `select coalesce(c.bot_id, c.group_id) is not null as "isAnswered", c.paused as "isPaused",
       exists (select from bots l where l.account_id = c.account_id and l.version > 0 and not l.paused
         and (l.id = c.bot_id or l.id in (select n.bot_id from bot_group_members n
           where n.account_id = c.account_id and n.group_id = c.group_id))) as "isLive",
       a.suspended_at is not null as "isSuspended",
       (c.last_inbound_at is null or c.last_inbound_at < now() - interval '5 seconds') as "isQuiet", c.settings::text as settings,
       c.batching_delay as "batchingDelay", a.time_zone as "timeZone", b.greeting, b.settings -> 'variables' as variables,
       b.settings ->> 'tone' as tone,
       (select json_build_object('leaving', w.unsubscribe_words, 'returning', w.resume_words) from broadcast_settings w
         where w.account_id = c.account_id) as "subscriptionWords"
     from channels c join accounts a on a.id = c.account_id
       left join bot_groups g on g.account_id = c.account_id and g.id = c.group_id
       left join bots b on b.account_id = c.account_id and b.id = coalesce(c.bot_id,
         (select f.id from bots f where f.account_id = g.account_id and f.id = g.fallback_bot_id),
         (select m.bot_id from bot_group_members m where m.account_id = g.account_id and m.group_id = g.id
          order by m.position limit 1))
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

/** What vendors sent of their threads, also of topics in their chats. What is being applied finds no conversation any more and is undone. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { friends }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `delete from inbound_events e using unnest($2::uuid[], $3::text[]) as f(channel_id, thread)
     where e.account_id = $1 and e.channel_id = f.channel_id
       and (e.thread = f.thread or starts_with(e.thread, f.thread || '/'))`,
    [
      transaction.accountId,
      friends.map(({ channelId }) => channelId),
      friends.map(({ externalId }) => externalId),
    ],
  );
  return [];
}
