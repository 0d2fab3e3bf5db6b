import type { AccountId, ChannelId, ConversationId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { StoredSettings } from '../channels/public.ts';

export interface SettingsRow extends StoredSettings {
  readonly name: string;
}

export const findSettings = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<SettingsRow>(
    `select c.name, c.settings::text as settings, c.batching_delay as "batchingDelay", a.time_zone as "timeZone"
     from channels c join accounts a on a.id = c.account_id where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

export const listSettings = (transaction: AccountTransaction) =>
  transaction.rows<SettingsRow & { readonly id: ChannelId }>(
    `select c.id, c.name, c.settings::text as settings, c.batching_delay as "batchingDelay", a.time_zone as "timeZone"
     from channels c join accounts a on a.id = c.account_id where c.account_id = $1`,
    [transaction.accountId],
  );

/** Of the channel that a conversation is on. */
export const findSettingsOf = (transaction: AccountTransaction, conversationId: ConversationId) =>
  transaction.one<SettingsRow & { readonly isWaiting: boolean }>(
    `select c.name, c.settings::text as settings, c.batching_delay as "batchingDelay", a.time_zone as "timeZone",
       o.handling = 'waiting' as "isWaiting"
     from conversations o join channels c on c.account_id = o.account_id and c.id = o.channel_id
       join accounts a on a.id = c.account_id
     where o.account_id = $1 and o.id = $2`,
    [transaction.accountId, conversationId],
  );

/** Those of the channels that are there; in one order, so that two copies can't wait for each other. */
export const lockChannels = (transaction: AccountTransaction, ids: readonly ChannelId[]) =>
  transaction.rows<{ id: ChannelId; name: string }>(
    'select id, name from channels where account_id = $1 and id = any($2) order by id for update',
    [transaction.accountId, ids],
  );

/** SQL of conversations as far as a channel's rules go. */

/** Of the bot that answers, or would. */
const TONE = `(select b.settings ->> 'tone' from bots b where b.account_id = c.account_id
  and b.id = coalesce(c.bot_id, (select h.bot_id from channels h where h.account_id = c.account_id and h.id = c.channel_id)))
  as tone`;

const LAST_TEXT = `coalesce((select l.text from messages l
  where l.account_id = c.account_id and l.conversation_id = c.id and l.sender = 'customer' and l.kind = 'text'
  order by l.id desc limit 1), '') as "lastText"`;

export interface RuledConversation {
  /** Of the friend's profile. */
  readonly language: string | null;
  readonly tone: string | null;
  /** The bot owes an answer to something else already. */
  readonly isAnswerOwed: boolean;
  readonly outOfOfficeSentAt: Date | null;
  /** The product asked for a score that has not come, in the last day. */
  readonly isScoreWanted: boolean;
  /** The score that was asked for has not been given, however long ago that was. */
  readonly isScoreOpen: boolean;
  /** When a score was asked for last. */
  readonly scoreAskedAt: Date | null;
  /** The score has just come and no word about it yet. */
  readonly isCommentWanted: boolean;
  /** A form is asked here, or was left and can be gone on with. */
  readonly hasForm: boolean;
}

export const findRuled = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<RuledConversation>(
    `select f.language, ${TONE}, c.turn_due_at is not null as "isAnswerOwed", c.nobody_told_at as "outOfOfficeSentAt",
       c.satisfaction_score is null and coalesce(c.satisfaction_asked_at > now() - interval '24 hours', false)
         as "isScoreWanted",
       c.satisfaction_score is null and c.satisfaction_asked_at is not null as "isScoreOpen",
       c.satisfaction_asked_at as "scoreAskedAt",
       c.satisfaction_comment = '' and coalesce(c.satisfaction_scored_at > now() - interval '10 minutes', false)
         as "isCommentWanted",
       exists (select from form_conversations t
         where t.account_id = c.account_id and t.conversation_id = c.id and t.expires_at > now()) as "hasForm"
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

/** What the customer wrote last, the newest first, to tell their language by. */
export async function findLastTexts(transaction: AccountTransaction, id: ConversationId): Promise<string[]> {
  const rows = await transaction.rows<{ text: string }>(
    `select text from messages where account_id = $1 and conversation_id = $2 and sender = 'customer'
       and kind = 'text' order by id desc limit ${LANGUAGE_TEXTS}`,
    [transaction.accountId, id],
  );
  return rows.map(({ text }) => text);
}

const LANGUAGE_TEXTS = 10;

/** A notice that was sent about something that is not text (`data.notice` of its message). */
export type Notice = 'person' | 'ask' | 'called';

/**
 * `newest`: the notice that is the last thing the account said, if it is one. `isPersonTold`: the customer has been
 * told that a person will look, and no person has written since.
 */
export async function findNotices(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<{ readonly newest: Notice | null; readonly isPersonTold: boolean }> {
  const row = await transaction.one<{ newest: Notice | null; isPersonTold: boolean }>(
    `with ours as (select id, sender, data ->> 'notice' as notice from messages
       where account_id = $1 and conversation_id = $2 and sender in ('bot', 'operator') and kind <> 'note'
       order by id desc limit ${NOTICES_LOOKED_AT})
     select (select notice from ours order by id desc limit 1) as newest,
       exists (select from ours n where n.notice in ('person', 'called')
         and not exists (select from ours o where o.sender = 'operator' and o.id > n.id)) as "isPersonTold"`,
    [transaction.accountId, id],
  );
  return row ?? { newest: null, isPersonTold: false };
}

const NOTICES_LOOKED_AT = 50;

interface AskedConversation {
  readonly language: string | null;
  readonly tone: string | null;
  /** What the customer wrote last, to tell their language by. */
  readonly lastText: string;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
  readonly recipient: string;
}

/** A conversation of one customer in which a person has written since it was last asked about; null: it isn't such. */
export const findUnasked = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<AskedConversation>(
    `select f.language, c.reply_token as "replyToken", c.reply_token_expires_at as "replyTokenExpiresAt",
       c.thread_external_id as recipient, ${TONE}, ${LAST_TEXT}
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2 and c.channel_id is not null and not c.is_group
       and c.thread_external_id is not null and f.state is distinct from 'blocked'
       and exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id
         and m.sender = 'operator' and m.kind <> 'note'
         and m.created_at > coalesce(c.satisfaction_asked_at, '-infinity'::timestamptz))`,
    [transaction.accountId, id],
  );

/** Who of the staff wrote a message, and to whom. */
export const findWriter = (transaction: AccountTransaction, id: MessageId) =>
  transaction.one<{ name: string | null; language: string | null; tone: string | null; lastText: string }>(
    `select u.display_name as name, f.language, ${TONE}, ${LAST_TEXT}
     from messages m
       join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       left join users u on u.id = m.operator_id
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where m.account_id = $1 and m.id = $2`,
    [transaction.accountId, id],
  );

export interface ReturningChannel extends StoredSettings {
  readonly accountId: AccountId;
  readonly id: ChannelId;
}

/** Channels on which the bot gets conversations back by itself. */
export const findReturning = (transaction: SystemTransaction) =>
  transaction.rows<ReturningChannel>(
    `select c.account_id as "accountId", c.id, c.settings::text as settings, c.batching_delay as "batchingDelay",
       a.time_zone as "timeZone"
     from channels c join accounts a on a.id = c.account_id
     where not c.paused and (c.bot_id is not null or c.group_id is not null)
       and (c.settings #>> '{giveBack,idleMinutes}' is not null or c.settings #> '{giveBack,atClosing}' = 'true')`,
  );

/**
 * Conversations that a person has and in which nobody has written for `idleMinutes`; or, since people went home, for
 * `quietMinutes`, if they were taken before.
 */
export const lockForgotten = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  when: { idleMinutes: number | null; closedSince: Date | null; quietMinutes: number },
) =>
  transaction.rows<{ id: ConversationId }>(
    `select id from conversations
     where account_id = $1 and channel_id = $2 and handling = 'operator'
       and (last_message_at < now() - make_interval(mins => $3::int)
         or (coalesce(taken_at, '-infinity'::timestamptz) < $4::timestamptz
           and last_message_at < now() - make_interval(mins => $5::int)))
     order by last_message_at limit 100 for update skip locked`,
    [transaction.accountId, channelId, when.idleMinutes, when.closedSince, when.quietMinutes],
  );

/** Finds which of these files the greeting or a keyword reply of a channel shows. */
export const findMediaInSettings = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from channels c where c.account_id = $1 and c.settings::text like '%' || m.id::text || '%')`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);
