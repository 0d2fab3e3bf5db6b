import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  FriendId,
  MessageId,
  VisitorId,
} from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { insertMessages } from './messages/messages.store.ts';
import { handoverLines } from './thread-lines.ts';

/** SQL of the one conversation that a thread of a vendor, or a visitor of a web site, has. */

interface Thread {
  readonly channelId: ChannelId;
  readonly threadExternalId: string;
  /** Null in groups, and while nobody has written. */
  readonly friendId: FriendId | null;
  readonly isGroup: boolean;
}

interface ThreadState {
  readonly id: ConversationId;
  readonly handling: Handling;
  readonly groupName: string | null;
  readonly isSnoozed: boolean;
}

/** The one conversation of a thread, made when it is new. */
export async function openThread(
  transaction: AccountTransaction,
  newId: ConversationId,
  thread: Thread,
): Promise<ThreadState> {
  const row = await transaction.one<ThreadState>(
    `insert into conversations (account_id, id, origin, channel_id, friend_id, thread_external_id, title, handling,
       last_message_at, is_group)
     values ($1, $2, 'channel', $3, $4, $5, '', 'bot', now(), $6)
     on conflict (account_id, channel_id, thread_external_id)
       do update set is_group = conversations.is_group or excluded.is_group,
         friend_id = case when not (conversations.is_group or excluded.is_group)
           then coalesce(conversations.friend_id, excluded.friend_id) end
     returning id, handling, group_name as "groupName", snoozed_until is not null as "isSnoozed"`,
    [
      transaction.accountId,
      newId,
      thread.channelId,
      thread.friendId,
      thread.threadExternalId,
      thread.isGroup,
    ],
  );
  if (!row) throw new Error('the conversation is not there');
  return row;
}

/**
 * The newest tokens for showing conversations as read, each of which is used once; none where there is none, or the
 * channel is set not to. Skips locked rows: a conversation that is being changed keeps its token for the next answer.
 */
export const takeReadTokens = (
  transaction: SystemTransaction,
  keys: readonly { readonly accountId: AccountId; readonly conversationId: ConversationId }[],
) =>
  transaction.rows<{ conversationId: ConversationId; token: string }>(
    `with taken as (
       select c.account_id, c.id, c.read_token as token from conversations c
         join (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k
           on c.account_id = k.a and c.id = k.i
         join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
       where c.read_token is not null and coalesce((ch.settings #>> '{look,markRead}')::boolean, true)
       order by c.account_id, c.id for update of c skip locked)
     update conversations c set read_token = null from taken t where c.account_id = t.account_id and c.id = t.id
     returning c.id as "conversationId", t.token`,
    [keys.map(({ accountId }) => accountId), keys.map(({ conversationId }) => conversationId)],
  );

export interface InboundChange {
  readonly lastMessageId: MessageId | null;
  /** Newest reply token; null keeps the one that is there. */
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
  /** An answer is wanted this many milliseconds after the newest message; null: nothing changes. */
  readonly answerInMs: number | null;
  /** The friend has gone: nothing is owed any more. */
  readonly cancelsTurn: boolean;
  /** A closed conversation opens again when its customer writes. */
  readonly handling: Handling | null;
  /** What it was; absent: no line in the thread says that it has passed to staff, or back. */
  readonly handlingBefore?: Handling;
  /** With a new handling. */
  readonly waitingReason?: ConversationView['waitingReason'];
  /** What was said up to here needs no answer of the bot. */
  readonly answeredThrough?: MessageId | null;
  /** When the customer last wrote; an earlier moment than the known one changes nothing. */
  readonly customerWroteAt?: Date | null;
  /** Newest token for showing it as read; null keeps the one that is there. */
  readonly readToken?: string | null;
}

/** `receive` of the conversation's rules, with what is kept of the thread. */
export async function applyInbound(
  transaction: AccountTransaction,
  id: ConversationId,
  change: InboundChange,
): Promise<void> {
  const { handling, handlingBefore, waitingReason = null } = change;
  const place = { accountId: transaction.accountId, conversationId: id };
  const lines =
    handling && handlingBefore
      ? handoverLines(place, handlingBefore, { status: handling, waitingReason })
      : [];
  // Sent at once: callers send more behind it.
  const applying = transaction.run(
    `update conversations set
       last_message_id = coalesce($3, last_message_id),
       last_message_at = case when $3::uuid is null then last_message_at else now() end,
       reply_token = coalesce($4, reply_token),
       reply_token_expires_at = case when $4::text is null then reply_token_expires_at else $5::timestamptz end,
       turn_due_at = case when $7 then null
         when $6::float8 is null then turn_due_at else now() + make_interval(secs => $6::float8 / 1000) end,
       handling = coalesce($8, handling), operator_id = case when $8::text is null then operator_id end,
       waiting_reason = case when $8::text is null then waiting_reason else $9::text end,
       answered_through = greatest(answered_through, $10::uuid),
       last_customer_at = greatest(last_customer_at, $11::timestamptz),
       read_token = coalesce($12, read_token),
       updated_at = now()
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      change.lastMessageId,
      change.replyToken,
      change.replyTokenExpiresAt,
      change.answerInMs,
      change.cancelsTurn,
      change.handling,
      change.waitingReason,
      change.answeredThrough,
      change.customerWroteAt,
      change.readToken,
    ],
  );
  await Promise.all([applying, insertMessages(transaction, lines)]);
}

interface VisitorThread {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId;
  readonly visitorId: VisitorId;
  readonly botId: BotId;
}

/** A new conversation is the visitor's thread from now on; the one before it keeps its place under a longer name. */
export async function insertVisitorThread(
  transaction: AccountTransaction,
  thread: VisitorThread,
): Promise<void> {
  await transaction.run(
    `update conversations set thread_external_id = thread_external_id || '/' || id
     where account_id = $1 and channel_id = $2 and thread_external_id = $3::text`,
    [transaction.accountId, thread.channelId, thread.visitorId],
  );
  await transaction.run(
    `insert into conversations (account_id, id, origin, channel_id, friend_id, thread_external_id, bot_id, visitor_id,
       title, handling, last_message_at)
     values ($1, $2, 'embed', $3, $4, $5::text, $6, $5::uuid, '', 'bot', now())`,
    [
      transaction.accountId,
      thread.conversationId,
      thread.channelId,
      thread.friendId,
      thread.visitorId,
      thread.botId,
    ],
  );
}

/** Conversations of visitors from before the bot was a channel become those of its friends. */
export async function adoptVisitorThreads(
  transaction: AccountTransaction,
  channelId: ChannelId,
  botId: BotId,
): Promise<void> {
  await transaction.run(
    `update conversations c set channel_id = $2, friend_id = n.friend_id, thread_external_id = n.thread
     from (select o.id, f.id as friend_id, case when row_number() over (partition by o.visitor_id
           order by o.last_message_at desc, o.id desc) = 1 then f.external_id
           else f.external_id || '/' || o.id end as thread
         from conversations o join friends f on f.account_id = o.account_id and f.channel_id = $2
           and f.external_id = o.visitor_id::text
         where o.account_id = $1 and o.bot_id = $3 and o.origin = 'embed' and o.channel_id is null) n
     where c.account_id = $1 and c.id = n.id`,
    [transaction.accountId, channelId, botId],
  );
}

export async function setGroupProfile(
  transaction: AccountTransaction,
  id: ConversationId,
  profile: { readonly name: string; readonly pictureUrl: string | null },
): Promise<void> {
  await transaction.run(
    'update conversations set group_name = $3, group_picture_url = $4 where account_id = $1 and id = $2',
    [transaction.accountId, id, profile.name, profile.pictureUrl],
  );
}

/** As how many messages a push to this group is counted. */
export async function saveGroupSize(
  transaction: AccountTransaction,
  id: ConversationId,
  people: number,
): Promise<void> {
  await transaction.run(
    'update conversations set group_size = $3, group_size_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, people],
  );
}

/** People came or went: they are counted again before the next push. */
export async function forgetGroupSize(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    'update conversations set group_size_at = null where account_id = $1 and id = $2 and group_size_at is not null',
    [transaction.accountId, id],
  );
}
