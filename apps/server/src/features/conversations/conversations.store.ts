import type { AccountId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
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
