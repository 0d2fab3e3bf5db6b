import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  CustomerId,
  FriendId,
  MessageId,
  UserId,
} from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { picturePath } from '../../platform/database/picture-path.ts';
import { EARLIEST_UNANSWERED } from './activity.ts';
import { MAY_BECOME_LATE } from './next-due.ts';

/** How long people of a kind of channel can be written to after their last word; null: whenever one likes. */
export type WindowOf = (kind: string) => { readonly freeMs: number; readonly openMs: number } | null;

export const NO_MESSAGE = '00000000-0000-0000-0000-000000000000';

/** `$2` is the person who looks. */
const SELECT = `select c.id, c.handling, c.title, c.waiting_reason as "waitingReason", c.updated_at as "updatedAt",
    c.created_at as "createdAt",
    c.channel_id as "channelId", ch.kind as "channelKind", ch.name as "channelName", ch.sandbox,
    c.bot_id as "botId", b.name as "botName",
    c.friend_id as "friendId", coalesce(k.display_name, f.name) as "friendName", ${picturePath('friend', 'f', 'picture_url')} as "pictureUrl", f.language, f.state,
    f.customer_id as "customerId", c.is_group as "isGroup", c.group_name as "groupName",
    ${picturePath('group', 'c', 'group_picture_url')} as "groupPictureUrl",
    c.operator_id as "operatorId", o.display_name as "operatorName",
    c.snoozed_until as "snoozedUntil",
    case when c.handling in ('waiting', 'operator') then c.respond_by end as "respondBy",
    case c.handling when 'waiting' then coalesce(c.waiting_since, c.last_message_at)
      when 'operator' then c.waiting_since end as "waitingSince",
    c.last_customer_at as "lastCustomerAt",
    case when c.first_response_at >= c.first_asked_at
      then extract(epoch from c.first_response_at - c.first_asked_at)::int end as "firstResponseSeconds",
    c.satisfaction_asked_at as "askedAt", c.satisfaction_score as score, c.satisfaction_comment as comment,
    d.text as draft,
    m.text as "lastText", m.sender as "lastSender", m.kind as "lastKind", m.created_at as "lastAt",
    c.last_message_at as "lastMessageAt", coalesce(u.text, q.text) as "askedText",
    coalesce(u.kind, q.kind) as "askedKind",
    coalesce(u.more, 0) as "askedMore", coalesce(u."isPassed", false) as "isPassed",
    (select count(*)::int from (
       select 1 from messages n
       where n.account_id = c.account_id and n.conversation_id = c.id and n.sender = 'customer'
         and n.id > coalesce(r.message_id, '${NO_MESSAGE}') limit 99) unread_messages) as unread
  from conversations c
    left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
    left join bots b on b.account_id = c.account_id and b.id = coalesce(ch.bot_id, c.bot_id)
    left join friends f on f.account_id = c.account_id and f.id = c.friend_id
    left join customers k on k.account_id = f.account_id and k.id = f.customer_id
    left join users o on o.id = c.operator_id
    left join messages m on m.account_id = c.account_id and m.id = c.last_message_id
    left join messages q on q.account_id = c.account_id and q.id = c.last_customer_message_id and q.kind <> 'event'
      and (c.handling = 'waiting' or (c.handling = 'operator' and c.waiting_since is not null))
    left join lateral ${EARLIEST_UNANSWERED} u on q.id is not null
    left join drafts d on d.account_id = c.account_id and d.conversation_id = c.id and d.user_id = $2
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
  readonly channelKind: string | null;
  readonly channelName: string | null;
  readonly sandbox: boolean | null;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly friendId: FriendId | null;
  readonly friendName: string | null;
  readonly pictureUrl: string | null;
  readonly language: string | null;
  readonly state: 'following' | 'blocked' | 'unknown' | null;
  readonly customerId: CustomerId | null;
  readonly isGroup: boolean;
  readonly groupName: string | null;
  readonly groupPictureUrl: string | null;
  readonly operatorId: UserId | null;
  readonly operatorName: string | null;
  readonly snoozedUntil: Date | null;
  readonly respondBy: Date | null;
  readonly waitingSince: Date | null;
  readonly lastCustomerAt: Date | null;
  readonly firstResponseSeconds: number | null;
  readonly askedAt: Date | null;
  readonly score: number | null;
  readonly comment: string;
  readonly draft: string | null;
  readonly lastText: string | null;
  readonly lastSender: NonNullable<ConversationView['lastMessage']>['sender'] | null;
  readonly lastKind: NonNullable<ConversationView['lastMessage']>['kind'] | null;
  readonly lastAt: Date | null;
  readonly lastMessageAt: Date;
  readonly askedText: string | null;
  readonly askedKind: NonNullable<ConversationView['unanswered']>['kind'] | null;
  readonly askedMore: number;
  readonly isPassed: boolean;
  readonly unread: number;
}

const PREVIEW_LENGTH = 200;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function view(row: ConversationRow, windowOf: WindowOf): ConversationView {
  return {
    uuid: row.id,
    handling: row.handling,
    channel: row.channelId
      ? {
          uuid: row.channelId,
          kind: row.channelKind ?? '',
          name: row.channelName ?? '',
          sandbox: row.sandbox ?? false,
        }
      : null,
    bot: row.botId && row.botName !== null ? { uuid: row.botId, name: row.botName } : null,
    friend: row.friendId
      ? {
          uuid: row.friendId,
          name: row.friendName ?? '',
          pictureUrl: row.pictureUrl,
          language: row.language,
          state: row.state ?? 'unknown',
        }
      : null,
    title: row.title,
    operator: row.operatorId ? { uuid: row.operatorId, name: row.operatorName ?? '' } : null,
    waitingReason: row.waitingReason,
    lastMessage: lastMessage(row),
    lastMessageAt: row.lastMessageAt.toISOString(),
    unanswered: unanswered(row),
    customerUuid: row.customerId,
    group: row.isGroup ? { name: row.groupName ?? '', pictureUrl: row.groupPictureUrl } : null,
    snoozedUntil: iso(row.snoozedUntil),
    respondBy: iso(row.respondBy),
    waitingSince: iso(row.waitingSince),
    firstResponseSeconds: row.firstResponseSeconds,
    window: windowUntil(row, windowOf),
    satisfaction: row.askedAt
      ? { score: row.score, comment: row.comment, askedAt: row.askedAt.toISOString() }
      : null,
    draft: row.draft,
    unread: row.unread,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Where the bot has answered everything, the customer still waits for a person: with what they wrote last. */
const unanswered = ({
  askedText,
  askedKind,
  askedMore,
  isPassed,
}: ConversationRow): ConversationView['unanswered'] =>
  askedText === null || askedKind === null
    ? null
    : { text: askedText.slice(0, PREVIEW_LENGTH), kind: askedKind, more: askedMore, isPassed };

function lastMessage({
  lastText,
  lastSender,
  lastKind,
  lastAt,
}: ConversationRow): ConversationView['lastMessage'] {
  if (lastText === null || lastSender === null || lastKind === null || lastAt === null) return null;
  return {
    text: lastText.slice(0, PREVIEW_LENGTH),
    sender: lastSender,
    kind: lastKind,
    createdAt: lastAt.toISOString(),
  };
}

/** Who has never written has no window: the vendor decides. */
function windowUntil(row: ConversationRow, windowOf: WindowOf): ConversationView['window'] {
  const window = row.channelKind ? windowOf(row.channelKind) : null;
  if (!window || !row.lastCustomerAt) return null;
  const at = row.lastCustomerAt.getTime();
  return {
    freeUntil: new Date(at + window.freeMs).toISOString(),
    openUntil: new Date(at + window.openMs).toISOString(),
  };
}

/** In the order of `ids`. `userId` null: nobody in particular, so nothing counts as read. */
export async function findConversations(
  transaction: AccountTransaction,
  ids: readonly ConversationId[],
  userId: UserId | null,
  windowOf: WindowOf,
): Promise<ConversationView[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.rows<ConversationRow>(
    `${SELECT} where c.account_id = $1 and c.id = any($3)`,
    [transaction.accountId, userId, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [view(row, windowOf)] : [];
  });
}

export async function findConversation(
  transaction: AccountTransaction,
  id: ConversationId,
  userId: UserId | null,
  windowOf: WindowOf,
): Promise<ConversationView | null> {
  return (await findConversations(transaction, [id], userId, windowOf))[0] ?? null;
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
export const markRead = (transaction: AccountTransaction, id: ConversationId, userId: UserId) =>
  readThrough(transaction, [id, userId], '');

/** The customer's newest message is unread again; false when there is no such conversation. */
export const markUnread = (transaction: AccountTransaction, id: ConversationId, userId: UserId) =>
  readThrough(
    transaction,
    [id, userId],
    'and (c.last_customer_message_id is null or m.id < c.last_customer_message_id)',
  );

/** `before`: SQL that leaves out newer messages of conversation `c`. */
async function readThrough(
  transaction: AccountTransaction,
  key: readonly [ConversationId, UserId],
  before: string,
): Promise<boolean> {
  const written = await transaction.run(
    `insert into conversation_reads (account_id, conversation_id, user_id, message_id)
     select c.account_id, c.id, $3, coalesce((select m.id from messages m
       where m.account_id = c.account_id and m.conversation_id = c.id ${before}
       order by m.id desc limit 1), '${NO_MESSAGE}')
     from conversations c where c.account_id = $1 and c.id = $2
     on conflict (account_id, conversation_id, user_id) do update set message_id = excluded.message_id`,
    [transaction.accountId, ...key],
  );
  return written > 0;
}

/** SQL of time: who waits since when, until when somebody should have answered, and what wakes by itself. */

export interface ConversationAt {
  readonly accountId: AccountId;
  readonly id: ConversationId;
}

/** Takes conversations that have become late since they were last looked at: each time is taken once. */
export const takeLate = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ConversationAt & { readonly respondBy: Date; readonly operatorId: UserId | null }>(
    `update conversations c set late_at = now()
     from (select account_id, id from conversations
           where respond_by <= now() and ${MAY_BECOME_LATE}
           order by respond_by limit $1 for update skip locked) due
     where c.account_id = due.account_id and c.id = due.id
     returning c.account_id as "accountId", c.id, c.respond_by as "respondBy", c.operator_id as "operatorId"`,
    [limit],
  );

/** Takes conversations whose snooze is over. */
export const takeWoken = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ConversationAt>(
    `update conversations c set snoozed_until = null, updated_at = now()
     from (select account_id, id from conversations where snoozed_until <= now()
           order by snoozed_until limit $1 for update skip locked) due
     where c.account_id = due.account_id and c.id = due.id
     returning c.account_id as "accountId", c.id`,
    [limit],
  );

/** The customer was told that no operator is there. */
export async function recordOutOfOfficeNotice(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<void> {
  await transaction.run('update conversations set nobody_told_at = now() where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** The customer was asked for a score; the question is the newest message. A score from before is gone. */
export async function recordSatisfactionRequest(
  transaction: AccountTransaction,
  id: ConversationId,
  change: { messageId: string; usesReplyToken: boolean },
): Promise<void> {
  await transaction.run(
    `update conversations set satisfaction_asked_at = now(), satisfaction_score = null, satisfaction_comment = '',
       satisfaction_scored_at = null, last_message_id = $3, last_message_at = now(), updated_at = now(),
       reply_token = case when $4 then null else reply_token end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, change.messageId, change.usesReplyToken],
  );
}

export async function saveSatisfactionScore(
  transaction: AccountTransaction,
  id: ConversationId,
  score: number,
): Promise<void> {
  await transaction.run(
    `update conversations set satisfaction_score = $3, satisfaction_scored_at = now(), updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, score],
  );
}

export async function saveSatisfactionComment(
  transaction: AccountTransaction,
  id: ConversationId,
  comment: string,
): Promise<void> {
  await transaction.run(
    `update conversations set satisfaction_comment = $3, updated_at = now() where account_id = $1 and id = $2`,
    [transaction.accountId, id, comment],
  );
}

export async function saveDraft(
  transaction: AccountTransaction,
  key: { readonly conversationId: ConversationId; readonly userId: UserId },
  text: string,
): Promise<void> {
  await transaction.run(
    text === ''
      ? 'delete from drafts where account_id = $1 and conversation_id = $2 and user_id = $3'
      : `insert into drafts (account_id, conversation_id, user_id, text) values ($1, $2, $3, $4)
         on conflict (account_id, conversation_id, user_id) do update set text = excluded.text, updated_at = now()`,
    [transaction.accountId, key.conversationId, key.userId, ...(text === '' ? [] : [text])],
  );
}

/** The name colleagues know somebody by. */
export async function findUserName(transaction: AccountTransaction, userId: UserId): Promise<string> {
  const row = await transaction.one<{ name: string }>(
    'select display_name as name from users where id = $1',
    [userId],
  );
  return row?.name ?? '';
}
