import type { BotId, ChannelId, ConversationId, CustomerId, FriendId, VisitorId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';

/** SQL of visitors as friends of their bot's channel. */

/** What staff see of somebody whose name nobody knows: four digits of their id. */
const NAME = `coalesce(nullif(v.name, ''), 'Visitor ' || lpad((abs(hashtext(v.id::text)) % 10000)::text, 4, '0'))`;

/** A visitor who writes is a friend, with a customer; the name their site has signed later takes the place of ours. */
export async function openFriend(
  transaction: AccountTransaction,
  channelId: ChannelId,
  visitorId: VisitorId,
): Promise<FriendId> {
  const row = await transaction.one<{ id: FriendId }>(
    `with friend as (
       insert into friends as f (account_id, id, channel_id, customer_id, external_id, name, state, last_wrote_at)
       select $1, $4, $2, $5, v.id::text, ${NAME}, 'following', now() from visitors v
       where v.account_id = $1 and v.id = $3
       on conflict (account_id, channel_id, external_id) do update set state = 'following', last_wrote_at = now(),
         name = case when exists (select from visitors k where k.account_id = $1 and k.id = $3 and k.name <> '')
           then excluded.name else f.name end
       returning f.id, f.customer_id, f.name, f.xmax = 0 as "isNew"),
     customer as (insert into customers (account_id, id, name)
       select $1, customer_id, name from friend where "isNew")
     select id from friend`,
    [transaction.accountId, channelId, visitorId, newId<FriendId>(), newId<CustomerId>()],
  );
  if (!row) throw new Error('a visitor who writes was not seen before');
  return row.id;
}

/** The channel of a conversation that waits for a person; null: it doesn't, or the channel is gone. */
export async function findWaitingChannel(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<ChannelId | null> {
  const row = await transaction.one<{ channelId: ChannelId | null }>(
    `select channel_id as "channelId" from conversations
     where account_id = $1 and id = $2 and handling = 'waiting'`,
    [transaction.accountId, conversationId],
  );
  return row?.channelId ?? null;
}

interface VisitorThread {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId;
  readonly visitorId: VisitorId;
  readonly botId: BotId;
}

/** A new conversation is the visitor's thread from now on; the one before it keeps its place under a longer name. */
export async function beginThread(transaction: AccountTransaction, thread: VisitorThread): Promise<void> {
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

/** Conversations from before the bot was a channel become the channel's, and their visitors its friends. */
export async function adoptConversations(
  transaction: AccountTransaction,
  channelId: ChannelId,
  botId: BotId,
): Promise<void> {
  const values = [transaction.accountId, channelId, botId];
  await transaction.run(
    `with friend as (
       insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, last_wrote_at, created_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), v.id::text, ${NAME}, 'following', v.last_seen_at, v.created_at
       from visitors v where v.account_id = $1 and v.bot_id = $3 and exists (select from conversations c
         where c.account_id = $1 and c.visitor_id = v.id and c.origin = 'embed' and c.channel_id is null)
       on conflict (account_id, channel_id, external_id) do nothing
       returning customer_id, name, created_at)
     insert into customers (account_id, id, name, created_at) select $1, customer_id, name, created_at from friend`,
    values,
  );
  await transaction.run(
    `update conversations c set channel_id = $2, friend_id = n.friend_id, thread_external_id = n.thread
     from (select o.id, f.id as friend_id, case when row_number() over (partition by o.visitor_id
           order by o.last_message_at desc, o.id desc) = 1 then f.external_id
           else f.external_id || '/' || o.id end as thread
         from conversations o join friends f on f.account_id = o.account_id and f.channel_id = $2
           and f.external_id = o.visitor_id::text
         where o.account_id = $1 and o.bot_id = $3 and o.origin = 'embed' and o.channel_id is null) n
     where c.account_id = $1 and c.id = n.id`,
    values,
  );
}
