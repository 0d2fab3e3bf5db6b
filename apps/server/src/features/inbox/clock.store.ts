import type { AccountId, ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

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
