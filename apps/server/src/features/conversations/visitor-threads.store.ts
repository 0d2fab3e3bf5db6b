import type { BotId, ChannelId, ConversationId, FriendId, VisitorId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** SQL of conversations on web chat channels: one visitor, one thread. */

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
