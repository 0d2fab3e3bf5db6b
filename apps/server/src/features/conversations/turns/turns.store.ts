import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  GroupId,
  MessageId,
  UserId,
  VisitorId,
} from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { insertMessages } from '../messages/messages.store.ts';
import { handoverLines } from '../thread-lines.ts';
import { HAS_REPORT } from './has-report.ts';

/**
 * SQL of turns: who may answer a conversation now, what was said, and closing the turn. Turns of many accounts
 * start and end in groups (platform/database/group-commit.ts), so these take lists and name the account of each row.
 */

export interface ConversationKey {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/** `test`: somebody tries a bot's draft; it is no customer's and counts nowhere. */
export type ChatOrigin = 'chat' | 'test' | 'public' | 'embed';

export interface TurnConversation extends ConversationKey {
  readonly origin: 'channel' | ChatOrigin;
  readonly botId: BotId | null;
  readonly groupId: GroupId | null;
  readonly visitorId: VisitorId | null;
  /** The member of the team who began the chat. */
  readonly userId: UserId | null;
  /** Newest message of the branch that is shown; null: there are no branches. */
  readonly headId: MessageId | null;
  readonly handling: Handling;
  readonly channelId: ChannelId | null;
  readonly threadExternalId: string | null;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
  readonly leaseOwner: string | null;
  /** An answer is being made, or one that a crash cut off will be. */
  readonly isLeased: boolean;
  /** As `DueTurn.dueAt`; null: no answer is owed. */
  readonly dueAt: string | null;
  /** Answers without a result in a row. */
  readonly failures: number;
  /** Answers thrown away in a row. */
  readonly superseded: number;
}

const keyArrays = (keys: readonly ConversationKey[]) => [
  keys.map((key) => key.accountId),
  keys.map((key) => key.conversationId),
];

/** Locks in a fixed order, so that two groups can't wait for each other. */
export const lockConversations = (transaction: SystemTransaction, keys: readonly ConversationKey[]) =>
  transaction.rows<TurnConversation>(
    `select c.account_id as "accountId", c.id as "conversationId", c.origin, c.bot_id as "botId", c.handling,
       c.group_id as "groupId", c.visitor_id as "visitorId", c.user_id as "userId", c.head_id as "headId", c.channel_id as "channelId", c.thread_external_id as "threadExternalId", c.reply_token as "replyToken",
       c.reply_token_expires_at as "replyTokenExpiresAt", c.lease_owner as "leaseOwner",
       coalesce(c.lease_until > now(), false)
         or exists (select from chat_turns t where t.account_id = c.account_id and t.conversation_id = c.id
           and t.ended_at is null) as "isLeased", c.turn_due_at::text as "dueAt", c.failures, c.superseded
     from conversations c
     join (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k
       on c.account_id = k.a and c.id = k.i
     order by c.account_id, c.id for update of c`,
    keyArrays(keys),
  );

export interface NewChat extends ConversationKey {
  readonly origin: ChatOrigin;
  readonly botId: BotId;
  readonly groupId: GroupId | null;
  readonly userId: UserId | null;
  readonly visitorId: VisitorId | null;
  readonly title: string;
  readonly messageId: MessageId;
  readonly leaseOwner: string;
}

/** Conversations of people and visitors with a bot, leased to their first turn. */
export async function insertChats(
  transaction: SystemTransaction,
  chats: readonly NewChat[],
  leaseSeconds: number,
): Promise<void> {
  if (chats.length === 0) return;
  await transaction.run(
    `insert into conversations (account_id, id, bot_id, title, handling, last_message_id, last_customer_message_id, last_message_at,
       lease_owner, lease_until, origin, group_id, user_id, visitor_id)
     select a, i, b, t, 'bot', m, m, now(), l, now() + make_interval(secs => $7), o, g, u, v
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $8::text[], $9::uuid[],
       $10::uuid[], $11::uuid[]) as n(a, i, b, t, m, l, o, g, u, v)`,
    [
      ...keyArrays(chats),
      chats.map((chat) => chat.botId),
      chats.map((chat) => chat.title),
      chats.map((chat) => chat.messageId),
      chats.map((chat) => chat.leaseOwner),
      leaseSeconds,
      chats.map((chat) => chat.origin),
      chats.map((chat) => chat.groupId),
      chats.map((chat) => chat.userId),
      chats.map((chat) => chat.visitorId),
    ],
  );
}

export interface LeasedChat extends ConversationKey {
  /** The question that was just stored; null: an earlier one is answered anew. */
  readonly messageId: MessageId | null;
  readonly leaseOwner: string;
  /** Set when the conversation has branches: the shown one ends here from now on. */
  readonly headId: MessageId | null;
}

export async function leaseChats(
  transaction: SystemTransaction,
  chats: readonly LeasedChat[],
  leaseSeconds: number,
): Promise<void> {
  if (chats.length === 0) return;
  await transaction.run(
    `update conversations c set lease_owner = n.l, lease_until = now() + make_interval(secs => $5),
       last_message_id = coalesce(n.m, c.last_message_id), last_message_at = now(), updated_at = now(),
       last_customer_message_id = coalesce(n.m, c.last_customer_message_id),
       head_id = coalesce(n.h, c.head_id)
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $6::uuid[]) as n(a, i, m, l, h)
     where c.account_id = n.a and c.id = n.i`,
    [
      ...keyArrays(chats),
      chats.map((chat) => chat.messageId),
      chats.map((chat) => chat.leaseOwner),
      leaseSeconds,
      chats.map((chat) => chat.headId),
    ],
  );
}

export interface DueTurn extends ConversationKey {
  readonly channelId: ChannelId | null;
  /** Postgres text with all its digits: when it has changed, more was said meanwhile that wants an answer. */
  readonly dueAt: string;
}

/** Its turn waits for room in the balance (features/billing), which begins it again; for 45 seconds at most. */
const WAITS_FOR_ROOM = `exists (select 1 from token_waits w where w.account_id = conversations.account_id
  and w.holder = conversations.id and w.stored and w.since > clock_timestamp() - interval '45 seconds')`;

export interface ClaimTurns {
  readonly owner: string;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** At the same time, so that a channel whose model hangs leaves room for the others. */
  readonly mostPerChannel: number;
  /** Turns of each channel that run here. */
  readonly running: ReadonlyMap<ChannelId, number>;
}

/**
 * Takes conversations whose answer is due; each is leased to `owner` until it is answered or the lease ends. Channels
 * take turns: who writes to a quiet one does not wait for the backlog of a flooded one.
 */
export const claimDue = (
  transaction: SystemTransaction,
  { owner, limit, leaseSeconds, mostPerChannel, running }: ClaimTurns,
) =>
  transaction.rows<DueTurn>(
    `update conversations c set lease_owner = $1, lease_until = now() + make_interval(secs => $3)
     from (select d.account_id, d.id
           from (select account_id, id, channel_id, turn_due_at,
                   row_number() over (partition by account_id, channel_id order by turn_due_at) as place
                 from conversations where turn_due_at <= now() and (lease_until is null or lease_until < now())
                   and not ${WAITS_FOR_ROOM}) p
           join conversations d on d.account_id = p.account_id and d.id = p.id
           left join unnest($4::uuid[], $5::int[]) as r(channel_id, running) on r.channel_id = p.channel_id
           where p.place + coalesce(r.running, 0) <= $6
             and d.turn_due_at <= now() and (d.lease_until is null or d.lease_until < now())
           order by p.place + coalesce(r.running, 0), p.turn_due_at limit $2 for update of d skip locked) due
     where c.account_id = due.account_id and c.id = due.id
     returning c.account_id as "accountId", c.id as "conversationId", c.channel_id as "channelId",
       c.turn_due_at::text as "dueAt"`,
    [owner, limit, leaseSeconds, [...running.keys()], [...running.values()], mostPerChannel],
  );

/**
 * Milliseconds until the next answer is due (0: now), or null when none is owed. Channels with as many running turns
 * as they may have are left out.
 */
export async function nextDueIn(
  transaction: SystemTransaction,
  { running, mostPerChannel }: Pick<ClaimTurns, 'running' | 'mostPerChannel'>,
): Promise<number | null> {
  const full = [...running].filter(([, count]) => count >= mostPerChannel).map(([channelId]) => channelId);
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from min(greatest(turn_due_at, coalesce(lease_until, turn_due_at))) - now())::float
       * 1000 as wait
     from conversations where turn_due_at is not null and coalesce(channel_id <> all ($1::uuid[]), true)
       and not ${WAITS_FOR_ROOM}`,
    [full],
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

/** Since when an answer is owed, which changes when more is said; null: somebody else has the lease. */
export const extendLease = (
  transaction: SystemTransaction,
  key: ConversationKey,
  owner: string,
  leaseSeconds: number,
) =>
  transaction.one<{ dueAt: string | null }>(
    `update conversations set lease_until = now() + make_interval(secs => $4)
     where account_id = $1 and id = $2 and lease_owner = $3 returning turn_due_at::text as "dueAt"`,
    [key.accountId, key.conversationId, owner, leaseSeconds],
  );

/** A turn that came to nothing is due again after a while; it is free for any worker then. */
export async function postponeTurn(
  transaction: SystemTransaction,
  key: ConversationKey,
  owner: string,
  milliseconds: number,
): Promise<void> {
  await transaction.run(
    `update conversations set lease_owner = null, lease_until = null,
       turn_due_at = case when turn_due_at is not null then now() + make_interval(secs => $4 / 1000.0) end
     where account_id = $1 and id = $2 and lease_owner = $3`,
    [key.accountId, key.conversationId, owner, milliseconds],
  );
}

export interface OwedTurn extends ConversationKey {
  readonly handling: Handling;
  readonly waitingReason: ConversationView['waitingReason'];
  readonly origin: TurnConversation['origin'];
  readonly channelId: ChannelId;
  readonly answeredThrough: MessageId | null;
  readonly botId: BotId | null;
  /** Set when a group chooses the bot. */
  readonly groupId: GroupId | null;
  /** Who answered last. */
  readonly previousBotId: BotId | null;
  readonly isPaused: boolean;
  readonly language: string | null;
  /** As `DueTurn.dueAt`, read before what was said: nothing later than this is missed. */
  readonly dueAt: string | null;
  readonly superseded: number;
  readonly outOfOfficeSentAt: Date | null;
  /** The channel's, as JSON, with the account's zone for what it leaves out. */
  readonly settings: string;
  readonly batchingDelay: number;
  readonly timeZone: string;
  /** Staff have decided on a call of a tool, and the customer has not heard of it. */
  readonly hasReport: boolean;
}

/** What turns of channels need to know; nothing of conversations that are gone. */
export const findOwedTurns = (transaction: SystemTransaction, keys: readonly ConversationKey[]) =>
  transaction.rows<OwedTurn>(
    `select c.account_id as "accountId", c.id as "conversationId", c.handling, c.waiting_reason as "waitingReason", c.origin, ch.id as "channelId",
       c.answered_through as "answeredThrough", ch.bot_id as "botId", ch.group_id as "groupId",
       c.bot_id as "previousBotId", ch.paused as "isPaused", f.language, c.turn_due_at::text as "dueAt", c.superseded,
       c.nobody_told_at as "outOfOfficeSentAt", ch.settings::text as settings, ch.batching_delay as "batchingDelay",
       a.time_zone as "timeZone",
       ${HAS_REPORT('c.account_id', 'c.id')} as "hasReport"
     from (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k
       join conversations c on c.account_id = k.a and c.id = k.i
       join accounts a on a.id = c.account_id
       join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id`,
    keyArrays(keys),
  );

export interface QuotableMessage {
  readonly id: MessageId;
  readonly quoteToken: string | null;
  readonly vendorMessageId: string | null;
}

/** By what answers can quote messages. */
export const findQuotable = (
  transaction: SystemTransaction,
  messages: readonly { readonly accountId: AccountId; readonly id: MessageId }[],
) =>
  transaction.rows<QuotableMessage>(
    `select m.id, m.quote_token as "quoteToken", m.vendor_message_id as "vendorMessageId"
     from unnest($1::uuid[], $2::uuid[]) as k(a, i) join messages m on m.account_id = k.a and m.id = k.i`,
    [messages.map(({ accountId }) => accountId), messages.map(({ id }) => id)],
  );

/** The bot owes nothing here after all, except what came since `dueAt` was read. */
export async function dropTurn(
  transaction: AccountTransaction,
  id: ConversationId,
  change: { owner: string; dueAt: string; handling: Handling | null },
): Promise<void> {
  await transaction.run(
    `update conversations set lease_owner = null, lease_until = null,
       turn_due_at = case when turn_due_at is distinct from $5::timestamptz then turn_due_at end,
       handling = case when handling = 'bot' then coalesce($4, handling) else handling end, updated_at = now()
     where account_id = $1 and id = $2 and lease_owner = $3`,
    [transaction.accountId, id, change.owner, change.handling, change.dueAt],
  );
}

export interface ClosedTurn extends ConversationKey {
  readonly botId: BotId;
  readonly messageId: MessageId | null;
  readonly answeredThrough: MessageId | null;
  /** As the turn was taken with; when it has changed, more is owed. Null for chats. */
  readonly dueAt: string | null;
  readonly usesReplyToken: boolean;
  /** Set when a person is wanted. */
  readonly waitingReason: ConversationView['waitingReason'];
  /** What it is now, of a conversation in the inbox: its thread says where it passes to staff. Null: of no such one. */
  readonly handlingBefore: Handling | null;
  /** The answer was none. */
  readonly isFailure: boolean;
  /** The customer hears in it that nobody is there. */
  readonly saysOutOfOffice: boolean;
}

/** Ends turns: the lease is free, and what came meanwhile is due when its own batching delay is over. */
export async function closeTurns(
  transaction: SystemTransaction,
  turns: readonly ClosedTurn[],
): Promise<void> {
  if (turns.length === 0) return;
  const lines = turns.flatMap(({ handlingBefore, waitingReason, ...place }) =>
    handlingBefore === 'bot' && waitingReason !== null
      ? handoverLines(place, handlingBefore, { status: 'waiting', waitingReason })
      : [],
  );
  const closing = transaction.run(
    `update conversations c set bot_id = n.b, lease_owner = null, lease_until = null,
       answered_through = coalesce(n.through, c.answered_through),
       turn_due_at = case when c.turn_due_at is distinct from n.due then c.turn_due_at end,
       reply_token = case when n.used then null else c.reply_token end,
       handling = case when n.reason is not null and c.handling = 'bot' then 'waiting' else c.handling end,
       waiting_reason = case when n.reason is not null then n.reason else c.waiting_reason end,
       last_message_id = coalesce(n.m, c.last_message_id),
       last_message_at = case when n.m is not null then now() else c.last_message_at end,
       head_id = case when c.head_id is not null then coalesce(n.m, c.head_id) end,
       failures = case when n.failed then c.failures + 1 else 0 end, superseded = 0,
       nobody_told_at = case when n.told then now() else c.nobody_told_at end,
       updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::boolean[], $7::text[],
       $8::timestamptz[], $9::boolean[], $10::boolean[])
       as n(a, i, b, m, through, used, reason, due, failed, told)
     where c.account_id = n.a and c.id = n.i`,
    [
      ...keyArrays(turns),
      turns.map((turn) => turn.botId),
      turns.map((turn) => turn.messageId),
      turns.map((turn) => turn.answeredThrough),
      turns.map((turn) => turn.usesReplyToken),
      turns.map((turn) => turn.waitingReason),
      turns.map((turn) => turn.dueAt),
      turns.map((turn) => turn.isFailure),
      turns.map((turn) => turn.saysOutOfOffice),
    ],
  );
  await Promise.all([closing, insertMessages(transaction, lines)]);
}

/** More was said while these were made, so they are thrown away: the lease is free, and all of it is still owed. */
export async function supersedeTurns(
  transaction: SystemTransaction,
  turns: readonly ConversationKey[],
): Promise<void> {
  if (turns.length === 0) return;
  await transaction.run(
    `update conversations c set lease_owner = null, lease_until = null, superseded = c.superseded + 1
     from unnest($1::uuid[], $2::uuid[]) as n(a, i) where c.account_id = n.a and c.id = n.i`,
    keyArrays(turns),
  );
}

/** After a restart of the only process: whoever held a lease is gone. */
export async function releaseAllLeases(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    'update conversations set lease_owner = null, lease_until = null where lease_until is not null',
  );
}
