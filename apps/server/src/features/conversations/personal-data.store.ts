import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

/** SQL of what conversations hold of a member of the account; `privacy` says in which order it is deleted. */

/** Lines of a thread say who had it. */
const withoutPerson = (key: string): string =>
  `case when data #>> '{${key},uuid}' = $2::text then '{"${key}": null}'::jsonb else '{}' end`;

/** What they wrote stays, without them. Returns how many rows lost their author. */
export const forgetAuthor = (transaction: AccountTransaction, userId: UserId, most: number) =>
  transaction.run(
    `update messages set operator_id = nullif(operator_id, $2), mentions = array_remove(mentions, $2),
       data = data || ${['from', 'to', 'by'].map(withoutPerson).join(' || ')}
     where account_id = $1 and id = any(array(
       select id from messages where account_id = $1 and (operator_id = $2 or $2 = any(mentions)
         or (kind = 'event' and sender = 'system' and $2::text in
           (data #>> '{from,uuid}', data #>> '{to,uuid}', data #>> '{by,uuid}'))) limit $3))`,
    [transaction.accountId, userId, most],
  );

/** Conversations that were theirs wait for somebody else. */
export async function releaseConversations(transaction: AccountTransaction, userId: UserId): Promise<void> {
  await transaction.run(
    `update conversations set operator_id = null,
       handling = case when handling = 'operator' then 'waiting' else handling end
     where account_id = $1 and operator_id = $2`,
    [transaction.accountId, userId],
  );
}

/** What is theirs alone: what they have read, and their drafts. */
export async function deleteStaffData(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  const values = [accountId, userId];
  await transaction.run('delete from conversation_reads where account_id = $1 and user_id = $2', values);
  await transaction.run('delete from drafts where account_id = $1 and user_id = $2', values);
}

/** Links to chats that this person made, or anybody in these accounts. */
export async function deleteShares(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run('delete from chat_shares where created_by = $1 or tenant_id = any($2)', [
    userId,
    accountIds,
  ]);
}
