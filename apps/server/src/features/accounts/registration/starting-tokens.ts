import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

/** Of the starting tokens, until the owner has confirmed their address: enough to try, too little to farm. */
const UNCONFIRMED_SHARE = 0.02;

/** Credits tokens to an account, in the transaction that it is given. */
export type GrantTokens = (
  transaction: SystemTransaction,
  accountId: AccountId,
  tokens: number,
) => Promise<void>;

/** A new account gets a small part of its tokens at once, and the rest when its owner confirms their address. */
export const createStartingTokens = (startingTokens: number, grantTokens: GrantTokens) => ({
  async onAccountCreated(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
    const tokens = Math.floor(startingTokens * UNCONFIRMED_SHARE);
    await grantTokens(transaction, accountId, tokens);
    await withholdTokens(transaction, accountId, startingTokens - tokens);
  },
  async onEmailConfirmed(transaction: SystemTransaction, userId: UserId): Promise<void> {
    for (const { accountId, tokens } of await takeWithheld(transaction, userId)) {
      await grantTokens(transaction, accountId, tokens);
    }
  },
});

/** Takes the withheld tokens of the accounts that this person owns; a second call finds none. */
const takeWithheld = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<{ accountId: AccountId; tokens: number }>(
    `with held as (
       select a.id, a.withheld_tokens from accounts a
         join memberships m on m.tenant_id = a.id and m.user_id = $1 and m.role = 'owner'
       where a.withheld_tokens > 0 for update of a)
     update accounts a set withheld_tokens = 0 from held where a.id = held.id
     returning a.id as "accountId", held.withheld_tokens as tokens`,
    [userId],
  );

async function withholdTokens(
  transaction: SystemTransaction,
  accountId: AccountId,
  tokens: number,
): Promise<void> {
  await transaction.run('update accounts set withheld_tokens = $2 where id = $1', [accountId, tokens]);
}
