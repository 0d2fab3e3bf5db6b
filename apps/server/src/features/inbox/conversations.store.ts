import type { BotId, ChannelId, ConversationId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

const SELECT = `select c.id, c.handling, c.title, c.waiting_reason as "waitingReason", c.updated_at as "updatedAt",
    c.created_at as "createdAt",
    c.channel_id as "channelId", ch.kind as "channelKind", ch.name as "channelName", ch.sandbox,
    c.bot_id as "botId", b.name as "botName",
    c.friend_id as "friendId", f.name as "friendName", f.picture_url as "pictureUrl", f.language, f.state,
    c.operator_id as "operatorId", o.username as "operatorName",
    m.text as "lastText", m.sender as "lastSender", m.kind as "lastKind", m.created_at as "lastAt",
    (select count(*)::int from (
       select 1 from messages n
       where n.account_id = c.account_id and n.conversation_id = c.id and n.sender = 'customer'
         and n.id > coalesce(r.message_id, '${NOBODY}') limit 99) unread_messages) as unread
  from conversations c
    left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
    left join bots b on b.account_id = c.account_id and b.id = coalesce(ch.bot_id, c.bot_id)
    left join friends f on f.account_id = c.account_id and f.id = c.friend_id
    left join users o on o.id = c.operator_id
    left join messages m on m.account_id = c.account_id and m.id = c.last_message_id
    left join conversation_reads r
      on r.account_id = c.account_id and r.conversation_id = c.id and r.user_id = $2`;

interface ConversationRow {
  readonly id: ConversationId;
  readonly handling: Handling;
  readonly title: string;
  readonly waitingReason: ConversationView['waitingReason'];
  readonly updatedAt: Date;
  readonly createdAt: Date;
  readonly channelId: ChannelId | null;
  readonly channelKind: string;
  readonly channelName: string;
  readonly sandbox: boolean;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly friendId: FriendId | null;
  readonly friendName: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
  readonly state: 'following' | 'blocked' | 'unknown';
  readonly operatorId: UserId | null;
  readonly operatorName: string | null;
  readonly lastText: string | null;
  readonly lastSender: NonNullable<ConversationView['lastMessage']>['sender'];
  readonly lastKind: NonNullable<ConversationView['lastMessage']>['kind'];
  readonly lastAt: Date;
  readonly unread: number;
}

const PREVIEW_LENGTH = 200;

const view = (row: ConversationRow): ConversationView => ({
  uuid: row.id,
  handling: row.handling,
  channel: row.channelId
    ? { uuid: row.channelId, kind: row.channelKind, name: row.channelName, sandbox: row.sandbox }
    : null,
  bot: row.botId && row.botName !== null ? { uuid: row.botId, name: row.botName } : null,
  friend: row.friendId
    ? {
        uuid: row.friendId,
        name: row.friendName,
        pictureUrl: row.pictureUrl,
        language: row.language,
        state: row.state,
      }
    : null,
  title: row.title,
  operator: row.operatorId ? { uuid: row.operatorId, name: row.operatorName ?? '' } : null,
  waitingReason: row.waitingReason,
  lastMessage:
    row.lastText === null
      ? null
      : {
          text: row.lastText.slice(0, PREVIEW_LENGTH),
          sender: row.lastSender,
          kind: row.lastKind,
          createdAt: row.lastAt.toISOString(),
        },
  customerUuid: null,
  group: null,
  snoozedUntil: null,
  respondBy: null,
  waitingSince: null,
  firstResponseSeconds: null,
  window: null,
  satisfaction: null,
  draft: null,
  unread: row.unread,
  updatedAt: row.updatedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});

export interface ConversationFilter {
  readonly q: string | undefined;
  readonly handling: Handling | undefined;
  readonly channelId: ChannelId | undefined;
  readonly botId: BotId | undefined;
  readonly origin: 'channel' | 'chat' | undefined;
  readonly mine: boolean;
  readonly unread: boolean;
  readonly limit: number;
  readonly offset: number;
}

// Trying a bot's draft is nobody's conversation to look after.
const WHERE = `c.account_id = $1 and c.origin <> 'test'
  and ($3::text is null or c.handling = $3)
  and ($4::uuid is null or c.channel_id = $4)
  and ($5::uuid is null or c.bot_id = $5)
  and ($6::text is null or c.origin = $6 or ($6 = 'channel' and c.origin = 'embed'))
  and (not $7 or c.operator_id = $2)
  and (not $8 or exists (select 1 from messages n where n.account_id = c.account_id and n.conversation_id = c.id
    and n.sender = 'customer' and n.id > coalesce(
      (select message_id from conversation_reads r where r.account_id = c.account_id
        and r.conversation_id = c.id and r.user_id = $2), '${NOBODY}')))
  and ($9::text is null or c.title ilike '%' || $9 || '%'
    or exists (select 1 from friends f where f.account_id = c.account_id and f.id = c.friend_id
      and f.name ilike '%' || $9 || '%')
    or exists (select 1 from messages n where n.account_id = c.account_id and n.conversation_id = c.id
      and n.text ilike '%' || $9 || '%'))`;

const filterValues = (transaction: AccountTransaction, userId: UserId, filter: ConversationFilter) => [
  transaction.accountId,
  userId,
  filter.handling,
  filter.channelId,
  filter.botId,
  filter.origin,
  filter.mine,
  filter.unread,
  filter.q?.replaceAll(/[\\%_]/g, '\\$&'),
];

/** One page as this person sees it (unread is theirs), last activity first. */
export async function listConversations(
  transaction: AccountTransaction,
  userId: UserId,
  filter: ConversationFilter,
): Promise<{ items: ConversationView[]; total: number }> {
  const values = filterValues(transaction, userId, filter);
  const rows = await transaction.rows<ConversationRow>(
    `${SELECT} where ${WHERE} order by c.last_message_at desc, c.id desc limit $10 offset $11`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from conversations c where ${WHERE}`,
    values,
  );
  return { items: rows.map(view), total: count?.total ?? 0 };
}

export interface HandlingCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly operator: number;
  readonly closed: number;
  readonly all: number;
  readonly snoozed: number;
  readonly late: number;
  readonly unread: number;
}

export async function countByHandling(
  transaction: AccountTransaction,
  userId: UserId,
  origin: 'channel' | 'chat' | undefined,
): Promise<HandlingCounts> {
  const row = await transaction.one<HandlingCounts>(
    `select count(*) filter (where operator_id = $2 and handling = 'operator')::int as mine,
       count(*) filter (where handling = 'waiting')::int as waiting,
       count(*) filter (where handling = 'bot')::int as bot,
       count(*) filter (where handling = 'operator')::int as operator,
       count(*) filter (where handling = 'closed')::int as closed,
       count(*)::int as all, 0 as snoozed, 0 as late, 0 as unread
     from conversations where account_id = $1 and origin <> 'test'
       and ($3::text is null or origin = $3 or ($3 = 'channel' and origin = 'embed'))`,
    [transaction.accountId, userId, origin],
  );
  return (
    row ?? { mine: 0, waiting: 0, bot: 0, operator: 0, closed: 0, all: 0, snoozed: 0, late: 0, unread: 0 }
  );
}

/** `userId` null: nobody in particular, so nothing counts as read. */
export async function findConversation(
  transaction: AccountTransaction,
  id: ConversationId,
  userId: UserId | null,
): Promise<ConversationView | null> {
  const row = await transaction.one<ConversationRow>(`${SELECT} where c.account_id = $1 and c.id = $3`, [
    transaction.accountId,
    userId,
    id,
  ]);
  return row ? view(row) : null;
}

export async function conversationExists(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<boolean> {
  const row = await transaction.one('select 1 from conversations where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return row !== null;
}

export interface ConversationState {
  readonly id: ConversationId;
  readonly origin: 'channel' | 'chat';
  readonly handling: Handling;
  readonly channelId: ChannelId | null;
  readonly threadExternalId: string | null;
  readonly operatorId: UserId | null;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
}

export const lockConversation = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<ConversationState>(
    `select id, origin, handling, channel_id as "channelId", thread_external_id as "threadExternalId",
       operator_id as "operatorId", reply_token as "replyToken", reply_token_expires_at as "replyTokenExpiresAt"
     from conversations where account_id = $1 and id = $2 for update`,
    [transaction.accountId, id],
  );

export interface Handover {
  readonly handling: Handling;
  readonly operatorId: UserId | null;
  readonly waitingReason: ConversationView['waitingReason'];
}

/**
 * A person takes over, gives back or closes. What the bot owed until now is dropped, except that on giving back
 * it answers what the customer said last, if nobody has.
 */
export async function updateHandling(
  transaction: AccountTransaction,
  id: ConversationId,
  to: Handover,
): Promise<void> {
  await transaction.run(
    `update conversations set handling = $3, operator_id = $4, waiting_reason = $5, updated_at = now(),
       answered_through = (select m.id from messages m
         where m.account_id = $1 and m.conversation_id = $2 and ($3 <> 'bot' or m.sender in ('bot', 'operator'))
         order by m.id desc limit 1),
       turn_due_at = case when $3 = 'bot' and origin = 'channel' and (select m.sender = 'customer' from messages m
         where m.account_id = $1 and m.conversation_id = $2 and m.kind = 'text'
         order by m.id desc limit 1) then now() end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, to.handling, to.operatorId, to.waitingReason],
  );
}

/** The newest message decides the place in the list and ends the shown branch. A reply token that was used is gone. */
export async function touchConversation(
  transaction: AccountTransaction,
  id: ConversationId,
  change: { lastMessageId: MessageId; usesReplyToken: boolean },
): Promise<void> {
  await transaction.run(
    `with place as (update messages m set parent_id = c.head_id from conversations c
       where c.account_id = $1 and c.id = $2 and c.head_id is not null
         and m.account_id = c.account_id and m.id = $3)
     update conversations set last_message_id = $3, last_message_at = now(), updated_at = now(),
       head_id = case when head_id is not null then $3 end,
       reply_token = case when $4 then null else reply_token end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, change.lastMessageId, change.usesReplyToken],
  );
}

/**
 * Everything said until now is read by this person; false when there is no such conversation. Not up to the last
 * message: an answer has the id of when it was begun, and customers write meanwhile.
 */
export async function markRead(
  transaction: AccountTransaction,
  id: ConversationId,
  userId: UserId,
): Promise<boolean> {
  const written = await transaction.run(
    `insert into conversation_reads (account_id, conversation_id, user_id, message_id)
     select c.account_id, c.id, $3, coalesce((select m.id from messages m
       where m.account_id = c.account_id and m.conversation_id = c.id order by m.id desc limit 1), '${NOBODY}')
     from conversations c where c.account_id = $1 and c.id = $2
     on conflict (account_id, conversation_id, user_id) do update set message_id = excluded.message_id`,
    [transaction.accountId, id, userId],
  );
  return written > 0;
}
