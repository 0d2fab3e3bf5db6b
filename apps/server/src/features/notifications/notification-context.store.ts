import type { ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { CustomerWord } from './notification-events.ts';

/** How many of a customer's last words tell whether they have just begun to talk. */
export const WORDS_LOOKED_AT = 20;

export interface NotifiedConversation {
  readonly id: ConversationId;
  readonly origin: string;
  readonly handling: string;
  readonly holder: UserId | null;
  readonly waitingSince: Date | null;
  readonly name: string;
  /** The newest first. */
  readonly words: readonly CustomerWord[];
}

export const findConversations = (transaction: AccountTransaction, ids: readonly ConversationId[]) =>
  transaction.rows<NotifiedConversation>(
    `select c.id, c.origin, c.handling, c.operator_id as holder, c.waiting_since as "waitingSince",
       coalesce(nullif(c.group_name, ''), nullif(f.name, ''), c.title) as name,
       (select coalesce(json_agg(json_build_object('id', w.id, 'text', w.text,
            'at', extract(epoch from w.created_at) * 1000) order by w.id desc), '[]')
        from (select m.id, left(m.text, 400) as text, m.created_at from messages m
              where m.account_id = c.account_id and m.conversation_id = c.id and m.sender = 'customer'
              order by m.id desc limit ${WORDS_LOOKED_AT}) w) as words
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = any($2)`,
    [transaction.accountId, ids],
  );

export const findNotes = (transaction: AccountTransaction, ids: readonly MessageId[]) =>
  transaction.rows<{ id: MessageId; text: string }>(
    'select id, left(text, 400) as text from messages where account_id = $1 and id = any($2)',
    [transaction.accountId, ids],
  );

export interface FailedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly reason: 'credentials_rejected' | 'payment_needed';
}

/** Channels whose messages among these were refused for what their owner has to repair. */
export const findFailedChannels = (transaction: AccountTransaction, messageIds: readonly MessageId[]) =>
  transaction.rows<FailedChannel>(
    `select distinct ch.id, ch.name, m.delivery_reason as reason from messages m
       join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where m.account_id = $1 and m.id = any($2) and m.delivery_state = 'failed'
       and m.delivery_reason in ('credentials_rejected', 'payment_needed')`,
    [transaction.accountId, messageIds],
  );

export const findChannelNames = (transaction: AccountTransaction, ids: readonly ChannelId[]) =>
  transaction.rows<{ id: ChannelId; name: string }>(
    'select id, name from channels where account_id = $1 and id = any($2)',
    [transaction.accountId, ids],
  );
