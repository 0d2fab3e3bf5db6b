import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

/** Tokens of their accounts that waited for a confirmed address; taken once. */
export const takeWithheld = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<{ accountId: AccountId; tokens: number }>(
    `with held as (
       select a.id, a.withheld_tokens from accounts a
         join memberships m on m.tenant_id = a.id and m.user_id = $1 and m.role = 'owner'
       where a.withheld_tokens > 0 for update of a)
     update accounts a set withheld_tokens = 0 from held where a.id = held.id
     returning a.id as "accountId", held.withheld_tokens as tokens`,
    [userId],
  );

export async function withholdTokens(
  transaction: SystemTransaction,
  accountId: AccountId,
  tokens: number,
): Promise<void> {
  await transaction.run('update accounts set withheld_tokens = $2 where id = $1', [accountId, tokens]);
}
