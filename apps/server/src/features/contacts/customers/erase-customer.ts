import type { ChannelId, ConversationId, CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';
import { exportKey, rowsKey, sourceKey } from '../tasks/task-files.ts';
import { forgetPeople } from '../tasks/tasks.store.ts';

/** The customer with their friends, facts, tags and events, and every file that they may stand in. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { id, friends }: ErasedCustomer,
): Promise<readonly string[]> {
  const { accountId } = transaction;
  await transaction.run(`delete from friends where account_id = $1 and id = any($2::uuid[])`, [
    accountId,
    friends.map((friend) => friend.id),
  ]);
  await transaction.run(`delete from customers where account_id = $1 and id = $2`, [accountId, id]);
  const tasks = await forgetPeople(transaction);
  return tasks.flatMap((taskId) =>
    [sourceKey, rowsKey, exportKey].map((keyOf) => keyOf({ accountId, taskId })),
  );
}

/** What is to be erased, locked so that nobody adds to it meanwhile; null: there is no such customer. */
export async function openErased(
  transaction: AccountTransaction,
  id: CustomerId,
): Promise<ErasedCustomer | null> {
  const { accountId } = transaction;
  const found = await transaction.one(
    `select 1 from customers where account_id = $1 and id = $2 for update`,
    [accountId, id],
  );
  if (!found) return null;
  const friends = await transaction.rows<{ id: FriendId; channelId: ChannelId; externalId: string }>(
    `select id, channel_id as "channelId", external_id as "externalId" from friends
     where account_id = $1 and customer_id = $2 order by id for update`,
    [accountId, id],
  );
  const conversations = await transaction.rows<{ id: ConversationId }>(
    `select id from conversations where account_id = $1 and friend_id = any($2::uuid[]) and not is_group
     order by id for update`,
    [accountId, friends.map((friend) => friend.id)],
  );
  return { id, friends, conversationIds: conversations.map((conversation) => conversation.id) };
}
