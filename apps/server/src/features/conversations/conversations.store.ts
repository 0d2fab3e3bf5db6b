import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { AccountId, ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { NO_MESSAGE } from './conversation-views.store.ts';

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
  readonly origin: 'channel' | 'chat' | 'public' | 'embed' | 'test';
  readonly handling: Handling;
  readonly channelId: ChannelId | null;
  /** Kind of the channel; null: there is none. */
  readonly kind: string | null;
  /** Of the channel, without what is absent. */
  readonly settings: Partial<ChannelSettings>;
  readonly threadExternalId: string | null;
  /** Who has it, or is to take it; null as well when they have left the account. */
  readonly operatorId: UserId | null;
  readonly operatorName: string | null;
  readonly friendName: string | null;
  readonly friendLanguage: string | null;
  readonly isBlocked: boolean;
  readonly lastCustomerAt: Date | null;
  readonly snoozedUntil: Date | null;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
}

/** Who changes a conversation locks it first. */
export const lockConversation = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<ConversationState>(
    `select c.id, c.origin, c.handling, c.channel_id as "channelId", ch.kind,
       coalesce(ch.settings, '{}') as settings, c.thread_external_id as "threadExternalId",
       o.user_id as "operatorId", u.username as "operatorName", f.name as "friendName",
       f.language as "friendLanguage", coalesce(f.state = 'blocked', false) as "isBlocked",
       c.last_customer_at as "lastCustomerAt", c.snoozed_until as "snoozedUntil",
       c.reply_token as "replyToken", c.reply_token_expires_at as "replyTokenExpiresAt"
     from conversations c
       left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join memberships o on o.tenant_id = c.account_id and o.user_id = c.operator_id and o.role <> 'viewer'
       left join users u on u.id = o.user_id
     where c.account_id = $1 and c.id = $2 for update of c`,
    [transaction.accountId, id],
  );

export interface Handover {
  readonly handling: Handling;
  readonly operatorId: UserId | null;
  readonly waitingReason: ConversationView['waitingReason'];
}

/**
 * A person takes over, gives back or closes. What the bot owed until now is dropped, except that on giving back
 * it answers what the customer said last, if nobody has. Given back or closed, nobody is waited for any more; who
 * takes over without having been asked starts a new count of how fast people answer.
 */
export async function updateHandling(
  transaction: AccountTransaction,
  id: ConversationId,
  to: Handover,
): Promise<void> {
  await transaction.run(
    `update conversations set handling = $3, operator_id = $4, waiting_reason = $5, updated_at = now(),
       answered_through = (select m.id from messages m
         where m.account_id = $1 and m.conversation_id = $2
           and ($3 <> 'bot' or (m.sender in ('bot', 'operator') and m.kind <> 'note'))
         order by m.id desc limit 1),
       turn_due_at = case when $3 = 'bot' and channel_id is not null and (select m.sender = 'customer' from messages m
         where m.account_id = $1 and m.conversation_id = $2
           and (m.kind = 'text' or (m.sender in ('bot', 'operator') and m.kind <> 'note'))
         order by m.id desc limit 1) then now() end,
       failures = case when $3 = 'bot' then 0 else failures end,
       snoozed_until = case when $3 = 'operator' then snoozed_until end,
       waiting_since = case when $3 = 'operator' then waiting_since end,
       respond_by = case when $3 = 'operator' then respond_by end,
       first_asked_at = case when $3 = 'operator' and taken_at is null and waiting_since is null then null
         else first_asked_at end,
       first_response_at = case when $3 = 'operator' and taken_at is null and waiting_since is null then null
         else first_response_at end,
       taken_at = case when $3 = 'operator' then coalesce(taken_at, now()) end,
       closed_at = case when $3 = 'closed' then now() else closed_at end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, to.handling, to.operatorId, to.waitingReason],
  );
}

/** Who is to take it, or nobody; how it is handled stays until they do. */
export async function setAssignee(
  transaction: AccountTransaction,
  id: ConversationId,
  to: { readonly operatorId: UserId | null; readonly handling: Handling },
): Promise<void> {
  await transaction.run(
    `update conversations set operator_id = $3, handling = $4, updated_at = now(),
       turn_due_at = case when $4 = 'waiting' and handling <> 'waiting' then null else turn_due_at end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, to.operatorId, to.handling],
  );
}

export async function setSnooze(
  transaction: AccountTransaction,
  id: ConversationId,
  until: Date | null,
): Promise<void> {
  await transaction.run(
    'update conversations set snoozed_until = $3, updated_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, until],
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
       where m.account_id = c.account_id and m.conversation_id = c.id order by m.id desc limit 1), '${NO_MESSAGE}')
     from conversations c where c.account_id = $1 and c.id = $2
     on conflict (account_id, conversation_id, user_id) do update set message_id = excluded.message_id`,
    [transaction.accountId, id, userId],
  );
  return written > 0;
}

/** SQL of time: who waits since when, until when somebody should have answered, and what wakes by itself. */

export interface ConversationAt {
  readonly accountId: AccountId;
  readonly id: ConversationId;
}

const MINUTES = (which: string): string => `(ch.settings #>> '{respondWithin,${which}}')::int`;

/**
 * A person is wanted, or owes a word: the clock starts unless it runs. Where a person has the conversation it is the
 * next word that is waited for, otherwise the first one, and a new count begins.
 */
export async function startClock(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    `update conversations c set
       waiting_since = coalesce(c.waiting_since, now()),
       first_asked_at = case when n.starts_anew then now() else coalesce(c.first_asked_at, now()) end,
       first_response_at = case when n.starts_anew then null else c.first_response_at end,
       respond_by = case when c.waiting_since is not null then c.respond_by
         when n.starts_anew or c.first_response_at is null then now() + make_interval(mins => n.first)
         else now() + make_interval(mins => n.next) end
     from (select o.id, ${MINUTES('first')} as first, ${MINUTES('next')} as next,
         o.waiting_since is null and o.taken_at is null as starts_anew
       from conversations o left join channels ch on ch.account_id = o.account_id and ch.id = o.channel_id
       where o.account_id = $1 and o.id = $2) n
     where c.account_id = $1 and c.id = $2 and c.id = n.id and c.handling in ('waiting', 'operator')`,
    [transaction.accountId, id],
  );
}

/** A person has answered: nobody waits any more. */
export async function stopClock(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    `update conversations set waiting_since = null, respond_by = null,
       first_response_at = coalesce(first_response_at, now())
     where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );
}

export interface NotedCustomer {
  /** What they wrote ended a snooze. */
  readonly wokeUp: boolean;
  /** A person has the conversation, or is wanted. */
  readonly isPeoples: boolean;
}

/** The customer wrote. Where the bot has the conversation again, whoever gave it back, no clock of people runs on. */
export async function noteCustomer(
  transaction: AccountTransaction,
  id: ConversationId,
  lastMessageId: MessageId,
): Promise<NotedCustomer> {
  const row = await transaction.one<NotedCustomer>(
    `update conversations c set snoozed_until = null,
       waiting_since = case when c.handling in ('waiting', 'operator') then c.waiting_since end,
       respond_by = case when c.handling in ('waiting', 'operator') then c.respond_by end,
       taken_at = case when c.handling in ('waiting', 'operator') then c.taken_at end,
       last_customer_message_id = greatest(c.last_customer_message_id, $3::uuid)
     from (select id, snoozed_until from conversations where account_id = $1 and id = $2 for update) o
     where c.account_id = $1 and c.id = $2 and c.id = o.id
     returning o.snoozed_until is not null as "wokeUp", c.handling in ('waiting', 'operator') as "isPeoples"`,
    [transaction.accountId, id, lastMessageId],
  );
  return row ?? { wokeUp: false, isPeoples: false };
}

/** Somebody is wanted in them and nothing of it has been noted yet. */
export const findUnclocked = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ConversationAt>(
    `select account_id as "accountId", id from conversations
     where handling = 'waiting' and waiting_since is null limit $1`,
    [limit],
  );

/** Waiting without anybody, on channels that give conversations out in turn, where somebody is there to take them. */
export const findUnassigned = (transaction: SystemTransaction, seenWithinMs: number, limit: number) =>
  transaction.rows<ConversationAt>(
    `select c.account_id as "accountId", c.id
     from (select distinct p.account_id from operator_presence p
           join memberships m on m.tenant_id = p.account_id and m.user_id = p.user_id and m.role <> 'viewer'
           where p.available and p.seen_at > now() - make_interval(secs => $1 / 1000.0)) there
       join conversations c on c.account_id = there.account_id and c.handling = 'waiting' and c.operator_id is null
       join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where ch.settings ->> 'assignment' = 'round-robin' and coalesce(c.snoozed_until <= now(), true)
     order by c.waiting_since nulls last limit $2`,
    [seenWithinMs, limit],
  );

/** Takes conversations that have become late since they were last looked at: each time is taken once. */
export const takeLate = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ConversationAt & { readonly respondBy: Date; readonly operatorId: UserId | null }>(
    `update conversations c set late_at = now()
     from (select account_id, id from conversations
           where respond_by <= now() and (late_at is null or late_at < respond_by)
             and handling in ('waiting', 'operator')
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

/** Whether the channel of a conversation gives conversations out in turn. */
export async function isGivenOut(transaction: AccountTransaction, id: ConversationId): Promise<boolean> {
  const row = await transaction.one<{ channelId: ChannelId }>(
    `select ch.id as "channelId" from conversations c
       join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where c.account_id = $1 and c.id = $2 and c.handling = 'waiting'
       and ch.settings ->> 'assignment' = 'round-robin'`,
    [transaction.accountId, id],
  );
  return row !== null;
}

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
